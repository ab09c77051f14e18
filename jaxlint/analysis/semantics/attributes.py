"""``base.attr``: fields of objects, and what arrays and tracers answer without being read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.callables import (
    ClassValue,
    Function,
    Method,
    Partial,
    Super,
    Transformed,
)
from jaxlint.analysis.core.events import (
    AttributeRead,
    AttributeResult,
    ClassAttributeSought,
    DtypeResult,
    SettingSought,
    ShapeSought,
)
from jaxlint.analysis.core.frames import Frame, Sought
from jaxlint.analysis.semantics import (
    classes,
    declared,
    emptiness,
    expressions,
    instances,
    objects,
    subscripts,
    variables,
)
from jaxlint.analysis.values import foreign, optionals, parts, readings
from jaxlint.analysis.values.contents import numbers_of
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Choice,
    Const,
    Container,
    External,
    Generator,
    HostArray,
    Instance,
    Key,
    ModuleValue,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.promises import deny, promised
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_NAMES = frozenset("__name__ __qualname__ __module__".split())
# What Python's own functions do by a method of values that have no code of their own for it.
_BY_METHOD = {"__hash__": "builtins.hash"}
_WITHOUT_CODE = (Unknown, Const, Static, Container)
_DICT_METHODS = frozenset("items keys values get pop setdefault update".split())
# What a member of an enumeration has for a value; it is a thing of its own, hashed by its name.
_ENUMERATED = Array | HostArray | Container | Key


@expressions.evaluates(ir.Attribute)
def read(engine: Engine, frame: Frame, node: ir.Attribute) -> Value:
    """The value of an attribute access."""
    base = variables.part_base(engine, frame, node.base)
    if node.attr in _DICT_METHODS:
        deny(base)
    if frame.sought is not None:
        _seek(frame.sought, base, node.attr)
    value = emptiness.doubt(of(engine, frame, base, node.attr))
    engine.tell(frame, AttributeRead, node, base, value)
    return value


def _seek(sought: Sought, base: Value, attr: str) -> None:
    """Note whether a value certainly has an attribute; what a module has depends on versions."""
    tracer = isinstance(base, Traced) and (base.source is None or base.source.known)
    known = attr in arrays.STATIC_ATTRIBUTES or attr in arrays.ARRAY_METHODS
    if known and (tracer or isinstance(base, Array)):
        sought.found = True
    elif not isinstance(base, External | ModuleValue):
        sought.doubted.add(base.token)


def of(engine: Engine, frame: Frame, base: Value, attr: str) -> Value:
    """The attribute of a value."""
    if base.facts:
        base = optionals.used(base)
    held = engine.store.fields.get(base if base.twin is None else base.token)
    stored = None if held is None else held.get(attr)
    if stored is not None:
        return stored
    if attr in _BY_METHOD and isinstance(base, _WITHOUT_CODE):
        return Partial(engine.imports.external(_BY_METHOD[attr]), (base,), {})
    known = _KNOWN.get(type(base))
    return Unknown(attr) if known is None else known(engine, frame, base, attr)


def _of_choice(engine: Engine, frame: Frame, base: Choice, attr: str) -> Value:
    """An attribute of one of several things: of the one whose method is under way, if one is."""
    meant = engine.context.meant(base)
    if meant is not None:
        return of(engine, frame, meant, attr)
    found = [of(engine, frame, option, attr) for option in base.options]
    callables = all(isinstance(one, Method | Function) for one in found)
    joined = Choice(tuple(found), base) if callables else join_all(found)
    if isinstance(joined, Choice | Key):
        origins.follow(engine, joined, base, found)
    return joined


def _of_module(engine: Engine, frame: Frame, base: ModuleValue, attr: str) -> Value:
    found = engine.imports.module_attribute(base.module, attr)
    return base.child(attr, lambda: Unknown(attr)) if found is None else found


def _of_instance(engine: Engine, frame: Frame, base: Instance, attr: str) -> Value:
    if attr == "__class__" and isinstance(base.cls, ClassValue):
        return Static(instances.TypeOf(base))
    held = numbers_of(base)
    if held is base:
        return objects.attribute(engine, frame, base, attr)
    return held if attr == libraries.CONTENT else of(engine, frame, held, attr)


def _of_parent(engine: Engine, frame: Frame, base: Super, attr: str) -> Value:
    return objects.parent_attribute(engine, frame, base, attr)


def _of_class(engine: Engine, frame: Frame, base: ClassValue, attr: str) -> Value:
    found = classes.read(engine, base, attr)
    if found is None and attr == "__name__":
        return Const(base.definition.name)
    if found is None:
        known = engine.answer(frame, ClassAttributeSought, base, attr)
        return known or base.child(attr, lambda: Unknown(attr))
    if isinstance(found, Const) and classes.may_wrap(base):
        return base.child(attr, lambda: Unknown(attr))
    if isinstance(found, _ENUMERATED) and classes.kind(base) == "enum":
        return base.child(attr, Static)
    return objects.of_class(base, found)


def _of_outside(engine: Engine, frame: Frame, base: External, attr: str) -> Value:
    if attr == "__name__" and base.name in names.NAMED_MODULES:
        return Const(base.name)
    if attr == "__module__" and instances.is_tracer_type(base):
        return Const(names.TRACERS)
    setting = engine.answer(frame, SettingSought, attr) if base.name == names.SETTINGS else None
    if setting is not None:
        return setting
    return engine.imports.external(f"{base.name}.{attr}")


def _of_key(engine: Engine, frame: Frame, base: Key, attr: str) -> Value:
    return parts.attribute(base, attr) if attr in arrays.STATIC_ATTRIBUTES else Method(base, attr)


def _of_form(engine: Engine, frame: Frame, base: Value, attr: str) -> Value:
    """A static attribute of an array, known where its shape or its dtype is."""
    known = engine.answer(frame, ShapeSought, base, attr) if attr in arrays.SHAPES else None
    found = known or parts.attribute(base, attr)
    for fact in engine.deduced(DtypeResult(base)) if attr == "dtype" else ():
        found = found.with_fact(fact)
    return found


def _of_container(engine: Engine, frame: Frame, base: Container, attr: str) -> Value:
    if base.children and ("field", attr) in base.children:
        return base.child(("field", attr), Unknown)
    return Method(base, attr)


def _method(engine: Engine, frame: Frame, base: Value, attr: str) -> Value:
    return Method(base, attr)


def _of_function(engine: Engine, frame: Frame, base: Function, attr: str) -> Value:
    if attr == "__name__" and base.wrapped is None:
        return Const(base.definition.name)
    return Static() if attr in _NAMES else Method(base, attr)


def _of_constant(engine: Engine, frame: Frame, base: Const | Static, attr: str) -> Value:
    if attr == "__class__":
        return base.child(attr, Unknown)
    if isinstance(base, Const):
        return Method(base, attr)
    return Static() if frame.region is None else parts.attribute(base, attr)


def _of_unknown(engine: Engine, frame: Frame, base: Unknown, attr: str) -> Value:
    found = base.child(attr, lambda: Unknown(attr))
    if not isinstance(found, Unknown):
        return found
    if base.facts and attr in arrays.ARRAY_ATTRIBUTES:
        return like(found, facts=engine.deduced(AttributeResult(base, attr)))
    if foreign.holds(base):
        return foreign.read(found, engine.serial())
    return declared.read(engine, base, readings.of(found, attr, engine.serial()), attr)


def _of_array(engine: Engine, frame: Frame, base: Array | HostArray, attr: str) -> Value:
    if attr in arrays.STATIC_ATTRIBUTES:
        return _of_form(engine, frame, base, attr)
    if attr in arrays.ARRAY_ATTRIBUTES:
        facts = engine.deduced(AttributeResult(base, attr))
        made = isinstance(base, Array)
        return Array("attribute", *facts, promised(base)) if made else HostArray()
    if attr == "at" and isinstance(base, Array):
        return AtReference(base)
    return Method(base, attr)


def _of_tracer(engine: Engine, frame: Frame, base: Traced, attr: str) -> Value:
    if attr == "__class__" and base.certain:
        return External(instances.TRACER_TYPE)
    if base.source is not None and base.source.declared:
        return base.child(attr, lambda: Unknown(attr))
    if attr == arrays.NAMESPACE:
        return Method(base, attr)
    if attr in arrays.STATIC_ATTRIBUTES:
        if base.source is not None and attr in ("shape", "ndim", "dtype"):
            base.source.is_array()
            if base.source.parent is not None:
                base.source.parent.counted = True
        return _of_form(engine, frame, base, attr)
    if attr in arrays.ARRAY_ATTRIBUTES or attr == "at":
        if base.source is not None:
            base.source.is_array()
        if attr == "at":
            return AtReference(base)
        found = subscripts.traced_child(base, attr, leaf=True)
        for fact in engine.deduced(AttributeResult(base, attr)):
            found = found.with_fact(fact)
        return found
    if attr in arrays.ARRAY_METHODS or attr in arrays.READERS or attr in arrays.IN_PLACE_METHODS:
        return Method(base, attr)
    if base.source is None:
        return Method(base, attr)
    if attr in _DICT_METHODS:
        base.source.is_tree()
        return Method(base, attr)
    base.source.is_tree()
    return base.child(attr, lambda: Unknown(attr, facts=base.facts.cross(Edge.PART)))


_KNOWN: dict[type[Value], Callable[[Engine, Frame, Any, str], Value]] = {
    External: _of_outside,
    Choice: _of_choice,
    ModuleValue: _of_module,
    Traced: _of_tracer,
    Array: _of_array,
    HostArray: _of_array,
    Instance: _of_instance,
    Super: _of_parent,
    ClassValue: _of_class,
    Key: _of_key,
    Container: _of_container,
    Function: _of_function,
    **dict.fromkeys((Transformed, Partial, AtReference, Generator), _method),
    Const: _of_constant,
    Static: _of_constant,
    Unknown: _of_unknown,
}
