"""What this domain knows of a value: the form of an array, and that it is no number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Value


@dataclass(slots=True, frozen=True)
class Form(Fact):
    """What is known of the shape of an array, and of its dtype's kind.

    ``kind`` is "bool", "int", "float", "complex", "inexact" for one of the last two, or "".
    """

    shape: tuple[int, ...] | None = None
    kind: str = ""

    @property
    def known(self) -> Form | None:
        """The form itself, None where it says nothing."""
        return None if self == UNFORMED else self

    def join(self, other: Form | None) -> Form | None:
        """The shape and the kind, as far as they are equal."""
        if other is None:
            return None
        shape = self.shape if self.shape == other.shape else None
        return Form(shape, self.kind if self.kind == other.kind else "").known

    def cross(self, edge: Edge) -> Form | None:
        """An element lacks the first axis; the shapes of rows, parts and stacks are unknown."""
        if edge is Edge.ELEMENT:
            return Form(self.shape[1:] if self.shape else None, self.kind).known
        if edge in (Edge.ROW, Edge.PART, Edge.STACK):
            return Form(None, self.kind).known
        return self

    def sign(self) -> Hashable:
        """The whole form: what a function gives depends on it."""
        return (self.shape, self.kind)


UNFORMED = Form()
MASK = Form(None, "bool")
WHOLE_NUMBER = Form((), "int")


@dataclass(slots=True, frozen=True)
class Ranked(Fact):
    """Said of what NumPy makes that is an array for certain, and not one of its numbers."""


@dataclass(slots=True, frozen=True)
class Strong(Fact):
    """Said of an array whose dtype is its own: it gives way to no other, as a weak one does."""

    def cross(self, edge: Edge) -> Strong:
        """What is taken of the array, or stands for it, has the same dtype."""
        return self

    def sign(self) -> Hashable:
        """A loop that a function runs takes the one and refuses the other."""
        return True


@dataclass(slots=True, frozen=True)
class Sized(Fact):
    """Said of an array of which the code names the width: 64-bit types would leave it as it is."""


@dataclass(slots=True, frozen=True)
class Grown(Fact):
    """Said of an array that is put together of others, given by their tokens, and more.

    So its shape is that of none of them.
    """

    parts: frozenset[Value]

    def join(self, other: Grown | None) -> Grown | None:
        """The parts that the array has on both paths."""
        parts = frozenset() if other is None else self.parts & other.parts
        return Grown(parts) if parts else None

    def recalled(self, given: Mapping[Value, Value]) -> Grown:
        """The same of what another call is given."""
        return Grown(frozenset(given[one].token if one in given else one for one in self.parts))
