"""The statement of which one branch is taken by a pattern: ``match``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions, exclusion
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.events import Asker, SequenceMatched
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.semantics import expressions, narrowing, paths, patterns, statements, truth
from jaxlint.analysis.values.kinds import Traced, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Paths:
    """The paths that arrive behind a match, and what is known where no case has matched yet."""

    arrived: list[tuple[State, narrowing.Learned]] = field(default_factory=list)
    missed: narrowing.Learned = field(default_factory=dict)


@statements.runs(ir.Match)
def match_statement(engine: Engine, frame: Frame, node: ir.Match) -> bool:
    """Run the cases in order, each on the path that those before it have left."""
    asked = engine.questions
    subject = expressions.evaluate(engine, frame, node.subject)
    of_jax = engine.questions != asked
    _ask(engine, frame, node, subject)
    outer, found = frame.conditions, _Paths()
    for case in node.cases:
        before = paths.save(engine, frame)
        known = _enter(engine, frame, subject, case)
        test = patterns.test_of(engine.world, node, case)
        condition = None
        if known is not False and test is not None:
            condition = conditions.taken(engine, frame, test, arm=True, of_jax=of_jax)
            condition.open = frame.region is not None
        if known is not False:
            _run(engine, frame, case, condition, found, settled=known is True)
        paths.restore(engine, frame, before)
        if known is True:
            break
        if condition is not None:
            _pass_by(engine, frame, condition, found)
    else:
        found.arrived.append((paths.here(engine, frame), found.missed))
    return _meet(engine, frame, outer, found)


def _ask(engine: Engine, frame: Frame, node: ir.Match, subject: Value) -> None:
    """Tell what all the cases ask of the subject."""
    if any(case.tests_value for case in node.cases):
        if isinstance(subject, Traced) and subject.source is not None:
            subject.source.array = True
        truth.compare(engine, frame, subject, node.subject.place, Asker.MATCH)
    frame.decided = True
    for case in node.cases:
        if case.sequence is not None:
            engine.tell(frame, SequenceMatched, subject, case.sequence)


def _enter(engine: Engine, frame: Frame, subject: Value, case: ir.Case) -> bool | None:
    """Bind the names of a case and evaluate its guard; return whether it is taken, if known.

    The body of a module decides nothing: a name there may be set another way.
    """
    matches = True if case.pattern is None else patterns.holds(engine, frame, subject, case.pattern)
    decides = case.pattern is None or not isinstance(frame.scope, ir.Module)
    if matches is False and decides:
        return False
    for name in case.names:
        frame.env[name] = Unknown(name)
    if case.guard is not None:
        guard = expressions.evaluate(engine, frame, case.guard)
        passes = truth.test(engine, frame, guard, case.guard.place, Asker.IF)
        matches = passes if passes is False else matches and passes
    return matches if decides else None


def _run(
    engine: Engine,
    frame: Frame,
    case: ir.Case,
    condition: Condition | None,
    found: _Paths,
    *,
    settled: bool,
) -> None:
    """Run the body of a case where the conditions around leave it; note the path behind it.

    A test that is ``settled`` says nothing of that path that was not known before.
    """
    around, told = frame.conditions, narrowing.Learned()
    if condition is not None:
        if exclusion.impossible(engine, frame, condition, around):
            engine.pruned += 1
            return
        frame.conditions = conditions.further(frame, around, condition)
        told = narrowing.as_written(engine, frame, condition.test, holds=True)
    if statements.run_block(engine, frame, case.body):
        frame.conditions = around if settled else frame.conditions
        learned = narrowing.further(found.missed, told)
        found.arrived.append((paths.here(engine, frame), learned))
    frame.conditions = around


def _pass_by(engine: Engine, frame: Frame, condition: Condition, found: _Paths) -> None:
    """Go on where a case has not matched."""
    other = conditions.opposite(condition)
    frame.conditions = conditions.further(frame, frame.conditions, other)
    told = narrowing.as_written(engine, frame, condition.test, holds=False)
    found.missed = narrowing.further(found.missed, told)


def _meet(engine: Engine, frame: Frame, outer: tuple[Condition, ...], found: _Paths) -> bool:
    """Go on behind a match; return False where no path arrives there."""
    states = [state for state, _ in found.arrived]
    frame.conditions = outer
    if len(states) == 1:
        frame.conditions = states[0].conditions
    for state, learned in found.arrived if len(states) > 1 else ():
        narrowing.forget(state.env, learned)
    return paths.meet(engine, frame, states)
