"""Arrays that a key has put into an order: the same key again does not order them alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.keys import meant
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Array, Const, Static, Value
from jaxlint.knowledge import random

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.state import Draw


@dataclass(slots=True, frozen=True)
class Shuffled(Fact):
    """Said of an array that ``permutation`` or ``choice`` drew from one of some values."""

    origins: frozenset[Value]

    def join(self, other: Shuffled | None) -> Shuffled:
        """What was shuffled on one path may have been where paths meet."""
        return self if other is None else Shuffled(self.origins | other.origins)

    def cross(self, edge: Edge) -> Shuffled | None:
        """The array is the same one wherever it goes as a whole."""
        whole = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT, Edge.NEXT_TURN)
        return self if edge in whole else None

    def recalled(self, given: Mapping[Value, Value]) -> Shuffled:
        """In another call it was drawn from what that is given."""
        return Shuffled(frozenset([given.get(token, token) for token in self.origins]))


def alike(earlier: Use, later: Use) -> bool:
    """Whether two draws give different arrays the same order, which is what one key is for then.

    An array that the first draw has shuffled is not brought into line by the second one.
    """
    one, other = earlier.given, later.given
    if one is None or other is None or one[0] != other[0] or one[0] not in random.ALIGNING:
        return False
    weights = [use.weights and use.weights.token for use in (earlier, later)]
    if weights[0] is not weights[1] or all(_is_counted(value) for _, value in (one, other)):
        return False
    fact = other[1].fact(Shuffled)
    again = fact is not None and one[1].token in fact.origins
    return not again and one[1].token is not other[1].token


def by_helper(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether two calls of one helper bring what they are given into the same order."""
    samplers = {earlier.use.sampler, later.use.sampler}
    inside = first.node is not earlier.node and second.node is not first.node
    return inside and samplers <= random.ALIGNING and meant.are_of_one_helper(first, second)


def by_leaf(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether a map brings each leaf of a tree into the same order, by the indices of its rows."""
    samplers = {earlier.use.sampler, later.use.sampler}
    repeated = first.node is second.node and samplers <= random.ALIGNING
    return repeated and meant.goes_over_leaves(second)


def _is_counted(value: Value) -> bool:
    """Whether a value is a number, or the numbers up to one, of which indices are drawn."""
    return isinstance(value, Const | Static) or (
        isinstance(value, Array) and value.origin == "jax.numpy.arange"
    )
