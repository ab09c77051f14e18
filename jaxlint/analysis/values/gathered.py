"""Values of which the code says that they are lists, tuples or dicts, and nothing else is known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.certainty import Promise
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Traced, Unknown, Value

LIST, TUPLE, DICT, OTHER = "list", "tuple", "dict", "other"
_COUNTED = frozenset((LIST, TUPLE))


@dataclass(slots=True, frozen=True)
class Gathered(Fact):
    """Said of such a value: it is of one of some ``kinds``, if the ``promises`` are kept.

    In traced code it is a tree of tracers, and no array.
    """

    kinds: frozenset[str]
    promises: tuple[Promise, ...]

    def join(self, other: Gathered | None) -> Gathered | None:
        """Two such values are of any kind that one of them may be of."""
        if other is None or other is self:
            return other
        return Gathered(self.kinds | other.kinds, (*self.promises, *other.promises))

    def cross(self, edge: Edge) -> Gathered | None:
        """What is traced is a container still."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.ROW) else None

    def sign(self) -> Hashable:
        """A function may store into its elements, as into those of no array."""
        return self.kinds


def declared(value: Value, kinds: frozenset[str], promise: Promise) -> Value:
    """A value that is said to be of one of some kinds, unless it is known what it is."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.is_tree()
    elif type(value) is not Unknown:
        return value
    return value.with_fact(Gathered(kinds, (promise,)))


def holds(value: Value) -> bool:
    """Whether a value is said to be a container."""
    return bool(value.facts) and value.fact(Gathered) is not None


def is_open(value: Value) -> bool:
    """Whether it is not known of a value what it is, nor said."""
    unknown = type(value) is Unknown or (isinstance(value, Traced) and value.source is not None)
    return unknown and not holds(value)


def as_counted(value: Value) -> Gathered | None:
    """What says of a value that it is a list or a tuple, of which only numbers name elements."""
    leaf = isinstance(value, Traced) and value.source is None
    said = value.fact(Gathered) if value.facts and not leaf else None
    return said if said is not None and said.kinds <= _COUNTED else None
