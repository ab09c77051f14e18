"""Functions that give a model like another: with some parts exchanged, or with other numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import attributes, classes, objects, static_fields
from jaxlint.analysis.values.kinds import Array, External, Instance, Traced, Unknown, Value, like
from jaxlint.knowledge import libraries, modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3


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
    return objects.replaced(engine, frame, model, Arguments((), changes))


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
    """An object of the same kind, with other numbers in it."""
    model = call.arguments.get(0, "model" if call.name.startswith("equinox.") else "params")
    whole = isinstance(model, Instance) and isinstance(model.cls, ClassValue)
    return _moved(engine, frame, model) if whole and model is not None else None


def _moved(engine: Engine, frame: Frame, value: Value, depth: int = _DEPTH) -> Value:
    """A part of an object of which each array is another one."""
    if isinstance(value, Array):
        return like(value, fresh=True)
    if isinstance(value, Function | External):
        return value
    if not isinstance(value, Instance) or not depth:
        return Unknown()
    if not isinstance(value.cls, ClassValue):
        return like(value, fresh=True)
    held = {
        attr: attributes.of(engine, frame, value, attr) for attr in classes.field_names(value.cls)
    }
    changes = {
        attr: _moved(engine, frame, one, depth - 1)
        for attr, one in held.items()
        if not static_fields.is_static(value.cls, attr)
    }
    return objects.replaced(engine, frame, value, Arguments((), changes))
