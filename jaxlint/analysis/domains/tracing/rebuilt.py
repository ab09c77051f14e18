"""Objects that cross a transformation: their class builds copies of them, out of tracers.

JAX takes an object apart by what its class is registered with, and calls what that says to build
the copy: where that runs the constructor, the constructor meets tracers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import crossing, tracing
from jaxlint.analysis.domains.tracing.observations import ValueNeeded
from jaxlint.analysis.semantics import calls, classes, objects
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_DEPTH = 2

# A value, and what becomes of it where it enters traced code.
_Crossing = tuple[Value, Value]


class Apart(NamedTuple):
    """An object that ``flatten`` took apart; ``build`` makes a copy of what that gave."""

    flatten: Function
    build: Function
    children: Value
    extra: Value


class _Builder(NamedTuple):
    """What takes objects of a class apart, ``keyed`` with the keys of the children, and builds."""

    flatten: Value
    unflatten: Value
    keyed: bool


@dataclass(slots=True, eq=False)
class Builders:
    """By class, the functions that take apart and build what a call registered in this run.

    ``built`` are the classes of which a copy was built out of tracers.
    """

    registered: dict[Value, _Builder] = field(default_factory=dict)
    built: set[Value] = field(default_factory=set)


@tracing.on(OutsideCalled, about=libraries.REGISTERING.__contains__)
def registered(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of what ``register_pytree_node(cls, flatten, unflatten)`` says."""
    given, keyed = event.arguments, libraries.REGISTERING[event.name]
    cls, unflatten = given.get(0, "nodetype"), given.get(2, "unflatten_func")
    flatten = classes.flattener(event.name, given)
    if isinstance(cls, ClassValue) and flatten is not None and unflatten is not None:
        engine.kept(Builders).registered[cls.token] = _Builder(flatten, unflatten, keyed)


def is_registered(engine: Engine, cls: ClassValue) -> bool:
    """Whether JAX was told, by functions in sight, how to take objects of this very class apart."""
    told = any(name in libraries.TAKEN_APART_BY for name in cls.decorators)
    return told or cls.token in engine.kept(Builders).registered


def build(
    engine: Engine, frame: Frame, inside: Frame, given: Iterable[_Crossing], node: ir.Place
) -> None:
    """Build copies of the objects among what a transformation is given, each class once.

    ``given`` are values with what the transformed function gets for them. Of what the constructor
    does only the errors of tracers are said: the copy is JAX's own matter.
    """
    region, builders = inside.region, engine.kept(Builders)
    if region is None or not region.transform.abstract:
        return
    for instance in _objects(given, _DEPTH):
        if instance.cls in builders.built:
            continue
        builders.built.add(instance.cls)
        before, seen = engine.mark(), engine.seen
        engine.seen = {}
        try:
            _build(engine, frame, inside, instance, node)
        finally:
            engine.undo(before)
            found, engine.seen = engine.seen, seen
        for at, errors in found.items():
            if issubclass(at[0], ValueNeeded):
                seen.setdefault(at, []).extend(errors)


def _objects(given: Iterable[_Crossing], depth: int) -> Iterator[Instance]:
    """The objects among values, and in containers, of which the function gets traced copies."""
    for value, got in given:
        if isinstance(value, Container) and isinstance(got, Container) and depth:
            both = [(item, got.items[at]) for at, item in value.items.items() if at in got.items]
            yield from _objects(both, depth - 1)
        elif isinstance(value, Instance) and isinstance(value.cls, ClassValue):
            tracer = got.traced if isinstance(got, Instance) and got is not value else got
            if isinstance(tracer, Traced):
                yield value


def _build(engine: Engine, frame: Frame, inside: Frame, instance: Instance, node: ir.Place) -> None:
    """Build a copy of an object as its class says, if that is known."""
    cls, region = instance.cls, inside.region
    assert isinstance(cls, ClassValue)
    assert region is not None
    if classes.kind(cls) == "record":
        copy = objects.abstracted(instance, Traced(region, region.why, None, abstract=True))
        objects.rebuild(
            engine,
            instance,
            copy,
            lambda _, item: crossing.abstracted(engine, item, region, "", abstract=True),
        )
        objects.initialise(engine, inside, copy, node)
        return
    apart = taken_apart(engine, frame, instance, node)
    if apart is not None:
        tracers = crossing.abstracted(engine, apart.children, region, "", abstract=True)
        calls.apply(engine, inside, apart.build, Arguments((apart.extra, tracers)), node)


def taken_apart(engine: Engine, frame: Frame, instance: Instance, node: ir.Place) -> Apart | None:
    """An object as its class takes it apart for JAX, if that is known."""
    known = engine.kept(Builders).registered.get(instance.cls.token)
    known = known or _by_methods(engine, frame, instance)
    if known is None or not isinstance(known.flatten, Function):
        return None
    own = () if known.flatten.instance is instance else (instance,)
    parts = calls.apply(engine, frame, known.flatten, Arguments(own), node)
    if not isinstance(parts, Container) or parts.rest is not None or len(parts.items) != 2:
        return None
    children = _without_keys(parts.items[0]) if known.keyed else parts.items[0]
    if children is None or not isinstance(known.unflatten, Function):
        return None
    return Apart(known.flatten, known.unflatten, children, parts.items[1])


def _by_methods(engine: Engine, frame: Frame, instance: Instance) -> _Builder | None:
    """The methods that take an object apart and build it, if its class is registered by them."""
    if classes.kind(instance.cls) != "registered":
        return None
    lineage = [one for one in classes.ancestry(instance.cls) if isinstance(one, ClassValue)]
    told = (name for one in lineage for name in one.decorators if name in libraries.TAKEN_APART_BY)
    method, keyed = next((libraries.TAKEN_APART_BY[name] for name in told), ("", False))
    if not method:
        return None
    flatten = objects.attribute(engine, frame, instance, method)
    return _Builder(flatten, objects.attribute(engine, frame, instance, "tree_unflatten"), keyed)


def _without_keys(children: Value) -> Value | None:
    """Children of which each came with its key."""
    pairs = children.values if isinstance(children, Container) else ()
    if not isinstance(children, Container) or not all(
        isinstance(pair, Container) and 1 in pair.items for pair in pairs
    ):
        return None
    return children.mapped(lambda pair: pair.items[1] if isinstance(pair, Container) else pair)
