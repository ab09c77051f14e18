"""Averages of parameters that are given the old ones in the place of the new."""

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


@training.on(CallStarting, about=of(External))
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge an average that takes the place of what it is given as the new parameters."""
    if not isinstance(event.func, External) or event.func.name != _MIXES:
        return
    step = event.arguments.get(2, "step_size")
    size = step.value if isinstance(step, Const) else None
    statement, given = frame.statement, event.source.args
    if not isinstance(size, int | float) or not 0 < size < _HALF or len(given) < 2:
        return
    if not isinstance(statement, ir.Assign) or statement.value is not event.source:
        return
    bound = ir.last_name(statement.targets[0])
    new, old = (ir.last_name(one) for one in given[:2])
    if bound and bound == new != old:
        where = frame.at(event.source.place)
        engine.observe(StateNeverAdvances(*where, old, bound, Lost.MIXED))
