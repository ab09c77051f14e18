"""Functions that give a model like another: with some parts exchanged, or with other numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import attributes, captured, objects
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Const,
    Container,
    External,
    Instance,
    Static,
    Traced,
    Unknown,
    Value,
    beyond,
    is_none,
    like,
)
from jaxlint.knowledge import libraries, modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.transfer("equinox.tree_at")
def exchanged(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An object in which those arrays are others that a function finds in it."""
    where, model = call.arguments.get(0, "where"), call.arguments.get(1, "pytree")
    if not isinstance(model, Instance) or not isinstance(model.cls, ClassValue):
        return None
    found = _fields_in(where.definition) if isinstance(where, Function) else {}
    held = {attr: attributes.of(engine, frame, model, attr) for attr in found}
    if not found or not all(_stays(held[attr], whole=whole) for attr, whole in found.items()):
        return None
    changes: dict[str, Value] = {attr: Unknown(attr) for attr in found}
    return objects.replaced(engine, frame, model, Arguments((), changes), call.node)


def _fields_in(where: ir.Function) -> dict[str, bool]:
    """The fields that a function gives of an object, and whether as a whole; none if more."""
    names = {one.name for one in where.parameters}
    nodes = list(ir.nodes_in(where.body))
    parts = [one for one in nodes if isinstance(one, ir.Attribute | ir.Subscript)]
    read = [one for one in parts if isinstance(one.base, ir.Name) and one.base.id in names]
    fields = [one for one in read if isinstance(one, ir.Attribute)]
    mentioned = sum(isinstance(one, ir.Name) and one.id in names for one in nodes)
    if mentioned != len(fields) or where.inner:
        return {}
    return {one.attr: not any(part.base is one for part in parts) for one in fields}


def _stays(value: Value, *, whole: bool) -> bool:
    """Whether a field is of the same kind when all of it, or a part, is another array."""
    if whole:
        return isinstance(value, Array | Traced)
    cls = value.cls if isinstance(value, Instance) else None
    return not (isinstance(cls, External) and cls.name in modules.KEYED)


@models.transfer(*libraries.APPLY_UPDATES)
def updated(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A model with its updates: an object of the same class, the arrays of which are new."""
    model = call.first
    options = model.options if isinstance(model, Choice) else (model,)
    hidden = any(captured.tracers(engine, update) for update in call.arguments.positional[1:])
    copies: list[Value] = []
    for option in options:
        if isinstance(option, Container):
            known = frame.region is None or bool(captured.tracers(engine, option))
        else:
            known = isinstance(option, Instance) and not (hidden and option.traced is None)
        if option is None or not known:
            return None
        copies.append(_renewed(engine, frame, option))
    return join_all(copies)


def _renewed(engine: Engine, frame: Frame, model: Value) -> Value:
    """A leaf after an update, or an object or container like one, the leaves of which are new."""
    if isinstance(model, Container):
        return model.mapped(lambda item: _renewed_part(engine, frame, item), region=frame.region)
    if not isinstance(model, Instance):
        return beyond(model, Edge.NEXT_TURN)
    traced = None if model.traced is None else model.traced.result()
    copy = like(model, fresh=True, region=frame.region, traced=traced)
    objects.rebuild(engine, model, copy, lambda _, leaf: _renewed(engine, frame, leaf))
    return copy


def _renewed_part(engine: Engine, frame: Frame, item: Value) -> Value:
    """The same of what a container holds, of which numbers become arrays."""
    number = isinstance(item, Const | Static) and not is_none(item)
    return Unknown() if number else _renewed(engine, frame, item)
