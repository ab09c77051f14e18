"""Functions of the host that a tracer may be given, which can do nothing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OptionSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import demands, tracing
from jaxlint.analysis.semantics import narrowing, truth
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Const, External, HostArray, Static, Traced, Unknown, Value
from jaxlint.analysis.values.numbers import FRACTION
from jaxlint.knowledge import host, host_arrays, names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer("numpy.", *host_arrays.SCIPY)
def of_numpy(engine: Engine, frame: Frame, call: Call) -> Value:
    """An array of NumPy's or SciPy's, unless a tracer is given."""
    if any(tracers(value) for value in call.arguments.all):
        return demands.numpy_call(engine, frame, call.name, call.arguments, call.node)
    if call.last[:1].isupper():
        return Unknown()
    return HostArray(*engine.deduced(call))


@tracing.answer(OptionSought)
def of_namesakes(engine: Engine, frame: Frame, event: OptionSought) -> Value | None:
    """A function of NumPy or of ``jax.numpy``, by the arrays: tracers are for the latter."""
    options = event.choice.options
    named = {option: option.name for option in options if isinstance(option, External)}
    hosts = {option for option, name in named.items() if f"jax.{name}" in named.values()}
    if not hosts or not any(map(tracers, event.arguments.all)):
        return None
    return join_all([option for option in options if option not in hosts])


@tracing.transfer("math.", "cmath.", "operator.index")
def of_numbers(engine: Engine, frame: Frame, call: Call) -> Value:
    """A number that is computed of others."""
    for value in call.arguments.positional:
        truth.call(engine, frame, value, call.node, call.name)
    if call.name == "operator.index" and isinstance(call.first, Const):
        return call.first
    return Static(FRACTION) if call.name in host.APART | host.PERIODIC else Static()


@tracing.transfer(*names.REFUSES_TRACERS)
def concrete(engine: Engine, frame: Frame, call: Call) -> Value:
    """A number for certain: for a tracer the call raises, so that none is met behind it."""
    value = call.arguments.get(1, "val")
    if isinstance(value, Traced):
        narrowing.learn(frame, value, Unknown(value.name))
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
