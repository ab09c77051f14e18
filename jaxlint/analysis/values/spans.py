"""Which members of a batch an index takes: one, some by the turns of a loop, or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Value


@dataclass(slots=True, frozen=True)
class Span(Fact):
    """The members from ``first`` to ``last``, all of them certainly taken by an index.

    ``last`` is infinite for a pass over the whole batch. ``turn`` names the pass, of which each
    turn takes another member; it is None where an index stands by itself.
    """

    first: int
    last: float
    turn: object = None

    def join(self, other: Span | None) -> Span | None:
        """Two spans that are alike may still be taken by different indices."""
        return self if self is other else None

    def cross(self, edge: Edge) -> Span | None:
        """An index is the same one in a function; each row of an array has one of its own."""
        return self if edge in _SAME_INDEX else None

    def moved(self, by: int) -> Span:
        """The span of the indices that come of adding a number to those of this one."""
        return Span(self.first + by, self.last + by, self.turn)


_SAME_INDEX = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT, Edge.ROW)


def whole(turn: object) -> Span:
    """The span of a pass over all members."""
    return Span(0, inf, turn)


def of_value(index: Value) -> Span | None:
    """The span of an index: a literal one, a loop's variable, an array of consecutive numbers."""
    span = index.fact(Span)
    if span is not None:
        return span
    token = index.token
    known = token.value if isinstance(token, Const) else None
    return Span(known, known) if type(known) is int and known >= 0 else None


def of_range(bounds: Sequence[Value], turn: object = None) -> Span | None:
    """The span of what ``range(*bounds)`` gives; where its end is unknown, of its first number."""
    known = [bound.value if isinstance(bound, Const) else None for bound in bounds]
    first, end = (0, *known, None)[:2] if len(known) < 2 else known[:2]
    if type(first) is not int or first < 0 or len(known) > 2:
        return None
    return Span(first, max(first, end - 1) if type(end) is int else first, turn)


def moved(op: str, index: Value, by: int) -> Span | None:
    """The span of an index to which a number is added, or from which one is taken."""
    span = index.fact(Span) if op in ("+", "-") else None
    return span and span.moved(by if op == "+" else -by)


def in_turn(span: Span | None, turn: object) -> Span | None:
    """The span of an index as a turn of a pass takes it."""
    return span and replace(span, turn=turn)


def overlap(one: Span | None, other: Span | None) -> bool:
    """Whether two takings certainly have a member in common.

    An index of which nothing is known (None) lies in the whole batch.
    """
    if one is None or other is None:
        known = one or other
        return known is not None and known.last == inf and known.first == 0
    if one.turn is not None and one.turn == other.turn:
        return False
    return max(one.first, other.first) <= min(one.last, other.last)
