"""Optimisers that are handed the value of a loss in place of its gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import methods, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.usage import values
from jaxlint.analysis.domains.usage.observations import Unpacking
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_GRADIENTS = (0, "updates")


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what an optimiser takes for the gradients."""
    given = event.arguments.get(*_GRADIENTS)
    optimiser = None if given is None else methods.holder(engine, frame, event, _UPDATE)
    if given is not None and optimiser is not None and optimiser.fact(Optimiser) is not None:
        what = f"`{trees.code(event.source.func.place)}`"
        values.note(engine, frame, event.source.place, given, Unpacking.MOVES, what)
