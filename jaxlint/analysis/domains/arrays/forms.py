"""What is known of an array's shape and dtype from the call or the operator that makes it."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.arrays import arrays, lengths
from jaxlint.analysis.domains.arrays.facts import MASK, UNFORMED, Axes, Form, Kind, Ranked
from jaxlint.analysis.values import numbers, spans
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    External,
    HostArray,
    Traced,
    Value,
    is_none,
)
from jaxlint.knowledge import host
from jaxlint.knowledge.dtypes import KINDS
from jaxlint.knowledge.random import FLOATS, SHAPED, WHOLE_NUMBERS

# A kind beside another one becomes the one that stands later.
_WIDENING = ("", "bool", "int", "float", "inexact", "complex")
# What may become of one beside an array of an unknown kind.
_AT_LEAST = {"float": "inexact", "inexact": "inexact", "complex": "complex"}
# Operators that make numbers of truth values, too.
_OF_NUMBERS = ("//", "%", "**", "<<", ">>")
# Operators that raise beside fractions, so that what they give has no kind.
_OF_BITS = ("~", "&", "|", "^", "<<", ">>")
_FRACTIONS = ("float", "complex", "inexact")
_FORMED = frozenset("zeros ones empty full array asarray arange eye identity linspace".split())
_COMPARING = frozenset(("<", "<=", ">", ">=", "==", "!="))


def of_value(value: Value) -> Form:
    """What is known of the form of an array or number."""
    if not value.facts:
        return UNFORMED
    number = value.fact(numbers.Number)
    return value.fact(Form) or (UNFORMED if number is None else Form((), number.kind))


def axes_of(value: Value) -> Axes | None:
    """What is known of the axes of an array; a number has none."""
    return () if numbers.is_number(value) else of_value(value).axes


def spelled(axes: Axes) -> str:
    """Axes as a shape is written, with a letter for a length that is not known."""
    inner = ", ".join("n" if length is None else str(length) for length in axes)
    return f"({inner},)" if len(axes) == 1 else f"({inner})"


def kind_of(value: Value) -> str:
    """The kind of an array's dtype, or that of a Python number; "" where it is not known."""
    if not value.facts:
        return numbers.kind_of(value) if isinstance(value, Const) else ""
    return numbers.kind_of(value) or of_value(value).kind


def is_mask(value: Value) -> bool:
    """Whether a value holds truth values, so that an index of it selects."""
    return of_value(value).kind == "bool"


def has_form(name: str) -> bool:
    """Whether something is known of the form of what a function gives."""
    return name in SHAPED or name.removeprefix("jax.numpy.") in _FORMED


@arrays.deduce(Call, about=has_form)
def of_call(call: Call) -> Form | None:
    """What is known of the form of what a function of ``jax.numpy`` gives."""
    return _of_function(call.name, call.arguments).known


@arrays.deduce(Call, about=host.ARRAY_MAKERS.__contains__)
def has_axes(call: Call) -> Ranked:
    """A function of NumPy's gives an array for certain, and not one of its numbers."""
    return Ranked()


@arrays.deduce(OperatorResult)
def keeps_axes(event: OperatorResult) -> Ranked | None:
    """An operator but ``@`` leaves an array of NumPy an array."""
    operands = (event.left, event.right) if event.op not in ("@", "not") else ()
    return next((one for side in operands if side and (one := side.fact(Ranked))), None)


@arrays.deduce(Call, about="jax.numpy.arange".__eq__)
def counts(call: Call) -> spans.Span | None:
    """The span of an array of consecutive numbers, as an index."""
    return spans.of_range(call.arguments.positional)


def _of_function(name: str, arguments: Arguments) -> Form:
    if name in SHAPED:
        asked = _dtype(arguments, 2, "float") if name in FLOATS else ""
        kind = "int" if name in WHOLE_NUMBERS else asked
        shape = arguments.get(1, "shape")
        unasked = shape is None and arguments.rest is None
        return Form(() if unasked else axes_in(shape), kind)
    short = name.removeprefix("jax.numpy.")
    if short in ("zeros", "ones", "empty"):
        return Form(axes_in(arguments.get(0, "shape")), _dtype(arguments, 1, "float"))
    if short == "full":
        fill = arguments.get(1, "fill_value")
        return Form(
            axes_in(arguments.get(0, "shape")),
            _dtype(arguments, 2, "" if fill is None else kind_of(fill)),
        )
    if short in ("array", "asarray"):
        return _of_literal(arguments)
    if short == "arange":
        return _of_range(arguments)
    if short in ("eye", "identity"):
        return Form(_of_square(arguments), _dtype(arguments, 3 if short == "eye" else 1, "float"))
    if short == "linspace":
        return _of_steps(arguments)
    return UNFORMED


def named_kind(value: Value | None) -> str:
    """The kind that a dtype names, or has as that of an array; "" where it is not known."""
    known = None if value is None else value.fact(Kind)
    if known is not None:
        return known.name
    return KINDS.get(dtype_name(value).rstrip("_"), "")


def dtype_name(value: Value | None) -> str:
    """The last name of a dtype, given as one or as a string; "" where it is not known."""
    if isinstance(value, External):
        return value.name.rpartition(".")[2]
    named = isinstance(value, Const) and isinstance(value.value, str)
    return str(value.value) if named and isinstance(value, Const) else ""


def _dtype(arguments: Arguments, position: int, default: str) -> str:
    """The kind that a call asks for, or the one that it gives unasked."""
    if arguments.rest is not None:
        return ""
    given = arguments.get(position, "dtype")
    if given is None or (isinstance(given, Const) and given.value is None):
        return default
    return named_kind(given)


