"""What this domain knows of a value: the form of an array, and that it is no number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Value

# The lengths of an array's axes, None for each that is not known.
Axes = tuple[int | None, ...]


@dataclass(slots=True, frozen=True)
class Form(Fact):
    """What is known of the axes of an array, and of its dtype's kind.

    ``axes`` is None where not even their number is known. ``kind`` is "bool", "int", "float",
    "complex", "inexact" for one of the last two, or "".
    """

    axes: Axes | None = None
    kind: str = ""

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape, where the length of each axis is known."""
        lengths = tuple(length for length in self.axes or () if length is not None)
        return lengths if self.axes is not None and len(lengths) == len(self.axes) else None

    @property
    def known(self) -> Form | None:
        """The form itself, None where it says nothing."""
        return None if self == UNFORMED else self

    def join(self, other: Form | None) -> Form | None:
        """The lengths and the kind, as far as they are equal."""
        if other is None:
            return None
        axes = None
        if self.axes is not None and other.axes is not None and len(self.axes) == len(other.axes):
            pairs = zip(self.axes, other.axes, strict=True)
            axes = tuple(one if one == two else None for one, two in pairs)
        return Form(axes, self.kind if self.kind == other.kind else "").known

    def cross(self, edge: Edge) -> Form | None:
        """An element lacks the first axis, a stack has one more; rows and parts are unknown."""
        if edge is Edge.ELEMENT:
            return Form(self.axes[1:] if self.axes else None, self.kind).known
        if edge is Edge.STACK:
            return Form(None if self.axes is None else (None, *self.axes), self.kind).known
        if edge in (Edge.ROW, Edge.PART):
            return Form(None, self.kind).known
        return self

    def sign(self) -> Hashable:
        """The whole form: what a function gives depends on it."""
        return (self.axes, self.kind)


UNFORMED = Form()
MASK = Form(None, "bool")
WHOLE_NUMBER = Form((), "int")


@dataclass(slots=True, frozen=True)
class Kind(Fact):
    """Said of a dtype: its kind, as ``Form`` has it."""

    name: str

    def cross(self, edge: Edge) -> Kind:
        """It is of that kind wherever it goes."""
        return self

    def sign(self) -> Hashable:
        """What a function makes of that dtype depends on it."""
        return self.name


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
class Narrow(Fact):
    """Said of an array of a dtype of eight or sixteen bits, by its name."""

    dtype: str

    def cross(self, edge: Edge) -> Narrow:
        """What is taken of the array, or stands for it, has the same dtype."""
        return self

    def sign(self) -> Hashable:
        """What a function computes wraps around in one dtype and not in another."""
        return self.dtype


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


@dataclass(slots=True, frozen=True)
class Repeats(Fact):
    """Said of an array of whole numbers in which one may well stand more than once."""

    how: str

    def cross(self, edge: Edge) -> Repeats | None:
        """So it is with any part of it, but not with one number."""
        return None if edge in (Edge.ELEMENT, Edge.ROW) else self


@dataclass(slots=True, frozen=True)
class Taken(Fact):
    """Said of what indices take of an array: they and it are known by their tokens."""

    whole: Value
    places: tuple[Value, ...]

    def cross(self, edge: Edge) -> None:
        """It is known where it was taken, and nowhere else."""
        return


@dataclass(slots=True, frozen=True)
class Reduced(Fact):
    """Said of what is computed of an array, given by its token, along axes that it then lacks."""

    whole: Value
    axes: tuple[int, ...]

    def recalled(self, given: Mapping[Value, Value]) -> Reduced:
        """The same of what another call is given."""
        return Reduced(given[self.whole].token, self.axes) if self.whole in given else self


@dataclass(slots=True, frozen=True)
class Column(Fact):
    """Said of an array whose last axis has the length 1 because a product or a layer gave it so."""

    def cross(self, edge: Edge) -> Column | None:
        """What is taken of it may have another last axis."""
        return None if edge in (Edge.ROW, Edge.PART, Edge.ELEMENT) else self

    def sign(self) -> Hashable:
        """A function tells it from an array with an axis that is there to be broadcast."""
        return True


@dataclass(slots=True, frozen=True)
class Crossed(Fact):
    """Said of the differences of each number in a column and each in a row."""
