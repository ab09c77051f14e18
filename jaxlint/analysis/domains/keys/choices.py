"""Keys that are one of several, by the path that was taken to where paths meet.

A draw from such a key is a draw from each that it may be, under the branches that lead there. What
had been drawn from them is asked of each path's own state: where the paths have met it can no
longer be told who drew before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import PathsJoined, ValuesJoined
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.core.path_state import PathState
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.domains.keys.state import Draw, Draws
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Choice as Options
from jaxlint.analysis.values.kinds import (
    Const,
    Container,
    Key,
    Region,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
)

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine

_NESTED = 3
_MAY_HOLD_KEYS = frozenset((Key, Traced, Unknown, Container, Options))


@dataclass(slots=True, frozen=True, eq=False)
class Origin:
    """One of the keys that a key may be, under the branches on which it is that one."""

    value: Value
    conditions: tuple[Condition, ...]


@dataclass(slots=True, frozen=True, eq=False)
class Choice:
    """What a key may be. Draws with a number up to ``since`` were noted when it came to be.

    ``every`` says that it is all of them, one after the other, as a row of a stack is, ``whole``
    that it is none but these.
    """

    origins: tuple[Origin, ...]
    since: int
    every: bool
    whole: bool = False


@dataclass(slots=True, frozen=True, eq=False)
class Taken:
    """A key that a draw takes, the draw as it takes that key, and which earlier draws count."""

    value: Value
    draw: Draw
    choice: Choice | None

    def counts(self, earlier: Draw) -> bool:
        """Whether an earlier draw is another one, and not noted with the choice already."""
        if self.choice is None:
            return True
        later = earlier.serial > self.choice.since
        return later and (self.choice.every or earlier.serial != self.draw.serial)


def taken(
    engine: Engine, value: Value, draw: Draw, known: Choice | None = None, depth: int = _NESTED
) -> Iterable[Taken]:
    """The key itself and those that it may be."""
    yield Taken(value, draw, known)
    choice = engine.facts.choices.get(value.token)
    if choice is None or not depth:
        return
    if known is not None and known.since > choice.since:
        choice = replace(choice, since=known.since)
    for origin in choice.origins:
        under = draw.under(origin.conditions)
        yield from taken(engine, origin.value, under, choice, depth - 1)


def _drawn(engine: Engine, store: PathState, value: Value, depth: int = _NESTED) -> Iterable[Draw]:
    """What consumed a key on the path that a state has come by."""
    seen = set()
    for draw in store.part(Draws).drawn(value):
        seen.add(draw.serial)
        yield draw
    choice = engine.facts.choices.get(value.token)
    if choice is None or not depth:
        return
    for origin in choice.origins:
        for draw in _drawn(engine, store, origin.value, depth - 1):
            if draw.serial > choice.since and draw.serial not in seen:
                yield draw.under(origin.conditions)


def row(engine: Engine, stack: Container, region: Region | None) -> Value:
    """A row of stacked keys, where each of them will be taken."""
    joined = join_all(list(stack.values))
    if any(value.token is joined.token for value in stack.values):
        joined = Key(region)
    origins = tuple(Origin(value, ()) for value in stack.values)
    engine.facts.choices[joined.token] = Choice(origins, -1, every=True)
    return joined


@random_keys.on(PathsJoined)
def at_meeting(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Note of the variables and fields where paths meet which of them they were."""
    states = event.states
    known = [state.store.known(Draws) for state in states]
    drawn = any(one is not None and one.draws for one in known)
    for name, value in frame.env.items():
        if type(value) not in _MAY_HOLD_KEYS:
            continue
        several = type(value) is Options
        for state in states:
            came = state.env.get(name, value)
            if came is not value and (drawn or several or type(came) is Key):
                _note(engine, value, [(s.env[name], s) for s in states if name in s.env], frame)
                break
    if not drawn:
        return
    fields = [state.store.fields for state in states]
    for place, value in engine.store.fields.items():
        for own in fields:
            if own.get(place, value) is not value:
                stored = [(s.store.fields[place], s) for s in states if place in s.store.fields]
                _note(engine, value, stored, frame)
                break


@random_keys.on(ValuesJoined)
def joined(engine: Engine, frame: Frame, event: ValuesJoined) -> None:
    """Note what the result of an expression or a call may be."""
    _note(engine, event.joined, event.arrived, frame)


def _note(
    engine: Engine, joined: Value, arrived: Sequence[tuple[Value, State]], frame: Frame
) -> None:
    """Note what a value may be that was joined of those that arrived by several paths."""
    others = [(value, state) for value, state in arrived if value.token is not joined.token]
    if not others:
        return
    if isinstance(joined, Container):
        for place, item in joined.items.items():
            parts = [
                (value.items[place], state)
                for value, state in arrived
                if isinstance(value, Container) and place in value.items
            ]
            _note(engine, item, parts, frame)
        return
    if not isinstance(joined, Key | Traced | Unknown | Options):
        return
    known = len(frame.conditions)
    origins = tuple(Origin(value, state.conditions[known:]) for value, state in others)
    engine.facts.choices[joined.token] = Choice(
        origins, engine.serial(), every=False, whole=len(others) == len(arrived)
    )
    past = [
        draw.under(origin.conditions)
        for origin, (value, state) in zip(origins, others, strict=True)
        for draw in _drawn(engine, state.store, value)
    ]
    if past:
        engine.store.part(Draws).draws[joined.token] = tuple(past[: budgets.DRAWS])


def under(engine: Engine, several: Value, option: Value) -> tuple[Condition, ...]:
    """The branches on which one of several callables is the one that a name stands for."""
    choice = engine.facts.choices.get(several.token)
    for origin in choice.origins if choice is not None else ():
        if origin.value.token is option.token:
            return origin.conditions
        inner = origin.value.options if isinstance(origin.value, Options) else ()
        if any(one.token is option.token for one in inner):
            return (*origin.conditions, *under(engine, origin.value, option))
    return ()


def implied(
    engine: Engine, conditions: tuple[Condition, ...], depth: int = _NESTED
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
    choice = engine.facts.choices.get(value.token)
    if choice is None or not choice.whole:
        return ()
    ways = [origin for origin in choice.origins if _can_be(origin.value, none=none)]
    return ways[0].conditions if len(ways) == 1 else ()


def _can_be(value: Value, *, none: bool) -> bool:
    if is_none(value):
        return none
    unsure = isinstance(value, Static) or (isinstance(value, Unknown) and not value.present)
    tree = isinstance(value, Traced) and value.source is not None
    return not none or (not isinstance(value, Const) and (unsure or tree))
