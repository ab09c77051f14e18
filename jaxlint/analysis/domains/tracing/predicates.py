"""Predicates of traced code that were made of others: ``logical_and(a, b)``, ``a & ~b``."""

from __future__ import annotations

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.values import predicates
from jaxlint.analysis.values.predicates import Implies

_BOTH, _EITHER, _OPPOSITE = (f"jax.numpy.logical_{word}" for word in ("and", "or", "not"))
_BITWISE = {"&": predicates.both, "|": predicates.either}
_LOGICAL = {_BOTH: predicates.both, _EITHER: predicates.either}


@tracing.deduce(Call, about=(*_LOGICAL, _OPPOSITE).__contains__)
def called(call: Call) -> Implies | None:
    """What the functions of ``jax.numpy`` make of predicates."""
    given = call.arguments.positional
    if call.name == _OPPOSITE:
        return predicates.opposite(given[0]) if len(given) == 1 else None
    return _LOGICAL[call.name](*given) if len(given) == 2 else None


@tracing.deduce(OperatorResult)
def operated(event: OperatorResult) -> Implies | None:
    """The same of operators: numbers of which all bits are the other way are no predicates."""
    if event.op == "~":
        return predicates.opposite(event.left)
    if event.right is None or event.op not in _BITWISE:
        return None
    return _BITWISE[event.op](event.left, event.right)
