"""What this domain knows of a value: the reading of a clock, a time, or the sum of times."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact


@dataclass(slots=True, frozen=True)
class Reading(Fact):
    """Said of what a clock gave; ``serial`` tells it from others."""

    serial: int

    def sign(self) -> Hashable:
        """Each reading is one of its own."""
        return self.serial


@dataclass(slots=True, frozen=True)
class Elapsed(Fact):
    """Said of the time between two readings, by their serials."""

    first: int
    last: int

    def sign(self) -> Hashable:
        """Each time is one of its own."""
        return self.first, self.last


@dataclass(slots=True, frozen=True)
class Summed(Fact):
    """Said of what the times of all turns of a loop were put into; ``key`` tells it from others."""

    key: Hashable

    def join(self, other: Summed | None) -> Summed:
        """A loop that makes no turn leaves what the sum began with."""
        return self

    def cross(self, edge: Edge) -> Summed | None:
        """The next turn adds to it."""
        return self if edge in (Edge.CALL, Edge.NEXT_TURN) else None

    def sign(self) -> Hashable:
        """Each sum is one of its own."""
        return self.key
