"""``base.attr``: fields of objects, and what arrays and tracers answer without being read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import classes, expressions, subscripts
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Choice,
    ClassValue,
    Const,
    Container,
    External,
    Function,
    Generator,
    HostArray,
    Instance,
    Key,
    Method,
    ModuleValue,
    Partial,
    Static,
    Super,
    Traced,
    Transformed,
    Unknown,
    Value,
    deny,
    promised,
)
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DICT_METHODS = frozenset("items keys values get pop setdefault update".split())


@expressions.evaluates(ir.Attribute)
def read(engine: Engine, frame: Frame, node: ir.Attribute) -> Value:
    """The value of an attribute access."""
    base = expressions.part_base(engine, frame, node.base)
    if node.attr in _DICT_METHODS:
        deny(base)
    value = of(engine, frame, base, node.attr)
    engine.tell(frame, AttributeRead, node, base, value)
    return value


def of(engine: Engine, frame: Frame, base: Value, attr: str) -> Value:
    """The attribute of a value."""
    stored = engine.store.fields.get((base.token, attr))
    if stored is not None:
        return stored
    if isinstance(base, External):
        return engine.external(f"{base.name}.{attr}")
    if isinstance(base, Choice):
        return join_all([of(engine, frame, option, attr) for option in base.options])
    if isinstance(base, ModuleValue):
        found = engine.module_attribute(base.module, attr)
        return base.child(attr, lambda: Unknown(attr)) if found is None else found
    if isinstance(base, Traced):
        return _of_tracer(base, attr)
    if isinstance(base, Array | HostArray):
        return _of_array(base, attr)
    if isinstance(base, Instance):
        return classes.attribute(engine, frame, base, attr)
    if isinstance(base, Super):
        return classes.parent_attribute(engine, frame, base, attr)
    if isinstance(base, ClassValue):
        found = classes.find(base, attr)
        if found is None or (isinstance(found, Const) and classes.may_wrap(base)):
            return base.child(attr, lambda: Unknown(attr))
        if isinstance(found, Function) and found.kind == "class":
            return classes.bound_to(found, base)
        return found
    if isinstance(base, Key):
        return Static() if attr in arrays.STATIC_ATTRIBUTES else Method(base, attr)
    if isinstance(base, Container) and ("field", attr) in (base.children or {}):
        return base.child(("field", attr), Unknown)
    if isinstance(base, Container | Function | Transformed | Partial | AtReference | Generator):
        return Method(base, attr)
    if isinstance(base, Const | Static) and attr == "__class__":
        return base.child(attr, Unknown)
    if isinstance(base, Const | Static):
        return Method(base, attr) if isinstance(base, Const) else Static()
    if isinstance(base, Unknown):
        return base.child(attr, lambda: Unknown(attr))
    return Unknown(attr)


def _of_array(base: Value, attr: str) -> Value:
    if attr in arrays.STATIC_ATTRIBUTES:
        return Static()
    if attr in arrays.ARRAY_ATTRIBUTES:
        return Array("attribute", promised(base)) if isinstance(base, Array) else HostArray()
    if attr == "at" and isinstance(base, Array):
        return AtReference(base)
    return Method(base, attr)


def _of_tracer(base: Traced, attr: str) -> Value:
    if attr in arrays.STATIC_ATTRIBUTES:
        if base.source is not None and attr in ("shape", "ndim", "dtype"):
            base.source.is_array()
        return Static()
    if attr in arrays.ARRAY_ATTRIBUTES or attr == "at":
        if base.source is not None:
            base.source.is_array()
        if attr == "at":
            return AtReference(base)
        return subscripts.traced_child(base, attr, leaf=True)
    if attr in arrays.ARRAY_METHODS or attr in arrays.READERS or attr in arrays.IN_PLACE_METHODS:
        return Method(base, attr)
    if base.source is None:
        return Method(base, attr)
    if attr in _DICT_METHODS:
        base.source.container = True
        return Method(base, attr)
    base.source.container = True
    return base.child(attr, lambda: Unknown(attr))
