"""The kind of dtype that functions and methods give of the kinds of their arguments."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.domains.arrays import arrays, forms
from jaxlint.analysis.domains.arrays.facts import Form, Strong
from jaxlint.analysis.values.kinds import Const, Value, is_none
from jaxlint.knowledge import arrays as dtypes
from jaxlint.knowledge import result_kinds as known

_FIXED = {
    **dict.fromkeys(known.BOOL_RESULTS, "bool"),
    **dict.fromkeys(known.INT_RESULTS, "int"),
    **dict.fromkeys(known.INEXACT_RESULTS, "inexact"),
}
_CASTS = frozenset(f"jax.numpy.{name}" for name in dtypes.SCALAR_TYPES)


def _is_known(name: str) -> bool:
    """Whether something is known of the kind of what a function gives."""
    counted = name in known.KEEPING or name in known.COUNTING or name in known.PROMOTING
    return counted or name in _FIXED or name in _CASTS


@arrays.deduce(Call, about=_is_known)
def of_function(call: Call) -> Form | None:
    """The kind of what a function gives."""
    return Form(None, _of_result(call.name, call.arguments.positional, call.arguments)).known


@arrays.deduce(Call, about=lambda name: name in known.STRONG or name in _CASTS)
def is_strong(call: Call) -> Strong:
    """What has a dtype of its own, even where none is named."""
    return Strong()


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Form | None:
    """The kind of what a method of an array gives."""
    name = known.function_of(event.name)
    if not name or not forms.is_operand(event.base):
        return None
    values = (event.base, *event.arguments.positional)
    return Form(None, _of_result(name, values, event.arguments)).known


def _of_result(name: str, values: Sequence[Value], arguments: Arguments) -> str:
    dtype = arguments.keywords.get("dtype")
    if arguments.rest is not None:
        return ""
    if dtype is not None and not is_none(dtype):
        return forms.named_kind(dtype)
    if name in _CASTS:
        return forms.named_kind(Const(name.rpartition(".")[2].rstrip("_")))
    if name in _FIXED:
        return _FIXED[name]
    if name in known.PROMOTING:
        first = known.PROMOTING[name]
        return forms.promoted(values[first : first + 2])
    kind = forms.kind_of(values[0]) if values else ""
    return "int" if kind == "bool" and name in known.COUNTING else kind
