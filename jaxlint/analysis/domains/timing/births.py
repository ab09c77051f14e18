"""Where jitted functions were made: whether the path here has seen all that was done with one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import ClassValue, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.timing import timing
from jaxlint.analysis.domains.tracing.events import TransformMade
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Container, Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So deep objects and containers are looked into.
_DEPTH = 3


class Station(NamedTuple):
    """A frame on the way to a place, and the loops around the way in it."""

    frame: Frame
    loops: tuple[int, ...]


@dataclass(slots=True)
class Births:
    """The ways to where jitted functions were made, by their tokens."""

    ways: dict[Value, list[Station]] = field(default_factory=dict)


@timing.on(TransformMade, traced=False)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note of where a jitted function is made."""
    if event.made.transform.compiles and not _is_of_outside(frame):
        engine.kept(Births).ways[event.made.token] = way_to(engine, frame)


def way_to(engine: Engine, frame: Frame) -> list[Station]:
    """The frames from the outermost one to here."""
    frames = [*(level.frame for level in engine.path), frame]
    return [Station(one, tuple(one.loops)) for one in frames]


def is_own(engine: Engine, frame: Frame, made: Transformed, turned: tuple[int, ...]) -> bool:
    """Whether a function was made on the way here, and each time anew but for the loops ``turned``.

    It was made in a frame that is still open, or in a call from there that gave it back.
    """
    *around, last = way_to(engine, frame)
    outside = len(last.loops) - len(turned)
    if last.loops[outside:] != turned:
        return False
    here = [*around, last._replace(loops=last.loops[:outside])]
    there = engine.kept(Births).ways.get(made.token, [])
    shared = len(list(takewhile(_is_one_frame, zip(there, here, strict=False))))
    apart = (*there[shared:], *here[shared:])
    return there[:shared] == here[:shared] != [] and not any(one.loops for one in apart)


def _is_one_frame(pair: tuple[Station, Station]) -> bool:
    return pair[0].frame is pair[1].frame


def _is_of_outside(frame: Frame) -> bool:
    """Whether this is a method of an object whose bases are not in sight: they may call it."""
    scope = frame.scope
    first = scope.parameters[:1] if isinstance(scope, ir.Function) else ()
    objects = (frame.env.get(one.name) for one in first)
    return any(isinstance(one, Instance) and not _is_in_sight(one) for one in objects)


def _is_in_sight(value: Instance) -> bool:
    return all(isinstance(one, ClassValue) for one in classes.ancestry(value.cls))


def held_by(engine: Engine, value: Value, depth: int = _DEPTH) -> Iterator[Transformed]:
    """The transformed functions that a value is, or has in its fields or elements."""
    if isinstance(value, Transformed):
        yield value
    elif depth and isinstance(value, Container):
        for one in value.values:
            yield from held_by(engine, one, depth - 1)
    elif depth and isinstance(value, Instance):
        for one in engine.store.fields.get(value.token, {}).values():
            yield from held_by(engine, one, depth - 1)
