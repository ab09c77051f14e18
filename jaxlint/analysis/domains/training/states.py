"""The states of optimisers: what is made of what they are given first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import boundary
from jaxlint.analysis.domains.tracing.observations import ArgumentNotArray
from jaxlint.analysis.domains.training import drops, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.semantics import expressions
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_INIT = "init"
_PARAMETERS = (0, "params")


@training.on(CallStarting)
def initialised(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what an optimiser is to make a state of that has an array for each leaf."""
    method, given = event.source.func, event.arguments.get(*_PARAMETERS)
    if not isinstance(method, ir.Attribute) or method.attr != _INIT or given is None:
        return
    if not drops.is_dotted(method.base):
        return
    known = expressions.evaluate(engine, frame, method.base).fact(Optimiser)
    what = boundary.unfit(engine, given) if known is not None and known.mirrors else ""
    if what:
        place = event.source.args[0].place if event.source.args else event.source.place
        misuse.note(engine, ArgumentNotArray(*frame.at(place), what, ""))
