"""Arrays of which the code names the width, whatever JAX makes unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.arrays import arrays
from jaxlint.analysis.domains.arrays.facts import Sized
from jaxlint.analysis.domains.arrays.forms import dtype_name, has_form, kind_of
from jaxlint.analysis.values.kinds import Array, Const, External, HostArray, Value
from jaxlint.knowledge.dtypes import NARROW_FLOATS
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What JAX makes of fractions unasked, unless the program turns on types of 64 bits.
_USUAL = frozenset(("float32", "single"))
_WIDE = "enable_x64"


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
    return dtype_name(value) in NARROW_FLOATS


def is_kept(engine: Engine, given: Array, arguments: Arguments) -> bool:
    """Whether ``asarray`` gives the array itself: it asks for no dtype, or for the one it has."""
    if len(arguments.all) == 1:
        return True
    dtype = arguments.get(1, "dtype")
    if dtype is None or len(arguments.all) > 2:
        return False
    if isinstance(dtype, Const) and dtype.value is None:
        return True
    if kind_of(given) != "float" or given.fact(Sized) is not None:
        return False
    name = dtype.name if isinstance(dtype, External) else getattr(dtype, "value", "")
    usual = name.rpartition(".")[2] in _USUAL if isinstance(name, str) else False
    return name == "builtins.float" or (usual and not engine.ask(Query("", (_WIDE,))))


def is_told(arguments: Arguments) -> bool:
    """Whether the code says which dtype ``asarray`` is asked for."""
    return isinstance(arguments.get(1, "dtype"), External | Const)
