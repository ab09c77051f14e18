"""Callbacks that do not run, since nobody wants what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import host_calls, purity
from jaxlint.analysis.domains.purity.observations import CallbackDropped
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@purity.on(ValueDropped, traced=True)
def dropped(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a ``pure_callback`` whose result is dropped, so that JAX leaves it out."""
    written = event.node.value
    call = written.base if isinstance(written, ir.Subscript) else written
    if not isinstance(call, ir.Call) or host_calls.traced_once(engine, frame) is None:
        return
    if ir.last_name(call.func) == "pure_callback":
        func = expressions.evaluate(engine, frame, call.func)
        if isinstance(func, External) and func.name == "jax.pure_callback":
            engine.observe(CallbackDropped(*frame.at(call.place)))
