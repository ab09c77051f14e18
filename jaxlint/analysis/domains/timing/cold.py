"""First calls of jitted functions between two clock readings: they include a compilation.

Alone that may be meant. Where the time is divided by a count, or by another time, it is not: one
turn of many stands for all of them, or the compiler is compared with the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting, CodeUnseen, MethodCalled, Returned
from jaxlint.analysis.core.callables import Function, Method, Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import OperatorApplied, OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import but, of
from jaxlint.analysis.domains.timing import births, timing
from jaxlint.analysis.domains.timing.facts import Elapsed, Reading
from jaxlint.analysis.domains.timing.observations import CompilationTimed
from jaxlint.analysis.domains.timing.state import (
    First,
    Moment,
    ReadingReturned,
    Work,
    depth_of,
    moments,
    unfinished,
)
from jaxlint.analysis.domains.tracing.events import RegionLeft
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.values.kinds import Const, Instance, Value
from jaxlint.knowledge import host
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_COMPILING = frozenset(("lower", "trace"))


@timing.deduce(OperatorResult)
def between(event: OperatorResult) -> Elapsed | None:
    """What lies between two readings, in whatever unit."""
    op, left, right = event
    if right is None or not (left.facts or right.facts):
        return None
    first, last = right.fact(Reading), left.fact(Reading)
    if op == "-" and first is not None and last is not None:
        return Elapsed(first.serial, last.serial)
    scaled = op == "*" and isinstance(left if right.facts else right, Const)
    return left.fact(Elapsed) or right.fact(Elapsed) if scaled else None


@timing.on(Returned, traced=False)
def returned(engine: Engine, frame: Frame, event: Returned) -> None:
    """Take note of a function that gives a time: another one at each call."""
    if event.value.facts and event.value.fact(Elapsed) is not None:
        engine.log(ReadingReturned(event.value.token))


# --- calls ---------------------------------------------------------------------------------------


@timing.on(RegionLeft, traced=False)
def run(engine: Engine, frame: Frame, event: RegionLeft) -> None:
    """Take note of a jitted function that was called, perhaps for the first time."""
    if event.made.transform.compiles:
        call(engine, frame, event.made, event.node)


def call(engine: Engine, frame: Frame, made: Transformed, node: ir.Place) -> None:
    """Take note of a call of a jitted function in a frame."""
    work = engine.store.part(Work)
    if _is_new(work, made):
        work.firsts = (
            *work.firsts,
            First(engine.serial(), made, frame, node, depth_of(engine, frame)),
        )
    warm(engine, made)
    engine.log(Called(made.token, frame, node))


def _is_new(work: Work, made: Transformed) -> bool:
    return made.token not in work.warm and made.func.token not in work.warm


def warm(engine: Engine, made: Transformed) -> None:
    """Take note that a jitted function may be compiled by now."""
    work, tokens = engine.store.part(Work), {made.token, made.func.token}
    if not tokens <= work.warm:
        work.warm |= tokens


@timing.on(CallStarting, traced=False, about=but(Function, Transformed))
def handed_on(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Take note of jitted functions that code is given, or has, of which nothing is seen."""
    base = event.func.base if isinstance(event.func, Method) else None
    owner = (base,) if isinstance(base, Instance) else ()
    _hand_on(engine, (*owner, *event.arguments.all))


@timing.on(CodeUnseen, traced=False)
def left(engine: Engine, frame: Frame, event: CodeUnseen) -> None:
    """The same of code that is left for a budget."""
    _hand_on(engine, event.arguments.all)


def _hand_on(engine: Engine, values: tuple[Value, ...]) -> None:
    for value in values:
        for made in births.held_by(engine, value):
            warm(engine, made)


@timing.on(MethodCalled, traced=False, about=of(Transformed))
def looked_into(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Take note of a jitted function that is lowered, and perhaps compiled so."""
    if event.name in _COMPILING and isinstance(event.base, Transformed):
        warm(engine, event.base)


@dataclass(slots=True, frozen=True, eq=False)
class Called(Effect):
    """A call called a jitted function, at a place within."""

    frame: Frame
    place: ir.Place

    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Call it once more, or what this call is given in its place."""
        made = None if on is None else on.token
        if isinstance(made, Transformed):
            call(engine, self.frame, made, self.place)


# --- uses of a time ------------------------------------------------------------------------------


@timing.on(OperatorApplied, traced=False)
def divided(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a time that is divided by a count or a time, or the other way round."""
    if event.node.op != "/":
        return
    for time, other in ((event.left, event.right), (event.right, event.left)):
        elapsed = time.fact(Elapsed)
        if elapsed is not None and not is_unit(other):
            judge(engine, first_within(engine, frame, elapsed))


def is_unit(value: Value) -> bool:
    """Whether a number makes minutes or milliseconds of seconds, or a rate of a time."""
    number = value.value if isinstance(value, Const) else 0
    return type(number) is float or number in host.UNITS


def first_within(
    engine: Engine, frame: Frame, elapsed: Elapsed, turned: tuple[int, ...] = ()
) -> First | None:
    """The first call between two readings of a jitted function that this path has made.

    Nothing but the loops ``turned`` may stand between where it was made and here, so that this is
    the only time that is taken.
    """
    known = moments(engine, elapsed.first, elapsed.last)
    if known is None or unfinished(engine, elapsed.first, elapsed.last) is not None:
        return None
    start, end = known
    if start.depth != depth_of(engine, frame):
        return None
    firsts = engine.store.part(Work).firsts
    within = (one for one in firsts if start.serial < one.serial < end.serial)
    return next((one for one in within if _is_own(engine, frame, one, start, turned)), None)


def _is_own(
    engine: Engine, frame: Frame, first: First, start: Moment, turned: tuple[int, ...]
) -> bool:
    """Whether this is the only time that is taken of a function.

    That of a single call of one that an object holds may be taken at each call of a method.
    """
    around = engine.under_way(frame)
    several = bool(turned) or first.depth > start.depth or first.made.frame in around
    return several and births.is_own(engine, frame, first.made, turned)


def judge(engine: Engine, first: First | None) -> None:
    """Observe a first call whose time stands for others."""
    if first is not None:
        misuse.note(engine, CompilationTimed(*first.frame.at(first.node)))
