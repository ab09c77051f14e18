"""Waits of which an option decides that is off by default: ``if recorder is not None: ...``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.events import PathsJoined
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.timing import timing
from jaxlint.analysis.domains.timing.state import Work
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What a test says of an option in its arm for "off", with the defaults that this is true of.
_OFF = ((("is", "None"), (None,)), (("is not", "true"), (None, False, 0)))


@timing.on(PathsJoined, traced=False)
def met(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Keep the work of the path that code takes if nobody asks for the other one."""
    work = engine.store.known(Work)
    if work is None or not work.waited or not isinstance(frame.scope, ir.Function):
        return
    for state in event.states:
        own = state.conditions[len(frame.conditions) :]
        known = state.store.known(Work)
        if known is not None and known.pending is not None and _are_off(frame.scope, own):
            work.last, work.waited = known.last, False


def _are_off(function: ir.Function, own: tuple[Condition, ...]) -> bool:
    """Whether the branches taken are those of an option that a caller leaves out."""
    defaults = {
        one.name: one.default.value
        for one in function.parameters
        if isinstance(one.default, ir.Constant) and len(function.stores.get(one.name, ())) < 2
    }
    return len(own) == 1 and any(
        fact.left in defaults and (fact.op, fact.right) == said and defaults[fact.left] in values
        for fact in own[0].facts
        for said, values in _OFF
    )
