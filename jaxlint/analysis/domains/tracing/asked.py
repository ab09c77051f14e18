"""What code is told that asks JAX whether something traces it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.values.kinds import Const, Static, Value
from jaxlint.analysis.values.regions import Region, outward
from jaxlint.analysis.values.traced_asked import SaysTraced
from jaxlint.knowledge import names
from jaxlint.knowledge.transforms import Arguments

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(*names.ASKS_FOR_NO_TRACE)
def state_clean(engine: Engine, frame: Frame, call: Call) -> Value:
    """Whether nothing is traced: false in traced code. Plain code may still be called there."""
    return Const(False) if _is_traced(frame.region) else Static(SaysTraced(False))


def _is_traced(region: Region | None) -> bool:
    """Whether a transformation has tracers stand for some arguments, here or around."""
    return any(one.transform.arguments is not Arguments.NONE for one in outward(region))
