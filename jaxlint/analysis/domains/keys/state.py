"""What was done to keys on a path: which were consumed, by what, and which were folded from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis import budgets
from jaxlint.analysis.core.path_state import Part
from jaxlint.analysis.values.kinds import Key, Value
from jaxlint.analysis.values.spans import Span, overlap

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.recipes import Recipe
    from jaxlint.analysis.domains.keys.scopes import Use
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Draw:
    """Where and how a key was consumed, or folded from.

    ``conditions`` are the branches taken to it, ``path`` the calls that lead there.
    """

    use: Use
    module: ir.Module
    node: ir.Place
    conditions: tuple[Condition, ...]
    path: tuple[Level, ...]

    @property
    def serial(self) -> int:
        """The number of the draw; later draws have larger ones."""
        return self.path[-1].serial

    def under(self, conditions: tuple[Condition, ...]) -> Draw:
        """The same draw, where it counts under further conditions only."""
        return replace(self, conditions=(*self.conditions, *conditions)) if conditions else self


@dataclass(slots=True, eq=False)
class Draws(Part):
    """By their tokens: ``draws`` are the keys consumed, with what consumed them, ``folds`` those
    folded from, ``members`` the keys consumed of each batch; ``equal`` are the keys consumed by
    their recipes. Copies are ``shared`` until one of them is changed."""

    draws: dict[Value, tuple[Draw, ...]] = field(default_factory=dict)
    folds: dict[Value, Draw] = field(default_factory=dict)
    members: dict[Value, tuple[tuple[Span | None, Draw], ...]] = field(default_factory=dict)
    equal: dict[Recipe, tuple[tuple[int, Draw], ...]] = field(default_factory=dict)
    shared: bool = False

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return len(self.draws) + len(self.members)

    def copy(self) -> Draws:
        """Return the same."""
        self.shared = True
        return Draws(self.draws, self.folds, self.members, self.equal, shared=True)

    def merge(self, other: Draws, *, likely: bool) -> None:
        """Note what was drawn on either path."""
        if other.draws is self.draws:
            return
        self._own()
        for token, draws in other.draws.items():
            mine = self.draws.get(token, ())
            if mine is not draws:
                self.draws[token] = _together(mine, draws)
        for token, fold in other.folds.items():
            self.folds.setdefault(token, fold)
        for token, members in other.members.items():
            held = self.members.get(token, ())
            if held is not members:
                self.members[token] = _together(held, members)
        for recipe, taken in other.equal.items():
            self.equal[recipe] = _together(self.equal.get(recipe, ()), taken)

    def recurs(self, before: Draws) -> bool:
        """Whether something was drawn, which the next turn may draw again."""
        return self.draws is not before.draws and self.draws != before.draws

    def drawn(self, value: Value) -> tuple[Draw, ...]:
        """What consumed a key, by itself or as a member of its batch."""
        own = self.draws.get(value.token, ())
        if type(value) is not Key or value.family is None:
            return own
        members = self.members.get(value.family.token, ())
        return (*own, *(draw for span, draw in members if overlap(span, value.member)))

    def take(self, value: Value, draw: Draw) -> None:
        """Note that a draw consumes a key."""
        self._own()
        known = self.draws.get(value.token, ())
        self.draws[value.token] = (*known[: budgets.DRAWS - 1], draw)
        if isinstance(value, Key) and value.family is not None:
            family = value.family.token
            taken = self.members.get(family, ())
            if len(taken) < budgets.MEMBERS:
                self.members[family] = (*taken, (value.member, draw))

    def take_equal(self, recipe: Recipe, draw: Draw) -> None:
        """Note that a draw consumes a key of a recipe."""
        self._own()
        taken = self.equal.get(recipe, ())
        self.equal[recipe] = (*taken[: budgets.DRAWS - 1], (recipe.made, draw))

    def fold(self, value: Value, draw: Draw) -> None:
        """Note that a key was folded from for the first time."""
        self._own()
        self.folds.setdefault(value.token, draw)

    def forget(self, node: ir.Place) -> None:
        """Note that what stands at a place consumes no key after all."""
        draws = {token: _elsewhere(known, node) for token, known in self.draws.items()}
        members = {
            token: tuple([one for one in taken if one[1].node is not node])
            for token, taken in self.members.items()
        }
        self._own()
        self.draws = {token: known for token, known in draws.items() if known}
        self.members = {token: taken for token, taken in members.items() if taken}

    def note(self, value: Value, draws: tuple[Draw, ...]) -> None:
        """Note what had consumed the keys that a key may be."""
        self._own()
        self.draws[value.token] = draws

    def _own(self) -> None:
        """Stop sharing what is about to be changed."""
        if self.shared:
            self.draws, self.folds = dict(self.draws), dict(self.folds)
            self.members, self.equal = dict(self.members), dict(self.equal)
            self.shared = False


_Item = TypeVar("_Item")


def _elsewhere(draws: tuple[Draw, ...], node: ir.Place) -> tuple[Draw, ...]:
    return tuple([draw for draw in draws if draw.node is not node])


def _together(here: tuple[_Item, ...], there: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """What two paths have noted, each thing once."""
    if not here:
        return there
    if here is there or len(here) >= budgets.MEMBERS:
        return here
    return (*here, *(item for item in there if item not in here))
