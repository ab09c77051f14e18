"""How sure it is what a value is: nothing is more certain than its weakest link."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import IntEnum

from jaxlint.analysis.values.facts import Edge, Fact


class Certainty(IntEnum):
    """What a belief rests on, from the weakest to the strongest.

    ``PRESUMED`` is what such code usually meets, as a jitted step that calls a module. ``DECLARED``
    is what the code says of itself: an annotation, a name, a default. ``SHOWN`` is what the code
    does.
    """

    PRESUMED = 1
    DECLARED = 2
    SHOWN = 3


def weakest(*links: Certainty) -> Certainty:
    """The certainty of what rests on all of these."""
    return min(links, default=Certainty.SHOWN)


@dataclass(slots=True, frozen=True)
class Doubt(Fact):
    """Said of a value that is taken for what it is on less than what the code does."""

    certainty: Certainty

    def join(self, other: Doubt | None) -> Doubt:
        """A value that may be the one in doubt is in doubt."""
        return self if other is None or self.certainty <= other.certainty else other

    def cross(self, edge: Edge) -> Doubt:
        """Nothing becomes more certain on its way."""
        return self

    def sign(self) -> Hashable:
        """What is observed of the value is as certain as the value."""
        return self.certainty


DECLARED = Doubt(Certainty.DECLARED)
