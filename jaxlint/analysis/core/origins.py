"""What a value that was joined may be, and on which branches it is which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core import exclusion
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.values.kinds import Choice, Const, Static, Traced, Unknown, Value, is_none

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How many joins back the branches are looked for.
NESTED = 3


@dataclass(slots=True, frozen=True, eq=False)
class Origin:
    """One of the values that a value may be, under the branches on which it is that one."""

    value: Value
    conditions: tuple[Condition, ...]


@dataclass(slots=True, frozen=True, eq=False)
class Origins:
    """What a value may be. What has a serial number up to ``since`` happened before it came to be.

    ``every`` says that it is all of them, one after the other, as a row of a stack is, ``whole``
    that it is none but these.
    """

    ways: tuple[Origin, ...]
    since: int
    every: bool = False
    whole: bool = False


def ways(engine: Engine, value: Value, depth: int = NESTED) -> Iterator[Value]:
    """A value, and those that it is on one of the paths that met."""
    yield value
    known = engine.facts.origins.get(value.token) if depth else None
    for way in () if known is None else known.ways:
        yield from ways(engine, way.value, depth - 1)


def several(engine: Engine, value: Value) -> tuple[Origin, ...]:
    """What a value is on each of the paths that met; nothing if it was not joined."""
    known = engine.facts.origins.get(value.token)
    return () if known is None else known.ways


def under(engine: Engine, several: Value, option: Value) -> tuple[Condition, ...]:
    """The branches on which one of several callables is the one that a name stands for."""
    origins = engine.facts.origins.get(several.token)
    for way in origins.ways if origins is not None else ():
        if way.value.token is option.token:
            return way.conditions
        inner = way.value.options if isinstance(way.value, Choice) else ()
        if any(one.token is option.token for one in inner):
            return (*way.conditions, *under(engine, way.value, option))
    return ()


def possible(engine: Engine, several: Choice, taken: tuple[Condition, ...]) -> tuple[bool, ...]:
    """Of each of several callables, whether it may be the one where some branches are taken."""
    return tuple(
        [not exclusion.exclusive(under(engine, several, one), taken) for one in several.options]
    )


def hang_on(engine: Engine, several: Choice, taken: tuple[Condition, ...]) -> bool:
    """Whether it may hang on a test of which an arm was taken which of several callables it is."""
    if not taken:
        return False
    ways = [under(engine, several, option) for option in several.options]
    told = {fact.left for way in ways for condition in way for fact in condition.facts}
    asked = {fact.left for condition in taken for fact in condition.facts}
    return not all(ways) or not told.isdisjoint(asked)


def follow(engine: Engine, joined: Value, base: Choice, found: Sequence[Value]) -> None:
    """Note of what the options of a choice give that each is it where the option is the one."""
    pairs = zip(base.options, found, strict=True)
    others = [pair for pair in pairs if pair[1].token is not joined.token]
    if others:
        ways = tuple([Origin(value, under(engine, base, option)) for option, value in others])
        engine.facts.origins[joined.token] = Origins(ways, -1, whole=len(ways) == len(found))


def copied(engine: Engine, several: Choice, make: Callable[[Value], Value]) -> Choice:
    """Copies of several objects, of which each is the one where the object itself is."""
    copy = Choice(tuple(map(make, several.options)))
    follow(engine, copy, several, copy.options)
    return copy


def implied(
    engine: Engine, conditions: tuple[Condition, ...], depth: int = NESTED
) -> tuple[Condition, ...]:
    """Branches taken, and those by which values came to be None, or not, as tests of them say."""
    found: list[Condition] = []
    for condition in conditions if depth else ():
        for fact in condition.facts:
            value = condition.values.get(fact.left) if fact.right == "None" else None
            if value is not None and fact.op in ("is", "is not"):
                found.extend(_came_by(engine, value, none=fact.op == "is"))
    return (*conditions, *(implied(engine, tuple(found), depth - 1) if found else ()))


def _came_by(engine: Engine, value: Value, *, none: bool) -> tuple[Condition, ...]:
    """The branches by which a value came that is None, or that is not, if there is one way only."""
    origins = engine.facts.origins.get(value.token)
    if origins is None or not origins.whole:
        return ()
    ways = [way for way in origins.ways if _can_be(way.value, none=none)]
    return ways[0].conditions if len(ways) == 1 else ()


def _can_be(value: Value, *, none: bool) -> bool:
    if is_none(value):
        return none
    unsure = isinstance(value, Static) or (isinstance(value, Unknown) and not value.present)
    tree = isinstance(value, Traced) and value.source is not None
    return not none or (not isinstance(value, Const) and (unsure or tree))
