"""What this domain knows of values that are no tracers: what they were asked of, what made them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.values.facts import Edge, Fact
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


@dataclass(slots=True, frozen=True)
class Differentiated(Fact):
    """Said of the pair that a gradient function gives: a value and its gradients."""

    made: Transformed

    def cross(self, edge: Edge) -> Differentiated | None:
        """The pair is the same one wherever it goes as a whole."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None
