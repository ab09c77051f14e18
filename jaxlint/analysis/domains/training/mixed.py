"""Averages of parameters that are nearly all new: exchanged arguments, a decay for a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.values.kinds import Const, External
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Gives ``step_size * new + (1 - step_size) * old``:
# https://optax.readthedocs.io/en/latest/api/apply_updates.html
_MIXES = "optax.incremental_update"
_HALF = 0.5
# With such a step hardly anything is averaged.
_WHOLE = 0.9
_SLOW = frozenset("average averaged avg ema mean momentum old polyak slow target teacher".split())


@training.on(CallStarting, about=of(External))
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge an average by its step, and by what takes its place."""
    if not isinstance(event.func, External) or event.func.name != _MIXES:
        return
    step = event.arguments.get(2, "step_size")
    size = step.value if isinstance(step, Const) else None
    given = event.source.args
    if not isinstance(size, int | float) or len(given) < 2:
        return
    bound, where = _bound_to(frame, event.source), frame.at(event.source.place)
    first, second = (ir.last_name(one) for one in given[:2])
    if _WHOLE <= size < 1 and first != bound and _is_old(second) and not _is_old(first):
        engine.observe(StateNeverAdvances(*where, first, second, Lost.MIXED))
    elif 0 < size < _HALF and bound and bound == first != second:
        engine.observe(StateNeverAdvances(*where, second, first, Lost.MIXED))


def _is_old(name: str) -> bool:
    """Whether a name is that of what moves slowly."""
    return not _SLOW.isdisjoint(name.lower().split("_"))


def _bound_to(frame: Frame, call: ir.Call) -> str:
    """The name to which a statement binds what a call gives."""
    statement = frame.statement
    if not isinstance(statement, ir.Assign) or statement.value is not call:
        return ""
    return ir.last_name(statement.targets[0])
