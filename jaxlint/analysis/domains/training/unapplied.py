"""Steps of optimisers whose results a variable holds that nothing reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, drops, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BEGINS = "init"


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = blocks.first_function(engine, frame, __name__)
    if scope is None:
        return
    for one in blocks.assignments(scope.body):
        given = _first(one.targets[0])
        if given is None or not isinstance(one.value, ir.Call):
            continue
        if blocks.is_unread(scope, given.id) and _is_step(engine, frame, one.value):
            engine.observe(StateNeverAdvances(*frame.at(given.place), given.id, "", Lost.STEP))


def _first(target: ir.Expr) -> ir.Name | None:
    """The name that is bound to a result, or to the first one of several."""
    first = target.elements[0] if isinstance(target, ir.Display) and target.elements else target
    return first if isinstance(first, ir.Name) else None


def _is_step(engine: Engine, frame: Frame, call: ir.Call) -> bool:
    """Whether a call steps, and does not only make the first state."""
    func = call.func
    if not ir.is_dotted(func) or (isinstance(func, ir.Attribute) and func.attr == _BEGINS):
        return False
    return drops.is_step(engine, frame, call)
