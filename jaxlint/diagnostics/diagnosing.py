"""Diagnosis: rules decide on observations, and what they say gets its places in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.regions import Why
from jaxlint.diagnostics.findings import ADVICE, Fault, Finding, Fix, Reason, Severity
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict
from jaxlint.fixes.edits import Change, LineBefore, PlannedFix, Replace
from jaxlint.knowledge.api import number
from jaxlint.program import ir, trees
from jaxlint.program.defects import Defect
from jaxlint.program.positions import Positions
from jaxlint.source.edits import narrowed
from jaxlint.source.spans import Edit

# How many calls from a trace are many, by the families that speak of what traced code does: where
# a branch stands on the way, and where none does.
_FAR = {"JAX1": (2, None), "JAX2": (2, None), "JAX3": (2, 3), "JAX6": (2, 3)}


def diagnose(
    seen: Sequence[Observation], rules: Sequence[Rule[Any]], positions: Positions, jax: str
) -> Iterator[Finding | Fault]:
    """The findings that rules make of observations; the defect of a rule is a fault of the file.

    ``jax`` is the newest release of JAX that the project allows.
    """
    by_kind: dict[type, list[Rule[Any]]] = {}
    for rule in rules:
        by_kind.setdefault(rule.observes, []).append(rule)
    for observation in seen:
        for rule in by_kind.get(type(observation), ()):
            try:
                verdict = rule.judge(observation)
                if verdict is not None:
                    outcome = _outcome(rule, verdict, jax)
                    yield _finding(positions, observation, rule, verdict, outcome)
            except Exception as error:  # a defect of one rule must not spoil what others say
                yield Fault(observation.module.path, *Defect.of(error))


def chain(positions: Positions, why: Why | None) -> tuple[Reason, ...]:
    """A chain of reasons with its places, trace root first."""
    if why is None:
        return ()
    return tuple(
        Reason(step.module.path, positions.span(step.node), step.text) for step in why.steps()
    )


def _finding(
    positions: Positions, seen: Observation, rule: Rule[Any], verdict: Verdict, outcome: str
) -> Finding:
    certainty, condition = _certainty(seen, outcome)
    fix = verdict.fix
    guess = f", {condition}" if certainty is Certainty.PRESUMED else ""
    shown = certainty is Certainty.SHOWN
    return Finding(
        seen.module.path,
        positions.span(seen.node),
        rule.code,
        rule.name,
        verdict.message + guess,
        outcome,
        verdict.advice,
        chain(positions, seen.why) + _also(positions, seen),
        None if fix is None else _fix(positions, seen.module, fix, shown),
        certainty.name.lower(),
        _severity(seen, rule, verdict),
    )


def _also(positions: Positions, seen: Observation) -> tuple[Reason, ...]:
    """The other lines where the same mistake shows, in the order of the file."""
    here = positions.span(seen.node).line
    lines = {span.line: span for node in seen.also if (span := positions.span(node)).line != here}
    path = seen.module.path
    return tuple(Reason(path, lines[line], "and here in the same way") for line in sorted(lines))


def _outcome(rule: Rule[Any], verdict: Verdict, jax: str) -> str:
    """What JAX does there; on releases that did something else, that, and since when no more."""
    earlier = rule.earlier
    if verdict.outcome is not None or earlier is None or number(jax) >= number(earlier.before):
        return verdict.outcome or rule.outcome
    return f"{earlier.outcome}; since JAX {earlier.before} {rule.outcome}"


def _certainty(seen: Observation, outcome: str) -> tuple[Certainty, str]:
    """How certain a finding is, and the condition that it holds under where it is presumed.

    A test that passes has not raised, whatever its code looks like, nor has what it traces.
    """
    certainty = seen.certainty
    raises = outcome.startswith("raises") and not seen.by_release
    if raises and certainty > Certainty.PRESUMED:
        steps = seen.why.steps() if seen.why is not None else []
        if any(map(_has_tests, {seen.module, *(step.module for step in steps)})):
            return Certainty.PRESUMED, "if this test is run and fails"
    return certainty, (seen.why and seen.why.presumed) or seen.condition


def _severity(seen: Observation, rule: Rule[Any], verdict: Verdict) -> Severity:
    """What follows: as the verdict says, or the rule, unless such code is meant there.

    Little follows of what a trace comes to by calls from module to module: one of them may be
    meant, or never be made so (docs/real-code.md has how often).
    """
    if any(_kind(module) in rule.meant_in for module in seen.modules):
        return ADVICE
    if _is_far(seen, rule.code[:4]):
        return ADVICE
    return verdict.severity or rule.severity


def _is_far(seen: Observation, family: str) -> bool:
    """Whether calls lead from a trace, by way of another module, to what is observed."""
    steps = [] if seen.why is None else seen.why.steps()
    modules = {seen.module, *(step.module for step in steps)}
    calls = [step for step in steps if step.call]
    branched, straight = _FAR.get(family, (None, None))
    least = branched if any(step.branched for step in calls) else straight
    return len(modules) > 1 and least is not None and len(calls) >= least


def _kind(module: ir.Module) -> FileKind:
    """What the file of a module is for."""
    return FileKind.of(module.path, _functions(module))


def _has_tests(module: ir.Module) -> bool:
    """Whether a module defines tests that a runner collects."""
    classes = [one.definition.name for one in module.body if isinstance(one, ir.DefineClass)]
    cased = any(name.startswith("Test") or name.endswith("Test") for name in classes)
    tests = cased or any(name.startswith("test_") for name in _functions(module))
    return tests and _kind(module) is FileKind.TEST


def _functions(module: ir.Module) -> list[str]:
    """The names of the functions that a module defines."""
    return [one.function.name for one in module.body if isinstance(one, ir.Define)]


def _fix(positions: Positions, module: ir.Module, fix: PlannedFix, shown: bool) -> Fix | None:
    """The edits that make the changes of a fix; None where the layout does not allow them.

    They are safe only where it is ``shown`` that they are needed, and where no handler may be
    there for the very error that they do away with.
    """
    edits: list[Edit] = []
    for change in fix.changes:
        made = _edits(positions, module, change)
        if made is None:
            return None
        edits += made
    safe = fix.safe and shown and not any(map(positions.expects_error, _places(fix)))
    return Fix(fix.title, tuple(sorted(edits, key=lambda edit: edit.span)), safe)


def _places(fix: PlannedFix) -> list[ir.Place]:
    return [one.node if isinstance(one, Replace) else one.statement for one in fix.changes]


def _edits(positions: Positions, module: ir.Module, change: Change) -> list[Edit] | None:
    """The edits that make a change, or None where the layout does not allow it."""
    if not isinstance(change, LineBefore):
        span = positions.exact(change.node)
        return narrowed(Edit(span, change.text), positions.text(module, span))
    place = positions.exact(change.statement)
    line = positions.line(module, place.line)
    indent, statement = line[: place.column - 1], line[place.column - 1 :]
    if indent.strip() or statement.startswith(("elif", "else")):
        return None
    newline = trees.of_module(module).tree.default_newline
    return [Edit(place.start, change.text + newline + indent)]
