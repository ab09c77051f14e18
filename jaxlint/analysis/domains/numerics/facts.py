"""What this domain knows of a value: how it was computed, and whether its slope is taken."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Value

_DEPTH = 3


@dataclass(slots=True, frozen=True)
class Term(Fact):
    """Said of a number that an operation made of others, or of an array of such numbers."""

    op: str
    operands: tuple[Value, ...]

    def cross(self, edge: Edge) -> Term | None:
        """Rows and elements were computed in the same way; another turn's number was not."""
        return None if edge in (Edge.STACK, Edge.NEXT_TURN) else self

    def sign(self) -> Hashable:
        """The operations, some levels deep: what is said of a number depends on them."""
        return self._sign(_DEPTH)

    def _sign(self, depth: int) -> Hashable:
        return (self.op, *(_sign_of(one, depth - 1) for one in self.operands)) if depth else ""


def _sign_of(value: Value, depth: int) -> Hashable:
    term = value.fact(Term)
    if term is not None:
        return term._sign(depth)
    return repr(value.value) if isinstance(value, Const) else ""


@dataclass(slots=True, frozen=True)
class Slope(Fact):
    """Said of a number: whether it depends on what code around it differentiates."""

    taken: bool

    def join(self, other: Slope | None) -> Slope:
        """What depends on it on one path may do so where paths meet."""
        return self if other is None or self.taken else other

    def cross(self, edge: Edge) -> Slope:
        """Whatever is made of it depends on it as well."""
        return self

    def sign(self) -> Hashable:
        """What is said of a number depends on it."""
        return self.taken
