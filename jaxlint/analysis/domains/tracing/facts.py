"""What this domain knows of plain values that came of asking a tracer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Traced


@dataclass(slots=True, frozen=True)
class Denial(Fact):
    """Said of what ``isinstance`` answers of ``tracer``: false of Python's and NumPy's types."""

    tracer: Traced


@dataclass(slots=True, frozen=True)
class Bounded(Fact):
    """Said of a slice of which a bound is the ``tracer``."""

    tracer: Traced

    def sign(self) -> Hashable:
        """Each such slice is asked for on its own."""
        return self.tracer
