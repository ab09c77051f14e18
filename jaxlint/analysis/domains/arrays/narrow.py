"""Arrays of eight and sixteen bits, as far as the code names their dtypes."""

from __future__ import annotations

from collections.abc import Iterable

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import AttributeResult, ItemResult, OperatorResult
from jaxlint.analysis.domains.arrays import arrays, forms
from jaxlint.analysis.domains.arrays.facts import Narrow
from jaxlint.analysis.values import numbers
from jaxlint.analysis.values.kinds import AtReference, External, Value, is_none
from jaxlint.knowledge import dtypes, result_kinds
from jaxlint.knowledge.numerics import WIDENED

_ASKED = result_kinds.DTYPE_POSITIONS
_PROMOTING = result_kinds.PROMOTING
_SAME = result_kinds.SAME_DTYPE
# What keeps the dtype of floats.
_SMOOTH = (
    (result_kinds.ALIKE | result_kinds.REDUCTIONS)
    - result_kinds.BOOL_RESULTS
    - result_kinds.INT_RESULTS
    - {"jax.numpy.sign"}
)
_COMPARING = frozenset(("<", "<=", ">", ">=", "==", "!=", "not"))


def of(value: Value) -> str:
    """The narrow dtype that an array certainly has, or ""."""
    known = value.fact(Narrow) if value.facts else None
    return "" if known is None else known.dtype


def _is_known(name: str) -> bool:
    """Whether something is known of the dtype of what a function gives."""
    return any(name in known for known in (_ASKED, _SAME, _SMOOTH, _PROMOTING, dtypes.CASTS))


@arrays.deduce(Call, about=_is_known)
def of_call(call: Call) -> Narrow | None:
    """The dtype of what a function gives that is asked for it, or that leaves it as it was."""
    name, given = call.name, call.arguments
    if given.rest is not None:
        return None
    if name in dtypes.CASTS:
        return _named(External(name))
    at, named = _ASKED.get(name), given.keywords.get(WIDENED, given.keywords.get("dtype"))
    asked = named if at is None else given.get(at, "dtype")
    if asked is not None and not is_none(asked):
        return _named(asked)
    if name in _PROMOTING:
        return _together(given.positional[_PROMOTING[name] :])
    return None if call.first is None else _kept(name, call.first)


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Narrow | None:
    """The dtype of what a method of an array gives, or of an update of one."""
    base, name, given = event.base, event.name, event.arguments
    if isinstance(base, AtReference):
        return base.base.fact(Narrow)
    asked = _asked(name, given)
    if asked is not None and not is_none(asked):
        return _named(asked)
    return _kept(result_kinds.function_of(name) or f"jax.numpy.{name}", base)


def _asked(name: str, given: Arguments) -> Value | None:
    """The dtype that a method is asked for."""
    return given.get(0, "dtype") if name in ("astype", "view") else given.keywords.get("dtype")


def _kept(function: str, value: Value) -> Narrow | None:
    """The dtype of an array, where a function leaves it as it is."""
    known = value.fact(Narrow)
    smooth = known is not None and "float" in dtypes.NARROW[known.dtype] and function in _SMOOTH
    return known if function in _SAME or smooth else None


@arrays.deduce(AttributeResult)
def of_attribute(event: AttributeResult) -> Narrow | None:
    """A transpose has the dtype of the array."""
    return event.base.fact(Narrow) if event.attr in ("T", "mT") else None


@arrays.deduce(ItemResult)
def of_item(event: ItemResult) -> Narrow | None:
    """So has what an index takes."""
    return event.base.fact(Narrow)


@arrays.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Narrow | None:
    """What an operator makes of arrays of one dtype, or of one and numbers of Python's."""
    op, left, right = event
    if right is None:
        return left.fact(Narrow) if op in "-+~" else None
    together = _together((left, right)) if op not in _COMPARING else None
    whole = together is not None and "float" not in dtypes.NARROW[together.dtype]
    return None if op == "/" and whole else together


def _together(values: Iterable[Value]) -> Narrow | None:
    """The one narrow dtype of some values, beside numbers that leave it as it is."""
    known = [(value, value.fact(Narrow) if value.facts else None) for value in values]
    narrow = {fact.dtype: fact for _, fact in known if fact is not None}
    if len(narrow) != 1:
        return None
    ((dtype, found),) = narrow.items()
    kinds = {_kind(value) for value, fact in known if fact is None}
    return found if kinds <= dtypes.NARROW[dtype] else None


def _kind(value: Value) -> str:
    """The kind of a number of Python's, which takes on the dtype that it meets; else ""."""
    return numbers.kind_of(value) if numbers.is_number(value) else ""


def _named(dtype: Value) -> Narrow | None:
    found = dtypes.narrow(forms.dtype_name(dtype))
    return Narrow(found) if found else None
