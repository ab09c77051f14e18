"""Arrays whose dtype is their own, and gives way to no other."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import AttributeResult, ItemResult, OperatorResult
from jaxlint.analysis.domains.arrays import arrays, forms, kinds
from jaxlint.analysis.domains.arrays.facts import Form, Strong
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import AtReference, Container, HostArray, Value
from jaxlint.knowledge import dtypes
from jaxlint.knowledge import result_kinds as known
from jaxlint.knowledge.names import FROM_SEQUENCES

_WHOLE = frozenset(("bool", "int"))


@arrays.deduce(Call, about=lambda name: name in known.STRONG or name in dtypes.CASTS)
def of_function(call: Call) -> Strong:
    """What has a dtype of its own, even where none is named."""
    return Strong()


@arrays.deduce(Call, about=known.LIKE.__contains__)
def of_likeness(call: Call) -> Strong | None:
    """What is filled like an array has the array's dtype, unless another one is asked for."""
    if _asks(call):
        return Strong()
    return None if call.first is None else call.first.fact(Strong)


@arrays.deduce(Call, about=FROM_SEQUENCES.__contains__)
def of_conversion(call: Call) -> Strong | None:
    """An array of a list, or of NumPy's; of a number of Python's alone it is a weak one."""
    return Strong() if _asks(call) or _is_strong(call.first) else None


def _asks(call: Call) -> bool:
    """Whether a call asks for a dtype."""
    return kinds.asked_dtype(call.name, call.arguments) is not None


def _is_strong(value: Value | None) -> bool:
    """Whether what is made an array has a dtype of its own, or is a list."""
    if isinstance(value, Container):
        return value.kind in ("list", "tuple")
    return isinstance(value, HostArray) or (value is not None and value.fact(Strong) is not None)


@arrays.deduce(Call, about=known.AS_STRONG.__contains__)
def of_one(call: Call) -> Strong | None:
    """What is computed of an array that is strong."""
    return None if call.first is None else call.first.fact(Strong)


@arrays.deduce(Call, about=known.AS_STRONG_OF_TWO.__contains__)
def of_two(call: Call) -> Strong | None:
    """What is computed of two arrays, of which a strong one decides the dtype."""
    made = kinds.of_function(call)
    first = known.PROMOTING.get(call.name, 0)
    return _decided(made, call.arguments.positional[first : first + 2])


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Strong | None:
    """What is cast has the dtype that is asked for, what is updated that of the array."""
    if isinstance(event.base, AtReference):
        return event.base.base.fact(Strong)
    if event.name == "astype":
        return Strong() if forms.is_operand(event.base) else None
    name = known.function_of(event.name)
    return event.base.fact(Strong) if name in known.AS_STRONG else None


@arrays.deduce(ItemResult)
def of_item(event: ItemResult) -> Strong | None:
    """What an index takes of an array."""
    return event.base.fact(Strong)


@arrays.deduce(AttributeResult)
def of_attribute(event: AttributeResult) -> Strong | None:
    """An attribute of an array that is an array."""
    return event.base.fact(Strong)


@arrays.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Strong | None:
    """A strong operand of the kind of the result decides its dtype."""
    operands = [one for one in (event.left, event.right) if one is not None]
    return _decided(forms.of_operator(event), operands)


def _decided(made: Fact | None, operands: Sequence[Value]) -> Strong | None:
    """Whether a strong operand decides the dtype of what is made of some.

    It does where it is of the kind of the result, and among whole numbers that become floats.
    """
    if not isinstance(made, Form) or not made.kind:
        return None
    whole = {forms.kind_of(one) for one in operands} <= _WHOLE
    strong = [one for one in operands if one.fact(Strong) is not None]
    return Strong() if any(whole or forms.kind_of(one) == made.kind for one in strong) else None
