"""What two uses of one key have to do with each other: equal numbers, tied ones, or none at all."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.keys.observations import Relation
from jaxlint.knowledge import random
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.scopes import Use
    from jaxlint.analysis.domains.keys.state import Draw

_SPLIT = "split"
_UNDOING = ("inverse_", "inv_", "reverse_", "undo_", "un_", "un", "de")
_PAIRS = (("encode", "decode"), ("encrypt", "decrypt"), ("forward", "inverse"))


def relation(earlier: Use, later: Use) -> Relation:
    """How the numbers of two uses of one key are related.

    Where a sampler is not known, two draws are taken for tied, as most of those that there are, and
    a draw and a split for unrelated.
    """
    if earlier.scopes is not None and earlier.scopes.twins(later.scopes):
        return Relation.TWINS
    ways = {earlier.how, later.how}
    if "fold" in ways or ways == {_SPLIT}:
        return Relation.EQUAL
    if earlier.given_beside is not None and _alike(earlier, later):
        return Relation.EQUAL
    if _have_apart_spans(earlier, later):
        return Relation.UNRELATED
    samplers = [_SPLIT if use.how == _SPLIT else use.sampler for use in (earlier, later)]
    if not all(samplers):
        return Relation.UNRELATED if _SPLIT in ways else Relation.TIED
    return Relation.TIED if random.tied(*samplers) else Relation.UNRELATED


def between(earlier: Draw, later: Draw, *levels: Level) -> Relation:
    """How the numbers of two draws from one key are related, by the statements that they stand in.

    Parameters of one model are drawn twice for a target network only where something is so called.
    """
    found = relation(earlier.use, later.use)
    of_target = any(map(_speaks_of_target, levels))
    if of_target and _initialises(earlier) and _initialises(later):
        written = {_assigned(level) or level for level in levels}
        return Relation.TWINS if len(written) == 1 else found
    return Relation.EQUAL if found is Relation.TWINS and not of_target else found


def undoes(first: Level, second: Level) -> bool:
    """Whether one of two calls undoes the other, by their names: both need the same numbers."""
    names = sorted((_called(first), _called(second)), key=len)
    return all(names) and names[1] in _undoing(names[0])


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


def _assigned(level: Level) -> str:
    """What a statement assigns to a name, as it is written; "" where it does something else."""
    statement = level.statement
    if not isinstance(statement, ir.Assign) or statement.value is None:
        return ""
    return " ".join(trees.code(statement.value.place).split())


def _have_apart_spans(earlier: Use, later: Use) -> bool:
    """Whether two whole numbers are remainders of one number by what has no common factor."""
    spans = [_span(use) for use in (earlier, later)]
    return min(spans) > 0 and gcd(*spans) == 1


def _span(use: Use) -> int:
    """How many whole numbers a draw chooses from; zero where that is not known."""
    if use.sampler != "randint":
        return 0
    given = dict(use.given_beside or ())
    first, last, _ = random.BOUNDED["randint"]
    low, high = given.get(first, given.get("minval")), given.get(last, given.get("maxval"))
    match low, high:
        case (_, int(lowest)), (_, int(end)):
            return end - lowest
    return 0


def _alike(one: Use, other: Use) -> bool:
    return (one.sampler, one.given_beside) == (other.sampler, other.given_beside)
