"""What the truth of a value says of the truth of others that it was made of by and, or and not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jaxlint.analysis import budgets
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Value

# Values by their tokens, each with its truth.
Truths = frozenset[tuple[Value, bool]]
_NOTHING: Truths = frozenset()


@dataclass(slots=True, frozen=True)
class Implies(Fact):
    """What holds of others where a value is true, and where it is false."""

    held: Truths
    failed: Truths

    def cross(self, edge: Edge) -> Implies | None:
        """A trace hands predicates on as they are."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None

    def recalled(self, given: Mapping[Value, Value]) -> Implies:
        """The same of what another call is given."""
        return Implies(_recalled(self.held, given), _recalled(self.failed, given))

    @property
    def known(self) -> Implies | None:
        """What is worth keeping."""
        size = len(self.held) + len(self.failed)
        return self if 0 < size <= budgets.CONDITIONS else None


def told(value: Value, *, holds: bool) -> Truths:
    """What follows of the truth of a value, that itself included."""
    if isinstance(value, Const):
        return _NOTHING
    known = value.fact(Implies)
    others = _NOTHING if known is None else known.held if holds else known.failed
    return others | {(value.token, holds)}


def both(left: Value, right: Value) -> Implies | None:
    """What is known of what is true where two values are."""
    held = told(left, holds=True) | told(right, holds=True)
    return Implies(held, told(left, holds=False) & told(right, holds=False)).known


def either(left: Value, right: Value) -> Implies | None:
    """What is known of what is true where one of two values is."""
    failed = told(left, holds=False) | told(right, holds=False)
    return Implies(told(left, holds=True) & told(right, holds=True), failed).known


def opposite(value: Value) -> Implies | None:
    """What is known of what is true where a value is false."""
    return Implies(told(value, holds=False), told(value, holds=True)).known


def _recalled(truths: Truths, given: Mapping[Value, Value]) -> Truths:
    return frozenset((given.get(value, value).token, holds) for value, holds in truths)
