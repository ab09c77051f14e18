"""What is observed of random keys: uses of one that was used, and what is no use of a key."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import LineBefore, PlannedFix, Replace

if TYPE_CHECKING:
    from jaxlint.analysis.domains.keys.relations import Children
    from jaxlint.program import ir


class Consumption(StrEnum):
    """How a key is consumed."""

    DRAW = auto()
    SPLIT = auto()
    FOLD = auto()


class Relation(Enum):
    """What the numbers of two uses of one key have to do with each other.

    ``TWINS`` are the parameters of one model, drawn twice: equal, as those of a target network are
    meant to be. ``COMMON`` are the random numbers of two results of one function that are compared,
    ``ONE_POINT`` those of a function and its derivatives where they are taken of equal arguments.
    """

    EQUAL = auto()
    TIED = auto()
    TWINS = auto()
    COMMON = auto()
    ONE_POINT = auto()
    UNRELATED = auto()


# These are equal because that is what is wanted.
MEANT = (Relation.COMMON, Relation.ONE_POINT)
# Of these nothing follows that one could observe.
HARMLESS = (Relation.TWINS, *MEANT, Relation.UNRELATED)


@dataclass(slots=True, frozen=True, eq=False)
class KeyUse:
    """The first use of a key that is used again, where the key could have been split instead.

    ``argument`` is the variable ``key`` as the call was given it, ``dropped`` the ``_`` to which a
    split there bound the new key. ``split`` is how the code calls ``jax.random.split``, ``subkey``
    a name that is free.
    """

    key: str
    argument: ir.Place
    statement: ir.Place
    split: str
    subkey: str
    dropped: ir.Place | None


@dataclass(slots=True, frozen=True, eq=False)
class KeyReuse(Observation):
    """A key is consumed a second time. ``first`` and ``second`` say how, ``relation`` what the
    numbers of the two have to do with each other.
    """

    name: str
    first: Consumption
    second: Consumption
    relation: Relation
    use: KeyUse | None = None
    children: Children | None = None

    @property
    def kind(self) -> Hashable:
        return self.first, self.second, self.relation, self.name, self.children

    @property
    def follows(self) -> Relation:
        """What the numbers have to do with each other, by what is seen to draw from children.

        That is known when everything has been seen.
        """
        if self.children is None or self.relation in HARMLESS:
            return self.relation
        apart = self.children.relation() is Relation.UNRELATED
        return Relation.UNRELATED if apart else self.relation

    @property
    def shared_child(self) -> int | None:
        """The number of the child that both uses certainly make, where one splits and one folds."""
        return None if self.children is None else self.children.shared

    @property
    def slip(self) -> Hashable:
        """Two calls that share a key are one mistake, whatever each of them does with it."""
        return None if self.why is None else (self.node, self.why.steps()[0].node)

    @property
    def about(self) -> str:
        return self.name

    @property
    def rank(self) -> tuple[int, ...]:
        split = Consumption.DRAW not in (self.first, self.second)
        return self.follows in HARMLESS, split, self.relation.value

    @property
    def modules(self) -> tuple[ir.Module, ...]:
        """The modules of both uses, be it that one of them lies in a function further down."""
        steps = () if self.why is None else self.why.steps()
        return self.module, *(step.module for step in steps)

    @property
    def called(self) -> str:
        """The key as a message names it."""
        return f"key `{self.name}`" if self.name else "this key"

    @property
    def fix(self) -> PlannedFix | None:
        """The key split before its first use, which leaves a new key for the second one."""
        use = self.use
        if use is None or Consumption.FOLD in (self.first, self.second) or self.relation in MEANT:
            return None
        if use.dropped is not None:
            return PlannedFix(f"keep the new `{use.key}`", (Replace(use.dropped, use.key),))
        line = f"{use.key}, {use.subkey} = {use.split}({use.key})"
        return PlannedFix(
            f"split `{use.key}` before its first use",
            (LineBefore(use.statement, line), Replace(use.argument, use.subkey)),
        )


class KeyReusedInLoop(KeyReuse):
    """The place that consumed a key first is run again, in another turn of a loop.

    One slip, one finding: what is mended in the loop is mended for the draw above it too.
    """

    __slots__ = ()
    supersedes: ClassVar[tuple[type[Observation], ...]] = (KeyReuse,)


@dataclass(slots=True, frozen=True, eq=False)
class ConstantKeyMade(Observation):
    """A key is made of a constant anew in each ``repeats``: in each "turn" or each "row".

    ``tiny`` says that its numbers are too small to matter, ``compared`` that each turn has another
    setting, so that its results are to be compared with those of the others.
    """

    repeats: str
    tiny: bool
    compared: bool

    @property
    def kind(self) -> Hashable:
        return self.tiny, self.compared

    @property
    def slip(self) -> Hashable:
        return type(self), self.node

    @property
    def rank(self) -> tuple[int, ...]:
        return (self.tiny or self.compared,)


@dataclass(slots=True, frozen=True, eq=False)
class EqualKeyUsed(Observation):
    """A key is used that equals one that was used before, as both are made of the same numbers.

    ``repeated`` says that it is one place, in two turns of a loop, ``relation`` what the numbers
    of both uses have to do with each other, ``splits`` that both split it. ``chosen`` says that a
    helper is called which is given the seed, or another setting in each turn, whose results are
    then compared: the caller has chosen it.
    """

    repeated: bool
    relation: Relation
    splits: bool
    chosen: bool

    @property
    def kind(self) -> Hashable:
        return self.repeated, self.relation, self.splits

    @property
    def slip(self) -> Hashable:
        """Many keys may equal one that is used: that they do is said once."""
        return type(self), self.node

    @property
    def rank(self) -> tuple[int, ...]:
        return self.relation in HARMLESS, not self.repeated


@dataclass(slots=True, frozen=True, eq=False)
class SeedCollides(Observation):
    """A seed is so large that a smaller one, ``other``, gives the same key.

    Or, if there is no other, it is a sum that the numbers of other turns of loops give as well.
    """

    other: int | None


@dataclass(slots=True, frozen=True, eq=False)
class KeyBroadcast(Observation):
    """Every row of what ``mapped`` runs draws from one key, or its ``parameters`` are drawn so.

    ``seeded`` says that each draws them from streams of its own, of one seed, ``masks`` that what
    is drawn is which units a layer drops. ``unused`` is the key that the row has of its own, if it
    has one, ``used`` the one that it takes in its place.
    """

    mapped: str
    parameters: bool = False
    seeded: bool = False
    masks: bool = False
    unused: str = ""
    used: str = ""


class Handling(Enum):
    """How a key is taken for an array of numbers."""

    COMPUTED_WITH = auto()
    INDEXED = auto()
    UNPACKED = auto()


@dataclass(slots=True, frozen=True, eq=False)
class KeyTakenForNumbers(Observation):
    """A key is handled like an array of numbers."""

    handling: Handling


@dataclass(slots=True, frozen=True, eq=False)
class NoKeyGiven(Observation):
    """One key is wanted, and ``given`` is something else; ``batch`` says that it is several."""

    given: str
    batch: bool


@dataclass(slots=True, frozen=True, eq=False)
class KeyDependsOnHash(Observation):
    """A key is made of a hash, which Python salts in each process."""


@dataclass(slots=True, frozen=True, eq=False)
class KeyNeverStepped(Observation):
    """A key in a ``field`` is split, its new key thrown away, and nothing replaces it.

    Or it is drawn from, though the class has a ``taker`` that gives keys of it, and replaces it.
    """

    field: str
    taker: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class RawKeyMade(Observation):
    """A key is made that has no type of its own."""


@dataclass(slots=True, frozen=True, eq=False)
class SplitDropped(Observation):
    """The children of a key are dropped, so that splitting it is no use of it."""

    supersedes: ClassVar[tuple[type[Observation], ...]] = (KeyReuse, KeyReusedInLoop)


@dataclass(slots=True, frozen=True, eq=False)
class OneValueDrawn(Observation):
    """The bounds of a draw leave one value only."""

    value: float
