"""What keys are made of, where the source shows it: keys of one recipe are equal.

``split(key)[i]`` is ``fold_in(key, i)``, and the first children of a longer split are those of a
shorter one: a child is known by its number (rows D09 and D10 of what was run on JAX).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from itertools import count

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Key, Value
from jaxlint.program import ir

# When keys were made that a call is known to make: later than all that is seen to be made.
_REMADE = count(1 << 60)


@dataclass(slots=True, frozen=True)
class Recipe(Fact):
    """Said of a key that is made of the first of these numbers, and is the child of a child.

    Of a batch it is said for the key that was split. ``made`` is when the key was made of the
    number, which tells it from others: children of one key are equal because that was used twice.
    ``where`` is the place of that.
    """

    steps: tuple[Hashable, ...]
    made: int = field(compare=False)
    where: ir.Place = field(compare=False)

    def cross(self, edge: Edge) -> Recipe | None:
        """A key is the same one in a function that is called, and behind one that made it."""
        return self if edge in (Edge.CALL, Edge.TRACE_OUT) else None

    def remade(self) -> Recipe | None:
        """Another key is made of the same number; of what a child is made, another call says."""
        return replace(self, made=next(_REMADE)) if len(self.steps) == 1 else None


def of(key: Value) -> Recipe | None:
    """The recipe of a single key, if the source shows it."""
    if not isinstance(key, Key) or key.batch:
        return None
    own = key.fact(Recipe)
    if own is not None or key.family is None or key.member is None:
        return own
    number = key.member
    single = number.turn is None and number.first == number.last
    return child(key.family.fact(Recipe), number.first) if single else None


def child(parent: Recipe | None, number: Hashable) -> Recipe | None:
    """The recipe of a child by its number, or by what was folded in."""
    return parent and replace(parent, steps=(*parent.steps, number))