def axes_in(value: Value | None) -> Axes | None:
    """The axes of a shape given as a whole number, or as a tuple or list of some sizes."""
    if numbers.is_whole_number(value) if value is not None else False:
        return (size(value),)
    if not isinstance(value, Container) or value.rest is not None:
        return None
    return tuple(map(size, value.items.values())) if value.kind in ("tuple", "list") else None


def size(value: Value | None) -> int | None:
    """The length that a whole number gives an axis, None where it is not known."""
    known = isinstance(value, Const) and type(value.value) is int
    return value.value if isinstance(value, Const) and known else None  # type: ignore[return-value]


def _of_square(arguments: Arguments) -> Axes:
    """The axes of a matrix with ones, which is a square unless its columns are counted."""
    rows, columns = arguments.get(0, "N"), arguments.positional[1:2]
    others = arguments.keywords.keys() & {"M", "n"}
    if arguments.rest is not None or others or (columns and not is_none(columns[0])):
        return (None, None)
    return (size(rows), size(rows))


def _of_range(arguments: Arguments) -> Form:
    if arguments.keywords.keys() - {"dtype"} or not arguments.positional or arguments.rest:
        return UNFORMED
    kinds = {kind_of(value) for value in arguments.positional}
    kind = "float" if "float" in kinds else "int" if kinds == {"int"} else ""
    bounds = [value.value if isinstance(value, Const) else None for value in arguments.positional]
    whole = [int(bound) for bound in bounds if isinstance(bound, int | float) and bound % 1 == 0]
    known = len(whole) == len(bounds) and 0 not in whole[2:]
    return Form((len(range(*whole)) if known else None,), _dtype(arguments, 3, kind))


def _of_steps(arguments: Arguments) -> Form:
    """The form of so many numbers from one to another, unless they come with their distance."""
    kinds = [kind_of(value) for value in arguments.positional[:2]]
    if len(kinds) < 2 or arguments.get(4, "retstep") is not None:
        return UNFORMED
    kind = "float" if all(kind in ("int", "float") for kind in kinds) else "inexact"
    axes = axes_in(arguments.get(2, "num") or Const(50)) if _are_numbers(arguments) else None
    return Form(axes, _dtype(arguments, 5, kind))


def _are_numbers(arguments: Arguments) -> bool:
    """Whether the ends of a range are numbers: between arrays there are more axes."""
    return all(axes_of(value) == () for value in arguments.positional[:2])


def _of_literal(arguments: Arguments) -> Form:
    """The form of an array made from a list display of numbers."""
    given = arguments.get(0, "object" if "object" in arguments.keywords else "a")
    if arguments.keywords.keys() - {"dtype", "copy"}:
        return UNFORMED
    if given is not None and not isinstance(given, Container):
        return Form(axes_of(given), _dtype(arguments, 1, kind_of(given)))
    found = None if given is None else _nested(given)
    shape, kinds = found or (None, {""})
    order = ("complex", "float", "int", "bool")
    widest = next((kind for kind in order if kind in kinds), "") if "" not in kinds else ""
    return Form(shape, _dtype(arguments, 1, widest))


def _nested(value: Value) -> tuple[Axes, set[str]] | None:
    """The axes and the kinds of the numbers in nested lists; None where they are not alike."""
    if not isinstance(value, Container):
        axes = axes_of(value)
        return None if axes is None else (axes, {kind_of(value)})
    if value.kind not in ("tuple", "list") or value.rest is not None or not value.items:
        return None
    rows = [_nested(item) for item in value.items.values()]
    shapes = {None if row is None else row[0] for row in rows}
    kinds = {kind for row in rows if row is not None for kind in row[1]}
    shape = shapes.pop()
    return ((len(rows), *shape), kinds) if shape is not None and not shapes else None


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Form | None:
    """What is known of the form of what a method of an array, or of ``x.at[i]``, gives."""
    base, name = event.base, event.name
    if isinstance(base, AtReference):
        return of_value(base.base).known if name != "get" else None
    if name == "astype":
        return Form(of_value(base).axes, _dtype(event.arguments, 0, "")).known
    return of_value(base).known if name == "copy" else None


@arrays.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Form | None:
    """What is known of the form of what an operator makes of its operands."""
    op, left, right = event
    if op == "not":
        return None
    if op in _COMPARING:
        axes = None if right is None else lengths.together(axes_of(left), axes_of(right))
        return Form(axes, MASK.kind)
    form = of_value(left).known if right is None else _of_arithmetic(op, left, right)
    refused = op in _OF_BITS and form is not None and form.kind in _FRACTIONS
    return form if form is None or not refused else Form(form.axes).known


def _of_arithmetic(op: str, left: Value, right: Value) -> Form | None:
    joined = lengths.product if op == "@" else lengths.together
    axes = joined(axes_of(left), axes_of(right))
    kind = promoted((left, right))
    if op == "/" and kind in ("bool", "int"):
        kind = "float"
    elif op == "/" and not kind and is_operand(left) and is_operand(right):
        kind = "inexact"
    elif op in _OF_NUMBERS and kind == "bool":
        kind = "int"
    return Form(axes, kind).known


def promoted(values: Sequence[Value]) -> str:
    """The kind of dtype to which JAX promotes two; "" where it is not known.

    Beside a float an array of an unknown kind gives floats, or complex numbers.
    """
    if len(values) != 2:
        return ""
    kinds = [kind_of(value) for value in values]
    if all(kinds) or (any(kinds) and all(map(is_operand, values))):
        widest = max(kinds, key=_WIDENING.index)
        return widest if all(kinds) else _AT_LEAST.get(widest, "")
    return ""


def is_operand(value: Value) -> bool:
    """Whether a value is certainly an array or a number."""
    if isinstance(value, Traced):
        return value.source is None or value.source.array
    return isinstance(value, Array | HostArray) or numbers.is_number(value)
