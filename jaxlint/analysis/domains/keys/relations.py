"""What two uses of one key have to do with each other: equal numbers, tied ones, or none at all."""

from __future__ import annotations

import re
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.domains.keys import arms, meant
from jaxlint.analysis.domains.keys.observations import HARMLESS, Relation
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge import random
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.offspring import Offspring
    from jaxlint.analysis.domains.keys.scopes import Use
    from jaxlint.analysis.domains.keys.state import Draw

_SPLIT = "split"
# So many children does a split make that is not told how many.
_PAIR = 2
# So many splits below each other are looked into.
_DEPTH = 3
_FIRST = (0, 1, None)
# Samplers that split their key do it in two, whose children are those of any other split or of one
# in two.
_TWO = frozenset((None, 2))
# Of more values, 64 bits leave some noticeably more often than others.
_FEW = 2**32
_UNDOING = ("inverse_", "inv_", "reverse_", "undo_", "un_", "un", "de")
_PAIRS = (("encode", "decode"), ("encrypt", "decrypt"), ("forward", "inverse"))
# How the names of what makes a model begin, and words in them.
_MODELS = re.compile(r"^[A-Z]|net|model|critic|actor|policy")


def relation(earlier: Use, later: Use) -> Relation:
    """How the numbers of two uses of one key are related.

    Where a sampler is not known, two draws are taken for tied, as most of those that there are, and
    a draw and a split for unrelated.
    """
    if earlier.scopes is not None and earlier.scopes.twins(later.scopes):
        return Relation.TWINS
    ways = {earlier.how, later.how}
    if (ways == {_SPLIT} and _are_others(earlier, later)) or (earlier.tiny and later.tiny):
        return Relation.UNRELATED
    if "fold" in ways or ways == {_SPLIT}:
        return Relation.EQUAL
    if earlier.given_beside is not None and _alike(earlier, later):
        return Relation.EQUAL
    samplers = [_SPLIT if use.how == _SPLIT else use.sampler for use in (earlier, later)]
    if not all(samplers):
        return Relation.UNRELATED if _SPLIT in ways else Relation.TIED
    if _are_coprime(earlier.span, later.span) or not {earlier.among, later.among} <= _TWO:
        return Relation.UNRELATED
    if random.of_other_bits(earlier.dtype, later.dtype):
        return Relation.UNRELATED
    return Relation.TIED if random.tied(*samplers) else Relation.UNRELATED


class Children(NamedTuple):
    """Two uses of one key, of which at least one makes children."""

    one: Use
    other: Use

    @classmethod
    def of(cls, one: Use, other: Use) -> Children | None:
        """The two, if one of them makes children."""
        return cls(one, other) if one.offspring or other.offspring else None

    @property
    def shared(self) -> int | None:
        """The number of the child that both certainly make, where one splits and one folds."""
        fold, split = self if self.one.how == "fold" else (self.other, self.one)
        if fold.how != "fold" or split.how != _SPLIT:
            return None
        number = None if fold.given is None else _whole(fold.given[1])
        count = _PAIR if split.given is None else _whole(split.given[1])
        if number is None or count is None or not 0 <= number < count:
            return None
        return number if split.children is None or number in split.children else None

    def relation(self) -> Relation:
        """How the numbers are related that are seen to be drawn, by both or from the children."""
        return Relation.TIED if _are_tied(self.one, self.other, _DEPTH) else Relation.UNRELATED


def _whole(value: Value) -> int | None:
    """A known whole number."""
    return value.value if isinstance(value, Const) and type(value.value) is int else None


def _are_tied(one: Use, other: Use, depth: int) -> bool:
    """Whether two uses of one key, or of equal ones, are seen to draw numbers that are tied."""
    if not one.related(other) or not depth:
        return False
    if one.offspring is None or other.offspring is None:
        draw, split = (one, other) if one.offspring is None else (other, one)
        if split.offspring is None:
            return relation(draw, split) not in HARMLESS
        seen = _splits(draw) and not draw.guessed
        return seen and split.among in _TWO and _is_drawn(draw, split.offspring)
    return any(
        (number is None or place is None or number == place) and _are_tied(mine, theirs, depth - 1)
        for number, mine in one.offspring.uses
        for place, theirs in other.offspring.uses
    )


