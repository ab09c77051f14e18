"""Optimisers that are handed the value of a loss in place of its gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import drops, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.usage import values
from jaxlint.analysis.domains.usage.observations import Unpacking
from jaxlint.analysis.semantics import expressions
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_GRADIENTS = (0, "updates")


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what an optimiser takes for the gradients."""
    method, given = event.source.func, event.arguments.get(*_GRADIENTS)
    if not isinstance(method, ir.Attribute) or method.attr != _UPDATE or given is None:
        return
    if not drops.is_dotted(method.base):
        return
    optimiser = expressions.evaluate(engine, frame, method.base)
    if optimiser.fact(Optimiser) is not None:
        what = f"`{trees.code(method.place)}`"
        values.note(engine, frame, event.source.place, given, Unpacking.MOVES, what)
