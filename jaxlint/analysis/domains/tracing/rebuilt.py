"""Objects that cross a transformation: their class builds copies of them, out of tracers.

JAX takes an object apart by what its class is registered with, and calls what that says to build
the copy: where that runs the constructor, the constructor meets tracers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import crossing, tracing
from jaxlint.analysis.domains.tracing.observations import ValueNeeded
from jaxlint.analysis.semantics import calls, classes, objects
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_REGISTERING = "jax.tree_util.register_pytree_node"
_DEPTH = 2

# A value, and what becomes of it where it enters traced code.
_Crossing = tuple[Value, Value]


@dataclass(slots=True, eq=False)
class Builders:
    """By class, the functions that take apart and build what a call registered in this run.

    ``built`` are the classes of which a copy was built out of tracers.
    """

    registered: dict[Value, tuple[Value, Value]] = field(default_factory=dict)
    built: set[Value] = field(default_factory=set)


@tracing.on(OutsideCalled, about=_REGISTERING.__eq__)
def registered(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of what ``register_pytree_node(cls, flatten, unflatten)`` says."""
    given = event.arguments
    cls, flatten = given.get(0, "nodetype"), given.get(1, "flatten_func")
    unflatten = given.get(2, "unflatten_func")
    if isinstance(cls, ClassValue) and flatten is not None and unflatten is not None:
        engine.kept(Builders).registered[cls.token] = flatten, unflatten


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
    taken = _taken_apart(engine, frame, instance, node)
    if taken is None:
        return
    build, children, extra = taken
    tracers = crossing.abstracted(engine, children, region, "", abstract=True)
    calls.apply(engine, inside, build, Arguments((extra, tracers)), node)


def _taken_apart(
    engine: Engine, frame: Frame, instance: Instance, node: ir.Place
) -> tuple[Value, Value, Value] | None:
    """What builds a copy of an object, and out of which children and what else."""
    known = engine.kept(Builders).registered.get(instance.cls.token)
    if known is not None:
        parts = calls.apply(engine, frame, known[0], Arguments((instance,)), node)
        build = known[1]
    elif classes.kind(instance.cls) == "registered":
        flatten = objects.attribute(engine, frame, instance, "tree_flatten")
        build = objects.attribute(engine, frame, instance, "tree_unflatten")
        parts = calls.apply(engine, frame, flatten, Arguments(), node)
    else:
        return None
    pair = isinstance(parts, Container) and parts.rest is None and len(parts.items) == 2
    if not pair or not isinstance(parts, Container) or not isinstance(build, Function):
        return None
    return build, parts.items[0], parts.items[1]
