"""What this domain knows of a value: that it is an optimiser."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact


@dataclass(slots=True, frozen=True)
class Optimiser(Fact):
    """Said of a gradient transformation: its methods change nothing and return what is new."""
