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


class Promise:
    """What an annotation says of a variable, and no code shows: that it is one JAX array.

    ``denied`` is set by what speaks against it: what a caller passes, what the code asks of it.
    """

    __slots__ = ("denied",)

    def __init__(self) -> None:
        self.denied = False


@dataclass(slots=True, frozen=True)
class Promised(Fact):
    """Said of a value that is what it is taken for only if a promise is kept."""

    promise: Promise

    def join(self, other: Promised | None) -> Promised:
        """A value that may be the promised one rests on the promise."""
        return self

    def cross(self, edge: Edge) -> Promised:
        """Nothing becomes more certain on its way."""
        return self

    def sign(self) -> Hashable:
        """What is observed of the value is as certain as the value."""
        return Certainty.DECLARED
