"""The states of optimisers: what is made of what they are given first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import boundary
from jaxlint.analysis.domains.tracing.observations import ArgumentNotArray
from jaxlint.analysis.domains.training import methods, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.usage import misuse

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_INIT = "init"
_PARAMETERS = (0, "params")


@training.on(CallStarting)
def initialised(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what an optimiser is to make a state of that has an array for each leaf."""
    given = event.arguments.get(*_PARAMETERS)
    optimiser = None if given is None else methods.holder(engine, frame, event, _INIT)
    known = None if optimiser is None else optimiser.fact(Optimiser)
    if given is None or known is None or not known.mirrors:
        return
    what = boundary.unfit(engine, given)
    if what:
        place = event.source.args[0].place if event.source.args else event.source.place
        misuse.note(engine, ArgumentNotArray(*frame.at(place), what, ""))
