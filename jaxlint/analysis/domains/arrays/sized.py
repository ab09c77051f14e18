"""Arrays of which the code names the width, whatever JAX makes unasked."""

from __future__ import annotations

from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.arrays import arrays
from jaxlint.analysis.domains.arrays.facts import Sized
from jaxlint.analysis.domains.arrays.forms import has_form
from jaxlint.analysis.values.kinds import Array, Const, External, HostArray, Value
from jaxlint.knowledge.arrays import NARROW_FLOATS


@arrays.deduce(Call, about=has_form)
def of_call(call: Call) -> Sized | None:
    """What a function of ``jax.numpy`` makes of the dtype that it is given."""
    return Sized() if any(map(_is_narrow, call.arguments.all)) else None


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Sized | None:
    """What ``astype`` makes, and copies."""
    if event.name == "astype":
        return Sized() if any(map(_is_narrow, event.arguments.all)) else None
    return event.base.fact(Sized)


@arrays.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Sized | None:
    """What operators make of such arrays, alone or with numbers of Python's."""
    given = (event.left, event.right)
    held = [one for one in given if isinstance(one, Array | HostArray)]
    return Sized() if held and all(one.fact(Sized) for one in held) else None


def _is_narrow(value: Value) -> bool:
    """Whether a value is a dtype of floats that have fewer than 64 bits."""
    if isinstance(value, External):
        return value.name.rpartition(".")[2] in NARROW_FLOATS
    return isinstance(value, Const) and value.value in NARROW_FLOATS
