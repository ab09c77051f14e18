"""What the interpreter did on a line, context by context, for those who ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from jaxlint.analysis import sweeps
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.engine import Engine
from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.core.watching import Moment, Watch, why_dropped
from jaxlint.analysis.describing import (
    context_of,
    describe,
    facts_of,
    spelling_of,
    why_of,
    words,
)
from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values.kinds import Value
from jaxlint.diagnostics.diagnosing import chain, diagnose
from jaxlint.diagnostics.findings import Fault, Finding, Reason
from jaxlint.diagnostics.registry import rules
from jaxlint.program import ir
from jaxlint.program.changes import below
from jaxlint.program.positions import Positions
from jaxlint.queries.deep_stack import with_room
from jaxlint.queries.explaining import Subject, faults_of, module_of, pulse_of, runs
from jaxlint.source.spans import Span


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened on a line: ``text`` says what, ``details`` what else is known.

    Of an observation ``findings`` are those that rules made of it.
    """

    span: Span
    text: str
    details: tuple[str, ...] = ()
    chain: tuple[Reason, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """One context in which a line was run, and what happened there, in order.

    ``calls`` lead there, the outermost first, ``why`` says why the code is traced, ``conditions``
    are the tests that hold.
    """

    where: str
    calls: tuple[Reason, ...]
    why: tuple[Reason, ...]
    conditions: tuple[Reason, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """What the interpreter did on some lines, in every context, and which defects it met."""

    contexts: tuple[Context, ...] = ()
    faults: tuple[Fault, ...] = ()


def trace(subject: Subject) -> Trace:
    """Say what happened on the lines, in every context in which they were run, in order.

    Raises LookupError when the path is not among the sources or cannot be parsed.
    """
    return with_room(lambda pulse: _trace(subject, pulse), pulse_of(subject))


def _trace(subject: Subject, pulse: Callable[[], None]) -> Trace:
    project, positions = subject.project(), Positions()
    module = module_of(subject, project)
    watch = Watch(module, positions.on_lines(module, subject.lines))
    teller = _Teller(positions, _bound_in(module))
    contexts: dict[Context, None] = {}
    faults: set[Fault] = set()
    for engine, certain in runs(
        subject, sweeps.world_of(project, subject.declarations, watch, pulse)
    ):
        for activation in _activations(watch.moments):
            contexts[teller.context(activation, engine, certain)] = None
        watch.moments.clear()
        faults |= faults_of(engine)
    return Trace(tuple(contexts), tuple(sorted(faults)))


@dataclass(slots=True)
class _Activation:
    """The moments of one activation of the code on the lines."""

    frame: Frame | None
    path: tuple[Level, ...]
    moments: list[Moment] = field(default_factory=list)


def _activations(moments: Sequence[Moment]) -> list[_Activation]:
    """Sort moments by the activation in which they happened, in the order of the first of each."""
    found: list[_Activation] = []
    for moment in moments:
        home = _home_of(moment, found)
        if home is None:
            home = _Activation(moment.frame, moment.path)
            found.append(home)
        home.moments.append(moment)
    return found


def _home_of(moment: Moment, activations: Sequence[_Activation]) -> _Activation | None:
    """The activation that a moment is part of; of an observation the last one on the way to it."""
    for one in reversed(activations):
        if moment.frame is None and one.path == moment.path[: len(one.path)]:
            return one
        if moment.frame is not None and one.frame is moment.frame:
            return one
    return activations[-1] if activations and moment.frame is None else None


def _bound_in(module: ir.Module) -> set[int]:
    """The numbers of the places at which a name is bound."""
    scopes = (module, *below(module))
    stores = (events for scope in scopes for events in scope.stores.values())
    return {event.node.number for events in stores for event in events}


def _held_throughout(activation: _Activation) -> tuple[Condition, ...]:
    """The conditions under which everything in an activation happened."""
    paths = [moment.conditions for moment in activation.moments if moment.frame is not None]
    return tuple(one for one in paths[0] if all(one in path for path in paths)) if paths else ()


def _goes_without_saying(moment: Moment) -> bool:
    """Whether a value is what is written: a number, a dotted name."""
    if not isinstance(moment.what, Value):
        return False
    return describe(moment.what).removeprefix("static ") == spelling_of(moment.place)


class _Teller:
    """Puts what happened into words, with its places in the text."""

    def __init__(self, positions: Positions, bound: set[int]) -> None:
        self._positions = positions
        self._bound = bound

    def context(
        self, activation: _Activation, engine: Engine, certain: Sequence[Observation]
    ) -> Context:
        """What happened in one activation, each thing once."""
        frame = activation.frame
        held = _held_throughout(activation)
        telling = (one for one in activation.moments if not _goes_without_saying(one))
        steps = [self._step(moment, engine, certain, held) for moment in telling]
        return Context(
            "when all was known" if frame is None else context_of(frame),
            tuple(self._call(level) for level in activation.path if level.node is not None),
            chain(self._positions, None if frame is None else frame.why),
            tuple(map(self._condition, held)),
            tuple(dict.fromkeys(steps)),
        )

    def _call(self, level: Level) -> Reason:
        assert level.node is not None
        return self._reason(level.node, f"called {context_of(level.frame)}")

    def _condition(self, condition: Condition) -> Reason:
        verb = "holds" if condition.arm else "does not hold"
        place = condition.test.place
        return self._reason(place, f"`{spelling_of(place)}` {verb}")

    def _reason(self, place: ir.Place, text: str) -> Reason:
        return Reason(place.module.path, self._positions.span(place), text)

    def _step(
        self,
        moment: Moment,
        engine: Engine,
        certain: Sequence[Observation],
        held: Sequence[Condition],
    ) -> Step:
        span, what = self._positions.span(moment.place), moment.what
        if isinstance(what, Observation):
            return self._observed(engine, span, what, why_dropped(engine, what, certain))
        here = [self._condition(one) for one in moment.conditions if one not in held]
        details = tuple(f"where {reason.text}" for reason in here)
        if isinstance(what, Value):
            verb = "is bound to" if moment.place.number in self._bound else "is"
            text = f"{spelling_of(moment.place)} {verb} {describe(what)}"
            known = (*facts_of(what), *details)
            return Step(span, text, known, chain(self._positions, why_of(what)))
        return Step(span, str(what), details)

    def _observed(self, engine: Engine, span: Span, seen: Observation, dropped: str) -> Step:
        """An observation, and what became of it."""
        text = f"observed: {words(type(seen))}"
        why = chain(self._positions, seen.why)
        if dropped:
            return Step(span, text, (dropped,), why)
        findings, others = [], []
        for rule in (rule for rule in rules() if rule.observes is type(seen)):
            told = [*diagnose([seen], [rule], self._positions, engine.releases.newest)]
            findings += [one for one in told if isinstance(one, Finding)]
            others += [] if told else [f"{rule.code} {rule.name}"]
        details = (f"no hazard by {', '.join(others)}",) if others else ()
        return Step(span, text, details, why, tuple(findings))
