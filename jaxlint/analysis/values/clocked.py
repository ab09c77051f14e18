"""Numbers that traced code read off a clock, and what it computed of them alone."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Static, Value
from jaxlint.program import ir


@dataclass(slots=True, frozen=True)
class Clocked(Fact):
    """Said of a number that clocks gave, read at these ``places``."""

    places: frozenset[ir.Place]

    def join(self, other: Clocked | None) -> Clocked:
        """A number that may come of a clock is one of which it counts where it goes."""
        return self if other is None else Clocked(self.places | other.places)

    def cross(self, edge: Edge) -> Clocked:
        """It is the same number wherever it goes, and a number of it in each turn of a loop."""
        return self

    def sign(self) -> Hashable:
        """Each call with such a number has its own say in where that goes."""
        return self.places


def made(place: ir.Place) -> Static:
    """What a clock gives that is read there."""
    return Static(Clocked(frozenset((place,))))


def places(value: Value) -> frozenset[ir.Place]:
    """Where the clocks were read of which a number comes; none if it comes of none."""
    fact = value.fact(Clocked)
    return frozenset() if fact is None else fact.places
