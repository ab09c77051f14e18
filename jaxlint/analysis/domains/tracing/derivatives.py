"""What is computed of derivatives is one as well, as far as operators go."""

from __future__ import annotations

from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.values.kinds import Const, Value

# These leave a derivative what it is, of another sign or scale.
_SCALING = frozenset(("*", "/"))


@tracing.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Derivative | None:
    """Whether an operator gives a derivative: a multiple of one, or the sum of several.

    What is moved along a derivative is none.
    """
    left, right = event.left, event.right
    known = left.fact(Derivative)
    if right is None:
        return {"+": known, "-": _of_any_sign(known)}.get(event.op)
    other = right.fact(Derivative)
    if event.op in _SCALING:
        scale = left if known is None else right
        return (known or other) if _is_positive(scale) else _of_any_sign(known or other)
    if event.op not in ("+", "-"):
        return None
    apart = (known is None and not isinstance(left, Const)) or (
        other is None and not isinstance(right, Const)
    )
    return None if apart else _of_any_sign(known or other)


def _of_any_sign(derivative: Derivative | None) -> Derivative | None:
    return None if derivative is None else Derivative()


def _is_positive(value: Value) -> bool:
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, int | float) and number > 0
