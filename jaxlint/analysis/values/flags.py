"""Tracers in whose place True or False stands on another path, as a sign that there is none."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact


@dataclass(slots=True, frozen=True)
class OrFlag(Fact):
    """Said of a tracer that may be True or False instead: ``x is False`` tells which."""

    def join(self, other: OrFlag | None) -> OrFlag:
        """What one path may bring may come where paths meet."""
        return self
