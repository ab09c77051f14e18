"""Calls of Pallas, which runs functions on references, and of what makes a reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.semantics import annotated
from jaxlint.analysis.values.kinds import NONE, External, Instance, Unknown, Value
from jaxlint.knowledge import kernels, names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(kernels.PALLAS)
def of_pallas(engine: Engine, frame: Frame, call: Call) -> Value:
    """A function of Pallas: what it takes runs on references, and so does what calls it inside."""
    given = call.arguments.all
    for value in given:
        annotated.of_references(engine, value)
    if kernels.is_inside(call.name):
        annotated.inside_kernel(frame)
    engine.forget(given)
    later = call.last in kernels.TAKE_FUNCTION_LATER
    with_function = any(isinstance(value, Function | Partial) for value in given)
    if later and not with_function:
        return Partial(External(call.name), (), {})
    return NONE if call.name == kernels.WHEN else Unknown()


@tracing.transfer(*names.REF_MAKERS)
def reference(engine: Engine, frame: Frame, call: Call) -> Value:
    """A mutable reference."""
    return Instance(External("jax.Ref"), frame.region)
