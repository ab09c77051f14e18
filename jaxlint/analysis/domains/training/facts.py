"""What this domain knows of a value: that it is an optimiser, or parameters that a step moved."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact


@dataclass(slots=True, frozen=True)
class Optimiser(Fact):
    """Said of a gradient transformation: its methods change nothing and return what is new."""


@dataclass(slots=True, frozen=True)
class Updated(Fact):
    """Said of parameters to which a step has added their updates."""

    def cross(self, edge: Edge) -> Updated | None:
        """They are so wherever they go as a whole."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None
