"""Times of the turns of a loop that are put together, of which one mean is made.

They stand in a list or array, or are added up as they come.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import (
    ContainerChanged,
    ItemWritten,
    NameAugmented,
    OperatorApplied,
    OperatorResult,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.timing import cold, timing
from jaxlint.analysis.domains.timing.facts import Elapsed, Summed
from jaxlint.analysis.domains.timing.state import Work
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge import host

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


# --- how times are put together ------------------------------------------------------------------


@timing.on(ContainerChanged)
def collected(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """Take note of a list to which a loop appends the time of each turn, and of one cut."""
    given, token = event.arguments.positional, event.base.token
    elapsed = given[0].fact(Elapsed) if len(given) == 1 else None
    if elapsed is not None:
        _put(engine, frame, token, elapsed)
    else:
        _forget(engine, token)


@timing.on(ItemWritten, traced=False)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Take note of an array in which a loop stores the time of each turn."""
    elapsed = event.value.fact(Elapsed)
    if elapsed is not None:
        _put(engine, frame, event.base.token, elapsed)


@timing.on(NameAugmented, traced=False)
def added(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """Take note of a sum to which a loop adds the time of each turn."""
    elapsed = event.value.fact(Elapsed)
    if event.node.op == "+" and elapsed is not None and event.old.fact(Summed) is None:
        _put(engine, frame, elapsed.first, elapsed)


@timing.deduce(OperatorResult)
def total(event: OperatorResult) -> Summed | None:
    """The sum of the times of all turns, in whatever unit."""
    op, left, right = event
    if right is None or not (left.facts or right.facts):
        return None
    if op != "+":
        return left.fact(Summed) if op == "*" else None
    elapsed = right.fact(Elapsed)
    return left.fact(Summed) or (Summed(elapsed.first) if elapsed is not None else None)


@timing.deduce(Call, about=host.GATHERERS.__contains__)
def gathered(call: Call) -> Summed | None:
    """The sum of a list, or an array of what it holds."""
    return None if call.first is None else Summed(_key(call.first))


def _put(engine: Engine, frame: Frame, key: Hashable, elapsed: Elapsed) -> None:
    """Take note of a time with a first call, if it is that of each turn of the only loop here."""
    work = engine.store.known(Work)
    if work is None or key in work.times or len(frame.loops) != 1 or frame.turn_conditions:
        return
    first = cold.first_within(engine, frame, elapsed, tuple(frame.loops))
    if first is not None:
        work.times = {**work.times, key: first}


def _forget(engine: Engine, key: Hashable) -> None:
    work = engine.store.known(Work)
    if work is not None and key in work.times:
        work.times = {one: first for one, first in work.times.items() if one != key}


def _key(value: Value) -> Hashable:
    """By what the times are known that stand in a list or array, or were added up."""
    summed = value.fact(Summed)
    return value.token if summed is None else summed.key


# --- what is made of them ------------------------------------------------------------------------


@timing.on(OperatorApplied, traced=False)
def divided(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge such a sum that is divided by a count."""
    if event.node.op == "/" and not cold.is_unit(event.right):
        _judge(engine, event.left)


@timing.on(OutsideCalled, traced=False, about=host.AVERAGES.__contains__)
def averaged(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the mean of such a list or array."""
    for value in event.arguments.positional[:1]:
        _judge(engine, value)


@timing.on(MethodCalled, traced=False)
def averaged_by_method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge the mean of such an array."""
    if event.name == "mean":
        _judge(engine, event.base)


def _judge(engine: Engine, value: Value) -> None:
    work = engine.store.known(Work)
    if work is not None and work.times:
        cold.judge(engine, work.times.get(_key(value)))
