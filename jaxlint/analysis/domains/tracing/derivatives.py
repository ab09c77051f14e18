"""What is computed of derivatives is one as well, as far as operators go."""

from __future__ import annotations

from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.facts import Derivative

# These leave a derivative what it is: of another sign or scale, a sum of several.
_LINEAR = frozenset(("+", "-", "*", "/"))


@tracing.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Derivative | None:
    """Whether an operator gives a derivative, or a multiple or a sum of such."""
    if event.op not in _LINEAR:
        return None
    known = event.left.fact(Derivative)
    return known if known is not None or event.right is None else event.right.fact(Derivative)
