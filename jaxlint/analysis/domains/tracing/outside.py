"""Functions of the host that a tracer may be given, which can do nothing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import demands, tracing
from jaxlint.analysis.semantics import truth
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.kinds import HostArray, Static, Unknown, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer("numpy.")
def of_numpy(engine: Engine, frame: Frame, call: Call) -> Value:
    """An array of NumPy's, unless a tracer is given."""
    if any(tracers(value) for value in call.arguments.all):
        return demands.numpy_call(engine, frame, call.name, call.arguments, call.node)
    if call.last[:1].isupper():
        return Unknown()
    return HostArray(*engine.deduced(call))


@tracing.transfer("math.", "cmath.", "operator.index")
def of_numbers(engine: Engine, frame: Frame, call: Call) -> Value:
    """A number that is computed of others."""
    for value in call.arguments.positional:
        truth.call(engine, frame, value, call.node, call.name)
    return Static()


@tracing.transfer("pickle.dumps")
def pickled(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The bytes of a value."""
    if call.first is None:
        return None
    truth.call(engine, frame, call.first, call.node, call.name)
    return Static()


@tracing.transfer("operator.")
def of_operators(engine: Engine, frame: Frame, call: Call) -> Value:
    """What the operators as functions give is not known."""
    return Unknown()
