"""Binding: names, unpacking, and stores into objects, arrays and whatever lies outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import (
    AttributeWritten,
    ItemWritten,
    NameBound,
    OuterNameBound,
    Unpacked,
    Writing,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    containers,
    expressions,
    objects,
    outer_names,
    subscripts,
    variables,
)
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Instance,
    Key,
    Traced,
    Unknown,
    Value,
    beyond,
)
from jaxlint.knowledge import arrays
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def bind(engine: Engine, frame: Frame, target: ir.Expr, value: Value) -> None:
    """Give a target its value."""
    if isinstance(target, ir.Name):
        _bind_name(engine, frame, target, value)
    elif isinstance(target, ir.Display):
        _unpack(engine, frame, target, value)
    elif isinstance(target, ir.Attribute):
        base = variables.written_base(engine, frame, target.base)
        set_attribute(engine, frame, target, base, value)
    elif isinstance(target, ir.Subscript):
        base = variables.written_base(engine, frame, target.base)
        index = expressions.evaluate(engine, frame, target.index)
        engine.tell(frame, ItemWritten, target, base, index, value, Writing.ASSIGNMENT)
        containers.stored(engine, frame, target.base, base, index, value)
        engine.store.fields.put(base.token, subscripts.place(index), value)
    elif isinstance(target, ir.Starred):
        bind(engine, frame, target.value, value)


def set_attribute(
    engine: Engine, frame: Frame, target: ir.Attribute, base: Value, value: Value
) -> None:
    """Give an attribute of a value another one, as its class does that."""
    engine.tell(frame, AttributeWritten, target, base, value)
    if isinstance(value, Transformed):
        value.stored = True
    if not objects.sets(engine, frame, base, target, value):
        engine.store.fields.put(base.token, target.attr, value)


def _bind_name(engine: Engine, frame: Frame, target: ir.Name, value: Value) -> None:
    if engine.watched is not None:
        engine.watch(frame, target.place, value)
    declared = frame.scope.outside.get(target.id)
    if isinstance(value, Transformed) and not value.holder:
        value.holder = target.id
    if declared is None:
        if isinstance(value, Traced):
            _note_flag(frame, target.id, value)
        value = _still_self(frame, target.id, value)
        if frame.scope.inner:
            engine.tell(frame, NameBound, target, value)
        frame.env[target.id] = value
        if frame.rebinding is not None:
            frame.rebinding.bound(target.id, value, frame.conditions)
        return
    if isinstance(value, Transformed):
        value.stored = True
    engine.tell(frame, OuterNameBound, target, declared, value)
    outer_names.bind(engine, frame.closure, frame.scope, target.id, value)


def _still_self(frame: Frame, name: str, value: Value) -> Value:
    """What ``self = prepared(self)`` binds: an object of the class, of which no field is known."""
    old, scope, source = frame.env.get(name), frame.scope, frame.assigning
    if type(value) is not Unknown or not isinstance(old, Instance):
        return value
    if not isinstance(scope, ir.Function) or scope.owner is None or not isinstance(source, ir.Call):
        return value
    own = scope.receiver == name
    given = any(isinstance(one, ir.Name) and one.id == name for one in source.args)
    return Instance(old.cls, frame.region, old.traced) if own and given else value


def _note_flag(frame: Frame, name: str, value: Traced) -> None:
    """Take note that a part of what a loop's body was handed is only ever tested: a flag."""
    if value.source is None or frame.region is None:
        return
    handed = frame.region.transform.body in (Body.SCAN, Body.FORI, Body.WHILE, Body.MAP)
    if handed and name not in arrays.PYTREE_NAMES and frame.scope.only_tested(name):
        value.source.flag = True


def _unpack(engine: Engine, frame: Frame, target: ir.Display, value: Value) -> None:
    starred = next(
        (i for i, part in enumerate(target.elements) if isinstance(part, ir.Starred)), None
    )
    count = len(target.elements)
    value = objects.as_tuple(engine, frame, value)
    if frame.assigning is not None and _misfits(value, count, starred=starred is not None):
        frame.ended = True
    engine.tell(frame, Unpacked, target, value)
    for position, part in enumerate(target.elements):
        if starred is not None and position == starred:
            after = count - position - 1
            bind(engine, frame, part, remainder(value, position, after, frame))
        elif starred is not None and position > starred:
            bind(engine, frame, part, piece(value, position - count))
        else:
            bind(engine, frame, part, piece(value, position))


def _misfits(value: Value, count: int, *, starred: bool) -> bool:
    """Whether a value is a tuple or list of another length than is asked for, and raises."""
    if not isinstance(value, Container) or value.kind not in ("tuple", "list"):
        return False
    if value.rest is not None:
        return False
    return len(value.items) < count - 1 if starred else len(value.items) != count


def piece(value: Value, position: int) -> Value:
    """The element at a position of something that is being unpacked."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.container = not value.source.array
    return subscripts.element(value, Const(position))


def remainder(value: Value, start: int, after: int, frame: Frame) -> Value:
    """What ``*rest`` takes of something that is being unpacked."""
    if isinstance(value, Container) and value.rest is None and value.kind != "dict":
        chosen = list(value.items.values())[start : len(value.items) - after]
        return Container("list", dict(enumerate(chosen)), None, frame.region)
    if isinstance(value, Key):
        return value.child(("rest", start), lambda: value.element(whole=True))
    if isinstance(value, Array):
        rest: Value = beyond(value, Edge.PART)
    elif isinstance(value, HostArray):
        rest = HostArray()
    elif isinstance(value, Traced):
        rest = subscripts.traced_child(value, ("rest", start), leaf=False)
    else:
        rest = Unknown()
    return Container("list", {}, rest, frame.region)


@expressions.evaluates(ir.NamedExpr)
def named(engine: Engine, frame: Frame, node: ir.NamedExpr) -> Value:
    value = expressions.evaluate(engine, frame, node.value)
    bind(engine, frame, node.target, value)
    return value
