"""Numbers that a loop fetches from the device in each turn, and waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.timing.observations import TurnWaits
from jaxlint.analysis.domains.timing.state import Work
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.values.kinds import Array, External, Unknown, Value
from jaxlint.knowledge import host, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def judge(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge a call that waits: whether it fetches, in each turn, what this turn handed over."""
    if not frame.loops or frame.comprehensions or _is_occasional(frame):
        return
    fetched = _fetched(event)
    if fetched is None or not _is_of_device(fetched) or isinstance(frame.statement, ir.If):
        return
    work = engine.store.known(Work)
    pending = None if work is None else work.pending
    if work is None or any(one.turn == frame.turn for one in work.moments.values()):
        return  # a clock measures the turn
    if pending is not None and pending.frame is frame and pending.turn == frame.turn:
        misuse.note(engine, TurnWaits(*frame.at(event.source.place)))


def _is_occasional(frame: Frame) -> bool:
    """Whether a condition inside of the outermost loop decides whether this runs."""
    return any(one.test.place.number > frame.loops[0] for one in frame.own_conditions)


def _fetched(event: CallStarting) -> Value | None:
    """What a call makes a number of, or an array of the host."""
    func, given = event.func, event.arguments.positional
    if isinstance(func, Method):
        return func.base if func.name in ("item", "tolist") else None
    fetches = isinstance(func, External) and func.name in host.FETCHING
    return given[0] if fetches and given else None


def _is_of_device(value: Value) -> bool:
    """Whether a value came out of a compiled call."""
    if isinstance(value, Array):
        return value.origin == names.COMPILED
    return isinstance(value, Unknown) and value.computed