def _splits(draw: Use) -> bool:
    """Whether a sampler draws from the first two children of its key."""
    return not draw.sampler or random.tied(draw.sampler, _SPLIT)


def _is_drawn(draw: Use, offspring: Offspring) -> bool:
    """Whether bits are drawn of one of the first two children, as a draw that splits its key does.

    No bits of it are drawn where that is split itself, or the path of a module is folded in.
    """
    return any(
        number in _FIRST and use.offspring is None and draw.related(use) and not _splits(use)
        for number, use in offspring.uses
    )


def _are_others(one: Use, other: Use) -> bool:
    """Whether of two splits of one key different children are used."""
    if one.children is None or other.children is None:
        return False
    return one.children.isdisjoint(other.children)


def _are_coprime(one: int, other: int) -> bool:
    """Whether two draws of whole numbers from one key are independent all the same.

    ``randint`` gives what is left of 64 bits, divided by the number of values. What is left by
    numbers without a common factor is independent of each other (the Chinese remainder theorem).
    """
    return 0 < one * other <= _FEW and gcd(one, other) == 1


def between(earlier: Draw, later: Draw, first: Level, second: Level) -> Relation:
    """How the numbers of two draws from one key are related, by the statements that they stand in.

    Parameters of one model are drawn twice for a target network only where something is so called.
    Of draws in the arms of one expression each element that comes of it has one.
    """
    if arms.are_arms(earlier, later, first, second):
        return Relation.UNRELATED
    if meant.are_compared(earlier, later, first, second):
        return Relation.COMMON
    if meant.are_of_one_point(earlier, later, first, second):
        return Relation.ONE_POINT
    found, levels = relation(earlier.use, later.use), (first, second)
    of_target = any(map(_speaks_of_target, levels))
    initialises = _initialises(earlier) and _initialises(later)
    if of_target and (initialises or all(map(_makes_model, levels))):
        written = {_assigned(level) or level for level in levels}
        return Relation.TWINS if len(written) == 1 else found
    return Relation.EQUAL if found is Relation.TWINS and not of_target else found


def undoes(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether one of two calls undoes the other, by their names: both need the same numbers.

    Or a step by a function goes to and fro: it is called with other signs before one of numbers.
    """
    names = sorted((_called(first), _called(second)), key=len)
    if not all(names):
        return False
    inverse = names[1] in _undoing(names[0])
    return inverse or meant.goes_to_and_fro(earlier, later, first, second)


def _called(level: Level) -> str:
    """The name of what is called; "" where nothing is."""
    code = "" if level.node is None else trees.code(level.node)
    return code.partition("(")[0].rpartition(".")[2].strip("_ ")


def _undoing(name: str) -> set[str]:
    """What a function is called that undoes another one."""
    prefixed = {prefix + name for prefix in _UNDOING}
    return prefixed | {name.replace(do, undo) for do, undo in _PAIRS if do in name}


def _speaks_of_target(level: Level) -> bool:
    statement = level.statement
    return statement is not None and "target" in trees.code(statement.place).lower()


def _initialises(draw: Draw) -> bool:
    """Whether the parameters of a model are drawn, whichever it is."""
    return draw.use.scopes is not None and draw.use.scopes.initialised is not None


def _makes_model(level: Level) -> bool:
    """Whether the name of what is called says that it makes a model."""
    return _MODELS.search(_called(level)) is not None


def _assigned(level: Level) -> str:
    """What a statement assigns to a name, as it is written; "" where it does something else."""
    statement = level.statement
    if not isinstance(statement, ir.Assign) or statement.value is None:
        return ""
    return " ".join(trees.code(statement.value.place).split())


def _alike(one: Use, other: Use) -> bool:
    return (one.sampler, one.given_beside) == (other.sampler, other.given_beside)
