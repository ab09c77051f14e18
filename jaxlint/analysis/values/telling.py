"""Values that tell of which class something is, whatever they are called and came through.

``isinstance(x, kind)`` is one, and so is what code made of it: ``True`` or ``"array"`` where it
holds and ``False`` or ``"number"`` where it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from jaxlint.analysis import budgets
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Traced, Unknown, Value


class Asked(NamedTuple):
    """Whether a value, given by its token, is of one of some kinds."""

    value: Value
    kinds: Value


class Told(NamedTuple):
    """The answer."""

    asked: Asked
    holds: bool


class Way(NamedTuple):
    """One of the constants that a value may be, and what is true where it is that one."""

    constant: object
    told: Told


class Some(Enum):
    """Stands for constants of which only the truth is known."""

    TRUE = True
    FALSE = False

    def __bool__(self) -> bool:
        return self is Some.TRUE


# The kinds that were asked for where that is not known, nor with what answer.
OPEN = Unknown()


@dataclass(slots=True, frozen=True)
class Tells(Fact):
    """Said of a value that is one of these constants: of each question all ways are there."""

    ways: tuple[Way, ...]

    def join(self, other: Tells | None) -> Tells | None:
        """What both tell of is told by the constants of either."""
        if other is None:
            return None
        mine, theirs = _asked(self.ways), _asked(other.ways)
        open_of = _tokens(one for one in (*mine, *theirs) if one.kinds is OPEN)
        open_of &= _tokens(mine) & _tokens(theirs)
        ways = [way for way in (*self.ways, *other.ways) if way.told.asked in mine & theirs]
        return _made([*ways, *_open(open_of)])

    def cross(self, edge: Edge) -> Tells:
        """It tells so wherever it goes."""
        return self

    def sign(self) -> Hashable:
        """A function may take another branch with it, and knows what it tells of."""
        return self.ways

    def recalled(self, given: Mapping[Value, Value]) -> Tells:
        """The same of what another call is given."""
        return Tells(tuple([_recalled(way, given) for way in self.ways]))


def answer(value: Value, kinds: Value) -> Tells:
    """What ``isinstance`` tells."""
    asked = Asked(value.token, kinds)
    return Tells(tuple([Way(holds, Told(asked, holds)) for holds in (True, False)]))


def of_unseen(values: Iterable[Value]) -> Tells | None:
    """What may be told of values by code that was not followed."""
    ways = _open(dict.fromkeys(value.token for value in values if isinstance(value, Traced)))
    return Tells(tuple(ways)) if ways else None


def where(value: Value, *, true: bool) -> tuple[Told, ...]:
    """What is known where a value is true, or where it is not."""
    told = dict.fromkeys(way.told for way in _ways(value) if bool(way.constant) is true)
    return tuple([one for one in told if Told(one.asked, not one.holds) not in told])


def under(told: Sequence[Told], value: Value) -> Value:
    """A value that is one of its constants only where some answers are given."""
    ways = _ways(value)
    constants = [value.value] if isinstance(value, Const) else [way.constant for way in ways]
    known = _asked(ways)
    new = [Way(constant, one) for one in told if one.asked not in known for constant in constants]
    return value.with_fact(_made((*ways, *new))) if new else value


def changed(value: Value, change: Callable[[object], object]) -> Tells | None:
    """What is told by what a function makes of a value, by its truth at least."""
    return _made(Way(change(way.constant), way.told) for way in _ways(value))


def compared(value: Value, compare: Callable[[object], object]) -> Tells | None:
    """What is told by a comparison with a constant, where it gives an answer."""
    try:
        return _made(way for one in _ways(value) for way in _compared(one, compare))
    except TypeError:
        return None


def combined(values: Sequence[Value], *, settled: bool) -> Tells | None:
    """What is told by ``a or b``, and by ``a and b``, which a false one has ``settled``."""
    ways = (way for value in values for way in _ways(value))
    return _made(one for way in ways for one in _combined(way, settled))


def _combined(way: Way, settled: bool) -> Iterable[Way]:
    """What the whole is where a part is one of its constants: the others may settle it."""
    ends = Way(Some(settled), way.told)
    return (ends,) if bool(way.constant) is settled else (ends, Way(Some(not settled), way.told))


def _compared(way: Way, compare: Callable[[object], object]) -> Iterable[Way]:
    """What the comparison gives where a value is one of its constants."""
    known = not isinstance(way.constant, Some)
    results = (bool(compare(way.constant)),) if known else (True, False)
    return [Way(result, way.told) for result in results]


def _ways(value: Value) -> tuple[Way, ...]:
    known = value.fact(Tells)
    return () if known is None else known.ways


def _asked(ways: tuple[Way, ...]) -> set[Asked]:
    return {way.told.asked for way in ways}


def _tokens(asked: Iterable[Asked]) -> set[Value]:
    return {one.value for one in asked}


def _recalled(way: Way, given: Mapping[Value, Value]) -> Way:
    asked = way.told.asked
    value = given.get(asked.value, asked.value).token
    return way._replace(told=way.told._replace(asked=asked._replace(value=value)))


def _made(ways: Iterable[Way]) -> Tells | None:
    """What is told, if anything; of what is too much it is open."""
    known = tuple(dict.fromkeys(ways))
    if len(known) > budgets.CONDITIONS:
        known = tuple(_open(_tokens(_asked(known))))
    return Tells(known) if known else None


def _open(tokens: Iterable[Value]) -> list[Way]:
    """What tells of values, it is not known what: the same in either case."""
    told = [Told(Asked(token, OPEN), holds=True) for token in tokens]
    return [Way(constant, one) for one in told for constant in Some]
