"""Arrays whose dtype is their own, and gives way to no other."""

from __future__ import annotations

from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.arrays import arrays, forms, kinds
from jaxlint.analysis.domains.arrays.facts import Form, Strong
from jaxlint.analysis.values.kinds import is_none
from jaxlint.knowledge import dtypes
from jaxlint.knowledge import result_kinds as known


@arrays.deduce(Call, about=lambda name: name in known.STRONG or name in dtypes.CASTS)
def of_function(call: Call) -> Strong:
    """What has a dtype of its own, even where none is named."""
    return Strong()


@arrays.deduce(Call, about=known.LIKE.__contains__)
def of_likeness(call: Call) -> Strong | None:
    """What is filled like an array has the array's dtype, unless another one is asked for."""
    dtype = kinds.asked_dtype(call.name, call.arguments)
    if dtype is not None and not is_none(dtype):
        return Strong()
    return None if call.first is None else call.first.fact(Strong)


@arrays.deduce(MethodResult)
def of_method(event: MethodResult) -> Strong | None:
    """What is cast has the dtype that is asked for."""
    return Strong() if event.name == "astype" and forms.is_operand(event.base) else None


@arrays.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Strong | None:
    """A strong operand of the kind of the result decides its dtype."""
    form = forms.of_operator(event)
    strong = (one for one in (event.left, event.right) if one is not None and one.fact(Strong))
    if not isinstance(form, Form) or not form.kind:
        return None
    return Strong() if any(forms.kind_of(one) == form.kind for one in strong) else None
