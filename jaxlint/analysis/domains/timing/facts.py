"""What this domain knows of a value: that a clock was read, and what lies between two readings."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact


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
