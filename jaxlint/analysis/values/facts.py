"""What domains know of a value, whatever kind of thing it is.

A *fact* is an immutable piece of knowledge that one domain owns: the dtype of an array, the span of
an index. A value holds at most one fact of each class. Copies of a value keep its facts; at an
edge of the program and where paths meet each fact says itself what becomes of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Value


class Edge(Enum):
    """Where a value goes.

    ``CALL`` is into a function or out of it, ``TRACE_IN`` and ``TRACE_OUT`` the same of a traced
    one, ``ROW`` to each of its rows or shards, ``ELEMENT`` to one row or element, ``PART`` to any
    part, ``STACK`` to an array of many such values, ``NEXT_TURN`` to what stands in its place in
    another turn of a loop, ``RULED`` out of a function that has a derivative rule of its own.
    """

    CALL = "call"
    TRACE_IN = "trace in"
    TRACE_OUT = "trace out"
    ROW = "row"
    ELEMENT = "element"
    PART = "part"
    STACK = "stack"
    NEXT_TURN = "next turn"
    RULED = "ruled"


@dataclass(slots=True, frozen=True)
class Fact:
    """A fact about a value. What a class does not say otherwise is known along calls only.

    One that ``holds_unseen`` is known of a tree behind a trace of which nothing else is known.
    """

    holds_unseen: ClassVar[bool] = False

    def join(self, other: Self | None) -> Self | None:
        """What is known where this value meets one with ``other``, or without such a fact."""
        return self if self == other else None

    def cross(self, edge: Edge) -> Self | None:
        """What is known of the value beyond an edge, or None."""
        return self if edge is Edge.CALL else None

    def sign(self) -> Hashable:
        """What makes a call with this fact another context; None where it makes no difference."""
        return None

    def recipe(self) -> Hashable:
        """How the value was made: those of one recipe are equal. None if that is unknown."""
        return None

    def recalled(self, given: Mapping[Value, Value]) -> Self:
        """What is known of it in another call: by the tokens of the arguments what it is given."""
        return self

    def remade(self) -> Self | None:
        """What is known of a key that another call of the same function makes in its place."""
        return None


FactT = TypeVar("FactT", bound=Fact)


class Facts(tuple[Fact, ...]):
    """The facts of a value: an immutable set, at most one of each class, in one order."""

    __slots__ = ()

    @classmethod
    def of(cls, *facts: Fact | None) -> Facts:
        """The set of these facts; None stands for nothing known."""
        known = list(filter(None, facts))
        if len(known) > 1:
            known.sort(key=_order)
        return cls(known) if known else NO_FACTS

    def get(self, kind: type[FactT]) -> FactT | None:
        """The fact of a class, or None."""
        for fact in self:
            if type(fact) is kind:
                return fact
        return None

    def plus(self, fact: Fact) -> Facts:
        """These facts with one more, in place of that of its class."""
        kind = type(fact)
        return Facts.of(*[one for one in self if type(one) is not kind], fact)

    def join(self, other: Facts) -> Facts:
        """What is known where values with these facts meet."""
        if self is other:
            return self
        mine = [fact.join(other.get(type(fact))) for fact in self]
        theirs = [fact.join(None) for fact in other if self.get(type(fact)) is None]
        return Facts.of(*mine, *theirs)

    def cross(self, edge: Edge) -> Facts:
        """What is known beyond an edge."""
        return self._changed([fact.cross(edge) for fact in self]) if self else self

    def recalled(self, given: Mapping[Value, Value]) -> Facts:
        """What is known in another call, which is given these values."""
        return self._changed([fact.recalled(given) for fact in self]) if self else self

    def sign(self) -> tuple[Hashable, ...]:
        """What makes a call with these facts another context."""
        if not self:
            return ()
        signs = [(type(fact), fact.sign()) for fact in self]
        return tuple([sign for sign in signs if sign[1] is not None])

    def recipe(self) -> Hashable:
        """How the value was made: those of one recipe are equal. None if that is unknown."""
        return next(filter(None, [fact.recipe() for fact in self]), None)

    def _changed(self, now: list[Fact | None]) -> Facts:
        """What became of each fact, in the same order."""
        known = list(filter(None, now))
        return Facts(known) if known else NO_FACTS


NO_FACTS = Facts()
_order = attrgetter("__class__.__name__")
