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
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.core.origins import NESTED, Origin, Origins
from jaxlint.analysis.core.path_state import PathState
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.domains.keys.copies import Copies
from jaxlint.analysis.domains.keys.state import Draw, Draws
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Choice, Container, Key, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MAY_HOLD_KEYS = frozenset((Key, Traced, Unknown, Container, Choice))


@dataclass(slots=True, frozen=True, eq=False)
class Taken:
    """A key that a draw takes, the draw as it takes that key, and what the key came from."""

    value: Value
    draw: Draw
    origins: Origins | None

    def counts(self, earlier: Draw) -> bool:
        """Whether an earlier draw is another one, and not noted with the choice already."""
        if self.origins is None:
            return True
        later = earlier.serial > self.origins.since
        return later and (self.origins.every or earlier.serial != self.draw.serial)


def taken(
    engine: Engine, value: Value, draw: Draw, known: Origins | None = None, depth: int = NESTED
) -> Iterable[Taken]:
    """The key itself and those that it may be."""
    yield Taken(value, draw, known)
    origins = engine.facts.origins.get(value.token)
    if origins is None or not depth:
        return
    if known is not None and known.since > origins.since:
        origins = replace(origins, since=known.since)
    for way in origins.ways:
        if type(way.value) not in _MAY_HOLD_KEYS:
            continue
        under = draw.under(way.conditions)
        yield from taken(engine, way.value, under, origins, depth - 1)


def _drawn(engine: Engine, store: PathState, value: Value, depth: int = NESTED) -> list[Draw]:
    """What consumed a key on the path that a state has come by."""
    known = store.known(Draws)
    if known is None or not known.draws:
        return []
    found = [*known.drawn(value)]
    origins = engine.facts.origins.get(value.token)
    if origins is None or not depth:
        return found
    seen = {draw.serial for draw in found}
    for way in origins.ways:
        for draw in _drawn(engine, store, way.value, depth - 1):
            if draw.serial > origins.since and draw.serial not in seen:
                found.append(draw.under(way.conditions))
    return found


def row(engine: Engine, stack: Container, region: Region | None) -> Value:
    """A row of stacked keys, where each of them will be taken."""
    stacked = {value.token: value for value in stack.values}
    joined = join_all(list(stack.values))
    if joined.token in stacked:
        joined = Key(region)
    if isinstance(joined, Key):
        joined.region = region
    if len(stacked) == 1 < len(stack.items):
        joined = joined.with_fact(Copies(row=True))
    ways = tuple(Origin(value, ()) for value in stacked.values())
    engine.facts.origins[joined.token] = Origins(ways, -1, every=True)
    return joined


@random_keys.on(PathsJoined)
def at_meeting(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Note of the variables and fields where paths meet which of them they were."""
    states = event.states
    known = [state.store.known(Draws) for state in states]
    drawn = any([one.draws for one in known if one is not None])
    if not drawn and not _hold_choices(frame, states):
        return
    for name, value in frame.env.items():
        if type(value) not in _MAY_HOLD_KEYS:
            continue
        several = type(value) is Choice
        for state in states:
            came = state.env.get(name, value)
            if came is not value and (drawn or several or type(came) is Key):
                _note(engine, value, [(s.env[name], s) for s in states if name in s.env], frame)
                break
    if not drawn:
        return
    fields = engine.store.fields
    for token, place in fields.differing([state.store.fields for state in states]):
        stored = [(state.store.fields.get(token, NO_FIELDS), state) for state in states]
        arrived = [(held[place], state) for held, state in stored if place in held]
        _note(engine, fields[token][place], arrived, frame)


def _hold_choices(frame: Frame, states: Sequence[State]) -> bool:
    """Whether some variable is a key on one path, or one of several callables where they met."""
    keys = [True for state in states if Key in map(type, state.env.values())]
    return bool(keys) or Choice in map(type, frame.env.values())


@random_keys.on(ValuesJoined)
def joined(engine: Engine, frame: Frame, event: ValuesJoined) -> None:
    """Note what the result of an expression or a call may be."""
    _note(engine, event.joined, event.arrived, frame)


def _note(
    engine: Engine, joined: Value, arrived: Sequence[tuple[Value, State]], frame: Frame
) -> None:
    """Note what a value may be that was joined of those that arrived by several paths."""
    token = joined.token
    others = [pair for pair in arrived if pair[0].token is not token]
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
    if not isinstance(joined, Key | Traced | Unknown | Choice):
        return
    known = len(frame.conditions)
    ways = tuple([Origin(value, state.conditions[known:]) for value, state in others])
    engine.facts.origins[joined.token] = Origins(
        ways, engine.serial(), whole=len(others) == len(arrived)
    )
    past = [
        draw.under(way.conditions)
        for way, (value, state) in zip(ways, others, strict=True)
        for draw in _drawn(engine, state.store, value)
    ]
    if past:
        engine.store.part(Draws).note(joined, tuple(past[: budgets.DRAWS]))
