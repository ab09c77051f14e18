"""What is drawn from the children of a key, by which two splits of one key are compared.

Equal children do harm where both are drawn from, and the draws depend on each other. That is known
when everything has been seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Key, Value

if TYPE_CHECKING:
    from jaxlint.analysis.domains.keys.scopes import Use


@dataclass(slots=True, eq=False)
class Offspring:
    """The uses of what one split or fold gave, each with the number of its child; None is any."""

    uses: list[tuple[int | None, Use]] = field(default_factory=list)

    def add(self, number: int | None, use: Use) -> None:
        """Take note of a use of a child."""
        if len(self.uses) < budgets.DRAWS:
            self.uses.append((number, use))


@dataclass(slots=True, frozen=True)
class Birth(Fact):
    """Of which splits and folds a key is a child, and which one; None is any of them."""

    ways: frozenset[tuple[Offspring, int | None]]

    def join(self, other: Birth | None) -> Birth:
        """A key where paths meet may have come by either."""
        return self if other is None or other is self else Birth(self.ways | other.ways)

    def cross(self, edge: Edge) -> Birth:
        """A child is one wherever it goes."""
        return self


def of(families: Iterable[Offspring | None], number: object = None) -> Birth | None:
    """The birth of a child, or of all of them."""
    known = number if isinstance(number, int) else None
    ways = frozenset([(family, known) for family in families if family is not None])
    return Birth(ways) if ways else None


def note(key: Value, use: Use) -> None:
    """Take note of a use of a child where it was born."""
    birth = key.fact(Birth)
    if birth is not None:
        number = _number(key, birth)
        for offspring, known in birth.ways:
            offspring.add(number if known is None else known, use)


def _number(key: Value, birth: Birth) -> int | None:
    """Which child of a split a key is, where it was taken from all of them."""
    if not isinstance(key, Key) or key.batch or key.family is None or key.member is None:
        return None
    whole = key.family.family is None and key.family.fact(Birth) == birth
    single = key.member.turn is None and key.member.first == key.member.last
    return key.member.first if whole and single else None
