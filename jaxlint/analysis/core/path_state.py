"""What depends on the path taken, beside variables: fields of objects, and a part per domain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, TypeVar

from jaxlint.analysis import budgets
from jaxlint.analysis.domains.keys.spans import Span, overlap
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Key, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Draw


class Part(ABC):
    """What a domain knows on one path. A new one knows nothing, as at the start of a path."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """Return a copy that another path may change."""

    @abstractmethod
    def merge(self, other: Self, *, likely: bool) -> None:
        """Add what another path that ends here did.

        ``likely`` is false of one that is there for form only, as the path around a loop is.
        """

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return 0


_Part = TypeVar("_Part", bound=Part)


@dataclass(slots=True, eq=False)
class PathState:
    """What frames share on one path: fields of objects, and the domains' parts by their types.

    ``draws`` are the keys consumed, with what consumed them, ``folds`` those folded from,
    ``members`` the keys consumed of each batch. ``donated`` are the arrays whose buffers a call
    took, ``in_flight`` the NumPy arrays that a call may still be reading.
    """

    fields: dict[tuple[Value, object], Value] = field(default_factory=dict)
    parts: dict[type[Part], Part] = field(default_factory=dict)
    draws: dict[Value, tuple[Draw, ...]] = field(default_factory=dict)
    folds: dict[Value, Draw] = field(default_factory=dict)
    members: dict[Value, tuple[tuple[Span | None, Draw], ...]] = field(default_factory=dict)
    donated: dict[Value, ir.Place] = field(default_factory=dict)
    in_flight: set[Value] = field(default_factory=set)

    def part(self, kind: type[_Part]) -> _Part:
        """What the domain with this type of part knows on the path."""
        found = self.parts.get(kind)
        if found is None:
            found = self.parts[kind] = kind()
        return found  # type: ignore[return-value]

    @property
    def size(self) -> int:
        """How much there is to copy."""
        parts = sum(part.size for part in self.parts.values())
        return parts + len(self.fields) + len(self.draws) + len(self.members) + len(self.donated)

    def drawn(self, value: Value) -> tuple[Draw, ...]:
        """What consumed a key, by itself or as a member of its batch."""
        own = self.draws.get(value.token, ())
        if not isinstance(value, Key) or value.family is None:
            return own
        members = self.members.get(value.family.token, ())
        return (*own, *(draw for span, draw in members if overlap(span, value.member)))

    def take(self, value: Value, draw: Draw) -> None:
        """Note that a draw consumes a key."""
        known = self.draws.get(value.token, ())
        if len(known) < budgets.DRAWS:
            self.draws[value.token] = (*known, draw)
        if isinstance(value, Key) and value.family is not None:
            family = value.family.token
            taken = self.members.get(family, ())
            if len(taken) < budgets.MEMBERS:
                self.members[family] = (*taken, (value.member, draw))

    def copy(self) -> PathState:
        """A copy that another path may change."""
        parts = {kind: part.copy() for kind, part in self.parts.items()}
        copy = PathState(dict(self.fields), parts, dict(self.draws), dict(self.folds))
        copy.members = dict(self.members)
        copy.donated, copy.in_flight = dict(self.donated), set(self.in_flight)
        return copy

    def merge(self, other: PathState, *, likely: bool = True) -> None:
        """Add what another path that ends here did; ``likely`` as for a ``Part``."""
        for kind in {**self.parts, **other.parts}:
            self.part(kind).merge(other.part(kind), likely=likely)
        for token, draws in other.draws.items():
            self.draws[token] = _together(self.draws.get(token, ()), draws)
        for token, fold in other.folds.items():
            self.folds.setdefault(token, fold)
        self.donated = {t: n for t, n in self.donated.items() if t in other.donated}
        self.in_flight &= other.in_flight
        for token, members in other.members.items():
            self.members[token] = _together(self.members.get(token, ()), members)
        if self.fields != other.fields:
            self._merge_fields(other.fields)

    def _merge_fields(self, others: dict[tuple[Value, object], Value]) -> None:
        for place in self.fields.keys() - others.keys():
            self.fields[place] = Unknown()
        for place, theirs in others.items():
            mine = self.fields.get(place)
            if mine is not theirs:
                self.fields[place] = Unknown() if mine is None else join(mine, theirs)


_Item = TypeVar("_Item")


def _together(here: tuple[_Item, ...], there: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """What two paths have noted, each thing once."""
    if here is there or len(here) >= budgets.MEMBERS:
        return here
    return (*here, *(item for item in there if item not in here))
