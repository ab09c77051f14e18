"""The forms that functions and methods give of the forms of their arguments."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, LayerResult, MethodResult
from jaxlint.analysis.core.events import AttributeResult, DtypeResult
from jaxlint.analysis.domains.arrays import arrays, forms, shapes
from jaxlint.analysis.domains.arrays.facts import Form, Kind
from jaxlint.analysis.values.kinds import NONE, Const, Container, Value, is_none
from jaxlint.knowledge import dtypes, modules
from jaxlint.knowledge import result_kinds as known

_FIXED = {
    **dict.fromkeys(known.BOOL_RESULTS, "bool"),
    **dict.fromkeys(known.HOST_BOOL_RESULTS, "bool"),
    **dict.fromkeys(known.INT_RESULTS, "int"),
    **dict.fromkeys(known.FLOAT_RESULTS, "float"),
    **dict.fromkeys(known.COMPLEX_RESULTS, "complex"),
}
# How many of their arguments decide whether functions give floats or complex numbers.
_INEXACT = {**dict.fromkeys(known.INEXACT_RESULTS, 1), **dict.fromkeys(known.INEXACT_OF_TWO, 2)}
_ROUNDED = "builtins.round"
_REAL = frozenset(("bool", "int", "float"))


_KEEPING = known.KEEPING | known.COUNTING | known.REAL_RESULTS | {_ROUNDED}
_OF_KNOWN_KIND = _KEEPING | known.PROMOTING.keys() | _FIXED.keys() | _INEXACT.keys() | dtypes.CASTS


def _is_known(name: str) -> bool:
    """Whether something is known of the form of what a function gives."""
    return name in _OF_KNOWN_KIND or shapes.is_known(name)


@arrays.deduce(Call, about=_is_known)
def of_function(call: Call) -> Form | None:
    """The form of what a function gives."""
    return _formed(call.name, call.arguments.positional, call.arguments)


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Form | None:
    """The form of what a method of an array gives."""
    name = known.function_of(event.name)
    if not name or not forms.is_operand(event.base):
        return None
    values = (event.base, *event.arguments.positional)
    return _formed(name, values, event.arguments)


def _formed(name: str, values: Sequence[Value], arguments: Arguments) -> Form | None:
    axes = shapes.of_result(name, values, arguments)
    return Form(axes, _of_result(name, values, arguments)).known


@arrays.deduce(LayerResult, about=modules.WIDTHS.__contains__)
def of_layer(event: LayerResult) -> Form | None:
    """The form of what a dense layer gives: its width in place of the last axis."""
    field = event.layer.fields.get(modules.WIDTHS[event.name])
    width = forms.axes_in(field) if isinstance(field, Container) else (forms.size(field),)
    given = event.arguments.positional[:1]
    axes = forms.axes_of(given[0]) if given else None
    return Form((*axes[:-1], *width), "inexact") if axes and width else None


@arrays.deduce(AttributeResult)
def of_attribute(event: AttributeResult) -> Form | None:
    """The form of an attribute of an array that is an array."""
    kind = _of_one(known.ATTRIBUTES[event.attr], forms.kind_of(event.base))
    return Form(shapes.of_attribute(event.base, event.attr), kind).known


@arrays.deduce(DtypeResult)
def of_dtype(event: DtypeResult) -> Kind | None:
    """The kind of an array's dtype."""
    kind = forms.kind_of(event.base)
    return Kind(kind) if kind else None


def asked_dtype(name: str, arguments: Arguments) -> Value | None:
    """The dtype that a call of a function asks for; None, written out or not, asks for none."""
    position = known.DTYPE_POSITIONS.get(name)
    if position is None:
        given = arguments.keywords.get("dtype")
    else:
        given = arguments.get(position, "dtype")
    return None if given is None or is_none(given) else given


def _of_result(name: str, values: Sequence[Value], arguments: Arguments) -> str:
    if arguments.rest is not None:
        return ""
    dtype = asked_dtype(name, arguments)
    if dtype is not None:
        return forms.named_kind(dtype)
    if name in dtypes.CASTS:
        return forms.named_kind(Const(name.rpartition(".")[2].rstrip("_")))
    if name == _ROUNDED and is_none(arguments.get(1, "ndigits") or NONE):
        return "int"
    if name in _FIXED:
        return _FIXED[name]
    if name in _INEXACT:
        return _inexact([forms.kind_of(one) for one in values[: _INEXACT[name]]])
    if name in known.PROMOTING:
        first = known.PROMOTING[name]
        return forms.promoted(values[first : first + 2])
    return _of_one(name, forms.kind_of(values[0])) if values and name in _KEEPING else ""


def _inexact(kinds: Sequence[str]) -> str:
    """Floats, or complex numbers, of numbers of some kinds."""
    if "complex" in kinds:
        return "complex"
    return "float" if {*kinds} <= _REAL else "inexact"


def _of_one(name: str, kind: str) -> str:
    """The kind that a function gives which keeps that of its argument, as far as it may."""
    if name in known.COUNTING and kind == "bool":
        return "int"
    return "float" if name in known.REAL_RESULTS and kind in ("complex", "inexact") else kind
