"""Callbacks that do not run, since nobody wants what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import TransformResult
from jaxlint.analysis.core.events import ValueDiscarded, ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import host_calls, purity
from jaxlint.analysis.domains.purity.observations import CallbackDropped
from jaxlint.analysis.values.facts import Fact
from jaxlint.knowledge.transforms import RUNS_IF_WANTED
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class CalledBack(Fact):
    """Said of what a callback gives that runs only where somebody wants it."""


@purity.deduce(TransformResult)
def given(event: TransformResult) -> CalledBack | None:
    """What comes of such a callback, whatever functions hand it on."""
    return CalledBack() if event.name == RUNS_IF_WANTED else None


@purity.on(ValueDropped, ValueDiscarded, traced=True)
def dropped(engine: Engine, frame: Frame, event: ValueDropped | ValueDiscarded) -> None:
    """Observe a ``pure_callback`` whose result is dropped, so that JAX leaves it out."""
    written = event.node.value
    call = written.base if isinstance(written, ir.Subscript) else written
    if not isinstance(call, ir.Call) or event.value.fact(CalledBack) is None:
        return
    if host_calls.traced_once(engine, frame) is not None:
        engine.observe(CallbackDropped(*frame.at(call.place)))
