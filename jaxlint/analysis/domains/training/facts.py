"""What this domain knows of a value: that it is an optimiser."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact


@dataclass(slots=True, frozen=True)
class Optimiser(Fact):
    """Said of a gradient transformation: its methods change nothing and return what is new.

    ``remembers`` says that what it gives depends on the steps before.
    """

    remembers: bool = False

    def join(self, other: Optimiser | None) -> Optimiser | None:
        """What holds of both."""
        return None if other is None else Optimiser(self.remembers and other.remembers)
