"""Arrays that were given away on some of the paths that meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import PathsJoined
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.domains.buffers import buffers, gifts, parts
from jaxlint.analysis.domains.buffers.gifts import Gift, Ways
from jaxlint.analysis.domains.buffers.state import Buffers
from jaxlint.analysis.values.kinds import Array, Choice, Container, Unknown, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Trees that are joined are looked into so deep.
_DEPTH = 4
# So many ways to a value are known.
_WAYS = 8


@buffers.on(PathsJoined, traced=False)
def met(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Note what one of the paths gave away, and what was joined of that and something else."""
    _note_ways(engine, frame, event)
    for state in event.states:
        known = state.store.known(Buffers)
        if known is None or not known.donated:
            continue
        gone = {
            token: replace(gift, conditions=gift.conditions or state.conditions)
            for token, gift in known.donated.items()
        }
        here = engine.store.part(Buffers).donated
        for token, gift in gone.items():
            here.setdefault(token, gift)
        for value, joined in _joined(engine, frame, state):
            taken = gone.get(value.token) or _of_tree(engine, gone, value, joined)
            if taken is not None:
                here.setdefault(joined.token, taken)
    _spare(engine, frame, event)


def _of_tree(
    engine: Engine, gone: Mapping[Value, Gift], value: Value, joined: Value
) -> Gift | None:
    """What took all arrays of a container, of which the parts are not told apart once joined."""
    mixed = isinstance(value, Container) and isinstance(joined, Unknown | Array)
    return gifts.of_whole(engine, gone, value) if mixed else None


def _spare(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Note what lives on the paths on which a variable holds it, or holds the object that does."""
    known = engine.store.known(Buffers)
    if known is None or not known.donated:
        return
    for state in event.states:
        own = state.store.known(Buffers)
        for name, value in state.env.items():
            joined = frame.env.get(name)
            if joined is None or joined.token is value.token:
                continue
            fields = _held(engine, state, value) if isinstance(joined, Choice) else ()
            for held in (value, *fields):
                gift = known.donated.get(held.token)
                if gift is not None and (own is None or held.token not in own.donated):
                    known.spared[joined.token, held.token] = gift


def _held(engine: Engine, state: State, value: Value) -> Iterator[Value]:
    """The fields of an object on a path, and the arrays in them."""
    for part in state.store.fields.get(value.token, NO_FIELDS).values():
        yield part
        if isinstance(part, Container):
            yield from gifts.arrays_in(engine, part)


def _note_ways(engine: Engine, frame: Frame, event: PathsJoined) -> None:
    """Note what the arrays are that were joined, and what those are that were joined before."""
    ways = engine.kept(Ways)
    for state in event.states if ways.asked else ():
        for value, joined in _joined(engine, frame, state):
            if value.token is not joined.token:
                found = ways.of.setdefault(joined.token, [])
                found.append((value.token, state.conditions))
                found += ways.of.get(value.token, ())
                del found[_WAYS:]
        for value, joined in _others(engine, frame, state):
            if isinstance(joined, Unknown) and joined is not value:
                trees = ways.trees.setdefault(joined.token, [])
                if isinstance(value, Container) or gifts.is_array(value):
                    trees.append((value, state.conditions))
                trees += ways.trees.get(value.token, ())
                del trees[_WAYS:]


def _joined(engine: Engine, frame: Frame, state: State) -> Iterator[tuple[Value, Value]]:
    """The variables, fields and parts that are others now than they were on one path."""
    for value, joined in _others(engine, frame, state):
        yield from _within(state, value, joined, _DEPTH)


def _others(engine: Engine, frame: Frame, state: State) -> Iterator[tuple[Value, Value]]:
    """The variables and fields that are others now than they were on one path: those and these."""
    for name, value in state.env.items():
        joined = frame.env.get(name, value)
        if joined is not value:
            yield value, joined
    fields = engine.store.fields
    for owner, place in fields.differing([state.store.fields]):
        held = state.store.fields.get(owner, NO_FIELDS)
        if place in held:
            yield held[place], fields[owner][place]


def _within(state: State, value: Value, joined: Value, depth: int) -> Iterator[tuple[Value, Value]]:
    """A value and what it holds, and what became of each."""
    yield value, joined
    if not depth:
        return
    if isinstance(value, Container) and isinstance(joined, Container):
        for key in value.items.keys() & joined.items.keys():
            yield from _within(state, value.items[key], joined.items[key], depth - 1)
    elif isinstance(joined, Choice | Unknown):
        for place, held in _parts(state, value).items():
            yield from _within(state, held, parts.make(joined, place), depth - 1)


def _parts(state: State, value: Value) -> Mapping[object, Value]:
    """The fields of an object, or of what was one of several objects before."""
    if isinstance(value, Choice):
        return parts.known(value)
    return state.store.fields.get(value.token, NO_FIELDS)
