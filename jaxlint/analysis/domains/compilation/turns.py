"""In which turns of the loops under way things were made: jits, partials, objects, functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import ObjectMade, Returned
from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import (
    AttributeWritten,
    ContainerChanged,
    ElementMade,
    ItemWritten,
    OuterNameBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.tracing.events import TransformMade
from jaxlint.analysis.semantics import captured
from jaxlint.analysis.values.kinds import Choice, Container, Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine

_MADE = (Function, Transformed, Partial, Instance)


@dataclass(slots=True, frozen=True)
class Turn:
    """Where an activation had a thing made: in its ``loops``, by the call at ``node``.

    ``conditions`` are the branches of the turn that lead there.
    """

    loops: tuple[int, ...]
    conditions: tuple[Condition, ...]
    node: ir.Place


@dataclass(slots=True, eq=False)
class Turns:
    """By the token of each thing, where the activations under way had it made last.

    What was put ``aside``, where later turns may find it again, may be of any turn.
    """

    made: dict[Value, dict[Frame, Turn]] = field(default_factory=dict)
    aside: set[Value] = field(default_factory=set)


@dataclass(slots=True, frozen=True, eq=False)
class ThingMade(Effect):
    """A call makes a thing, another one each time."""

    made: Value

    domain = "compilation"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Note the turn of each activation that leads here."""
        engine.log(self)
        turns = engine.kept(Turns).made.setdefault(self.made.token, {})
        turns[frame] = _turn(frame, node)
        for level in engine.path:
            turns[level.frame] = _turn(level.frame, level.node or node)


def _turn(frame: Frame, node: ir.Place) -> Turn:
    return Turn(tuple(frame.loops), tuple(frame.turn_conditions), node)


@compilation.on(TransformMade, traced=False)
def jit_made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Note where a callable is transformed."""
    _made(engine, frame, event.made, event.made.node)


@compilation.on(ObjectMade, traced=False)
def object_made(engine: Engine, frame: Frame, event: ObjectMade) -> None:
    """Note where an object or a partial is made."""
    _made(engine, frame, event.made, event.node)


@compilation.on(Returned, traced=False)
def function_built(engine: Engine, frame: Frame, event: Returned) -> None:
    """Note where a function that an activation has defined is handed out."""
    built = event.value
    if isinstance(built, Function) and built.closure is frame and built.instance is None:
        _made(engine, frame, built, event.node.place)


def _made(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> None:
    """Note where a thing is made, unless a function keeps it as its result."""
    if not any(is_cached(definition) for definition in engine.stack):
        ThingMade(None, value).replay(engine, frame, None, node)


@compilation.on(ElementMade, OuterNameBound, about=of(*_MADE, Container))
def put_aside(engine: Engine, frame: Frame, event: ElementMade | OuterNameBound) -> None:
    """Note that a thing outlives the turn, in a list that is made or an outer variable."""
    _lay_aside(engine, event.value)


@compilation.on(ItemWritten)
def put_into(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Note that a thing becomes an element."""
    _lay_aside(engine, event.value)


@compilation.on(ContainerChanged)
def put_by_method(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """Note that a method puts things into a container."""
    for value in event.arguments.all:
        _lay_aside(engine, value)


@compilation.on(AttributeWritten)
def put_into_field(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Note that a thing becomes a field, unless of an object that is made in the same turns."""
    if not isinstance(event.value, _MADE):
        return
    turns = engine.kept(Turns)
    owner, own = (turns.made.get(one.token, {}) for one in (event.base, event.value))
    around = [level.frame for level in engine.path]
    if not owner or any(_loops(owner, one) != _loops(own, one) for one in around):
        _lay_aside(engine, event.value)


def _lay_aside(engine: Engine, value: Value, depth: int = 3) -> None:
    """Note that a thing outlives the turn, and all that is in it."""
    if isinstance(value, _MADE):
        engine.kept(Turns).aside.add(value.token)
    if isinstance(value, Container | Instance) and depth:
        for part in captured.parts(engine, value):
            _lay_aside(engine, part, depth - 1)


def _loops(turns: dict[Frame, Turn], frame: Frame) -> tuple[int, ...] | None:
    turn = turns.get(frame)
    return None if turn is None else turn.loops


def turn_of(engine: Engine, frame: Frame, value: Value) -> Turn | None:
    """Where an activation has had a thing made that it meets: another one each time it does."""
    turn = _last(engine, frame, value)
    return turn if turn is not None and not _left(frame, turn) else None


def makers(engine: Engine, value: Value) -> list[Frame]:
    """The activations that had a thing made."""
    return list(engine.kept(Turns).made.get(value.token, ()))


def is_either(engine: Engine, frame: Frame, choice: Choice) -> bool:
    """Whether a value is one of two things of this turn, made in the two arms of one test."""
    made = [_last(engine, frame, one) for one in choice.options]
    loops = tuple(frame.loops)
    left = [_left(frame, one) for one in made if one is not None and one.loops == loops]
    if len(made) != 2 or len(left) != 2 or any(len(one) > 1 for one in left):
        return False
    first, second = left
    if not first or not second:
        return not first and not second
    return first[0].values is second[0].values and first[0].arm is not second[0].arm


def _last(engine: Engine, frame: Frame, value: Value) -> Turn | None:
    turns = engine.kept(Turns)
    if value.token in turns.aside:
        return None
    return turns.made.get(value.token, {}).get(frame)


def _left(frame: Frame, turn: Turn) -> list[Condition]:
    """The branches that led to where a thing was made, and that have been left since."""
    under_way = frame.turn_conditions
    return [one for one in turn.conditions if one not in under_way]


def is_cached(scope: ir.Scope) -> bool:
    """Whether a function keeps its results, as its decorators are called."""
    if not isinstance(scope, ir.Function):
        return False
    for decorator in scope.decorators:
        node = decorator.func if isinstance(decorator, ir.Call) else decorator
        name = ir.last_name(node)
        if "cache" in name or "memo" in name or name == "fixture":
            return True
    return False
