"""Objects: how they are made, their attributes and methods, and copies of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import InstanceCalled, LayerResult, ObjectMade
from jaxlint.analysis.core.callables import (
    ClassValue,
    Function,
    Method,
    Partial,
    Super,
    Transformed,
)
from jaxlint.analysis.core.events import AttributeSought
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    annotated,
    attributes,
    calls,
    class_fields,
    class_values,
    classes,
    containers,
    converting,
    declared,
    functions,
    heirs,
    outer_names,
    records,
    static_fields,
)
from jaxlint.analysis.values import factories
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.exact import Exact
from jaxlint.analysis.values.facts import Facts
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Const,
    Container,
    External,
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.knowledge import libraries, modules, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.analysis.core.engine import Engine

_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
}
_EXACT = Facts.of(Exact())
_UNCHANGED = (ClassValue, External, Function, Transformed)
_CALLABLES = (Choice, ClassValue, External, Function, Instance, Partial, Transformed)


def own_instance(engine: Engine, definition: ir.Class) -> Value:
    """A ``self`` for methods that no visible instance calls."""
    cls = engine.class_of(definition)
    return Unknown("self") if cls is None else Instance(cls, None)


# --- attributes ----------------------------------------------------------------------------------


def attribute(engine: Engine, frame: Frame, instance: Instance, attr: str) -> Value:
    """A field or method of an instance, as far as it is known."""
    cls = instance.cls
    if isinstance(cls, External) and cls.name == names.NAMESPACE:
        return instance.child(attr, lambda: Unknown(attr))
    if not isinstance(cls, ClassValue):
        return engine.answer(frame, AttributeSought, instance, attr) or Method(instance, attr)
    if attr == "__dict__" and instance.traced is None:
        return _fields_by_name(instance)
    found = classes.read(engine, cls, attr)
    several = heirs.objects(engine, instance, attr) if heirs.is_left_to_them(found) else None
    if several is not None:
        return several.child(attr, lambda: _method_of_each(engine, frame, several, attr))
    hidden = _is_method(found) and class_fields.hides(engine, cls, attr, frame.scope)
    callable_ = None if found is None or hidden else _bound(engine, frame, instance, attr, found)
    if callable_ is not None:
        return callable_
    known = class_values.held(engine, instance, attr, found) if found is not None else None
    known = known or engine.answer(frame, AttributeSought, instance, attr)
    if known is not None:
        return known
    if attr in libraries.MODULE_METHODS.get(classes.kind(cls), ()):
        return Method(instance, attr)
    if instance.traced is not None:
        return class_fields.traced(engine, instance, cls, attr)
    own = instance.fields.get(attr)
    if own is not None and _stays(engine, cls, attr, own):
        return own
    field = class_fields.of(engine, cls).get(attr)
    if field is not None and not class_fields.may_be_earlier(cls, attr, frame.scope):
        return class_fields.as_made(instance, attr, field)
    if classes.kind(cls) in libraries.CONFIGURED and classes.annotation(cls, attr) is not None:
        word, _ = annotated.describe(engine, cls.closure, classes.annotation(cls, attr))
        if word in (annotated.SCALAR, annotated.STATIC):
            return instance.child(attr, Static)
    return instance.child(attr, lambda: _declared(engine, cls, attr))


def _method_of_each(engine: Engine, frame: Frame, several: Choice, attr: str) -> Value:
    """The method of each of several objects, one of which is the one."""
    ones = (one for one in several.options if isinstance(one, Instance))
    return Choice(tuple([attribute(engine, frame, one, attr) for one in ones]), several)


def _is_method(found: Value | None) -> bool:
    """Whether a class attribute is a function, which a field of that name hides."""
    return isinstance(found, Function) and found.kind != "property"


def _stays(engine: Engine, cls: ClassValue, attr: str, made: Value) -> bool:
    """Whether a field is what the constructor made it: no code in sight gives it anything else."""
    if outer_names.is_table(made):
        return True
    if isinstance(made, Const):
        return classes.kind(cls) in libraries.FROZEN and attr not in libraries.SWITCHED
    return isinstance(made, _CALLABLES) and not class_fields.setters(
        engine, cls, None, {attr: made}
    )


def _declared(engine: Engine, cls: ClassValue, attr: str) -> Value:
    """A field of which at most the class says something: that it is not None, or a container."""
    field, found = Unknown(attr), classes.declaration(cls, attr)
    if found is None or found.annotation is None:
        return field
    if found.value is None:
        field.present = not annotated.names_none(engine, cls.closure, found.annotation)
    field = declared.an_object(engine, cls.closure, found.annotation, field)
    return declared.bound(engine, cls.closure, found.annotation, field)


def _fields_by_name(instance: Instance) -> Value:
    """The dict that holds the fields of an object, of which nothing is known."""
    return instance.child("__dict__", lambda: Container("dict", {}, Unknown(), instance.region))


def sets(engine: Engine, frame: Frame, base: Value, target: ir.Attribute, value: Value) -> bool:
    """Whether the class of an object runs code where an attribute is assigned; it is run then."""
    found = classes.find(base.cls, target.attr) if isinstance(base, Instance) else None
    setter: Value | None = found.setter if isinstance(found, Function) else None
    receiver, given = base, Arguments((value,))
    if isinstance(found, Instance):
        setter = classes.find(found.cls, "__set__")
        receiver, given = found, Arguments((base, value))
    if not isinstance(setter, Function):
        return False
    functions.call_function(engine, frame, bound_to(setter, receiver), given, target.place)
    return True


def bound_to(found: Function, receiver: Value) -> Function:
    """A method with the object or class that it is called on."""
    return like(found, fresh=True, instance=receiver)


def of_class(cls: ClassValue, found: Value) -> Value:
    """What a class has, as seen from the class: its class methods get the class first."""
    if isinstance(found, Function) and found.kind == "class":
        return bound_to(found, cls)
    if isinstance(found, Transformed) and _method_kind(found) == "class":
        return cls.child(found, lambda: Partial(found, (cls,), {}))
    return found


def _bound(
    engine: Engine, frame: Frame, instance: Instance, attr: str, found: Value
) -> Value | None:
    """A class attribute as seen from an instance, when it is a method.

    A function that is the default of an annotated field is one of the instance, and not bound.
    """
    if isinstance(found, Function):
        if found.kind == "static":
            return found
        if _is_held(instance.cls, attr, found):
            return found
        receiver: Value = instance.cls if found.kind == "class" else instance
        bound = bound_to(found, receiver)
        if found.kind == "property":
            node = found.definition.place
            return functions.call_function(engine, frame, bound, Arguments(), node, visible=False)
        return instance.child(found, lambda: bound)
    if isinstance(found, Transformed):
        kind = _method_kind(found)
        if kind == "static" or _is_field(instance.cls, attr):
            return found
        receiver = instance.cls if kind == "class" else instance
        return instance.child(found, lambda: Partial(found, (receiver,), {}))
    return _got(engine, frame, instance, found) if isinstance(found, Instance) else None


def _is_held(cls: Value, attr: str, found: Function) -> bool:
    """Whether a function is the default of an annotated field, which each object holds itself."""
    if classes.annotation(cls, attr) is None:
        return False
    return _is_field(cls, attr) or (found.definition.is_lambda and not _is_simple(cls))


def _is_simple(cls: Value) -> bool:
    """Whether nothing makes a constructor for a class, be it a decorator or a base out of sight."""
    family = classes.ancestry(cls)
    return classes.kind(cls) == "plain" and all(
        isinstance(one, ClassValue) and not one.definition.decorators for one in family
    )


def _is_field(cls: Value, attr: str) -> bool:
    """Whether the constructor of a class gives each object a field of a name."""
    return classes.kind(cls) != "plain" and attr in classes.field_names(cls)


def _got(engine: Engine, frame: Frame, instance: Instance, found: Instance) -> Value | None:
    """What a descriptor in the class gives for an object, by its ``__get__``."""
    getter = classes.find(found.cls, "__get__")
    if not isinstance(getter, Function):
        return None
    given, node = Arguments((instance, instance.cls)), getter.definition.place
    return functions.call_function(
        engine, frame, bound_to(getter, found), given, node, visible=False
    )


def _method_kind(made: Value) -> str:
    """How a transformed method is bound: by the decorators above and below the transformation."""
    while isinstance(made, Transformed | Partial):
        made = made.func
    return made.kind if isinstance(made, Function) else "function"


def parent_of(engine: Engine, frame: Frame) -> Value:
    """``super()`` in a method of a class of the project."""
    current: Frame | None = frame
    while current is not None and isinstance(current.scope, ir.Function):
        owner = engine.class_of(current.scope.owner)
        if owner is not None and current.scope.parameters:
            receiver = current.env.get(current.scope.parameters[0].name)
            return Unknown() if receiver is None else Super(receiver, owner)
        current = current.closure
    return Unknown()


def parent_attribute(engine: Engine, frame: Frame, parent: Super, attr: str) -> Value:
    """An attribute found behind a class in the order of the instance's, bound to the instance."""
    instance = parent.instance
    if not isinstance(instance, Instance):
        return Unknown(attr)
    found = classes.read_behind(engine, instance.cls, parent.cls, attr)
    if found is None:
        return Unknown(attr)
    return _bound(engine, frame, instance, attr, found) or found


def caller(engine: Engine, frame: Frame, instance: Instance) -> Value | None:
    """The method that a call of an object runs, if it is seen."""
    return _special(engine, frame, instance, "__call__")


def _special(engine: Engine, frame: Frame, instance: Instance, name: str) -> Value | None:
    method = classes.find(instance.cls, name)
    return None if method is None else _bound(engine, frame, instance, name, method)


def iterated(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> Value:
    """What a loop over a value goes over: of an object, what its ``__iter__`` gives."""
    found = _special(engine, frame, value, "__iter__") if isinstance(value, Instance) else None
    return value if found is None else calls.apply(engine, frame, found, Arguments(), node)


def instantiate(
    engine: Engine, frame: Frame, cls: ClassValue, arguments: Arguments, node: ir.Place
) -> Value:
    """An instance of a class of the project, its ``__init__`` run."""
    instance = Instance(cls, frame.region)
    instance.facts = _EXACT
    engine.store.fields.make(instance)
    engine.tell(frame, ObjectMade, instance, node)
    maker = classes.constructor(cls)
    if isinstance(maker, Function):
        functions.call_function(engine, frame, bound_to(maker, instance), arguments, node)
    elif classes.kind(cls) != "plain":
        frame.ended = frame.ended or (frame.is_straight and records.refuses(cls, arguments))
        for name, value in records.given(cls, arguments).items():
            factory = factories.of(value)
            if factory is not None:
                value = calls.apply(engine, frame, factory, Arguments(), node)
            engine.store.fields.put(instance, name, value)
        initialise(engine, frame, instance, node)
    converting.run(engine, frame, instance, node)
    if classes.kind(cls) in libraries.FROZEN:
        engine.store.fields.frozen.add(instance)
    held = engine.store.fields.get(instance, NO_FIELDS)
    instance.fields = {attr: value for attr, value in held.items() if isinstance(attr, str)}
    return instance


def initialise(engine: Engine, frame: Frame, instance: Instance, node: ir.Place) -> None:
    """Run what a dataclass does once its fields are set."""
    found = records.finisher(instance.cls) if isinstance(instance.cls, ClassValue) else None
    if found is not None:
        functions.call_function(engine, frame, bound_to(found, instance), Arguments(), node)


def operate(
    engine: Engine, frame: Frame, node: ir.Node, op: str, left: Value, right: Value
) -> Value:
    """The result of an operator that a class of the project defines."""
    name = _OPERATORS.get(op, "")
    for owner, other, method in ((left, right, f"__{name}__"), (right, left, f"__r{name}__")):
        if isinstance(owner, Instance) and name:
            found = classes.read(engine, owner.cls, method)
            bound = None if found is None else _bound(engine, frame, owner, method, found)
            if bound is not None:
                return calls.apply(engine, frame, bound, Arguments((other,)), node.place)
    return Unknown()


def call_instance(
    engine: Engine, frame: Frame, instance: Instance, arguments: Arguments, node: ir.Place
) -> Value:
    """The result of calling an object."""
    bound = caller(engine, frame, instance)
    if bound is not None:
        return calls.apply(engine, frame, bound, arguments, node)
    engine.tell(frame, InstanceCalled, instance, arguments, node)
    name = instance.cls.name if isinstance(instance.cls, External) else ""
    learning = engine.context.learning
    if _gives_arrays(name):
        found = [t for value in arguments.all for t in tracers(value)]
        if not found and learning and name in modules.LEARNING_LAYERS:
            found = _parameters(frame)
        if found:
            facts = engine.deduced(LayerResult(name, instance, arguments, learning))
            return _of_layer(name, arguments, found[0].result(None, *facts, name=""))
    stays = classes.noting_flag(instance.cls) is not None  # it notes calls, and keeps its mode
    engine.forget(arguments.all if stays else (instance, *arguments.all))
    return Unknown()


def _parameters(frame: Frame) -> list[Traced]:
    """What a layer computes with where the slopes of its parameters are taken."""
    region = frame.region
    why = None if region is None else frame.why or region.why
    return [] if region is None or why is None else [Traced(region, why, None, abstract=True)]


def _gives_arrays(layer: str) -> bool:
    """Whether what a layer of a library gives is known."""
    return layer in modules.ARRAY_LAYERS or layer.startswith("equinox.nn.")


def _of_layer(layer: str, arguments: Arguments, result: Traced) -> Value:
    """What a layer gives: one array, or two things if it has a state or is given one."""
    stateful = layer in modules.STATEFUL_LAYERS and arguments.get(1, "state") is not None
    if not stateful and layer not in modules.PAIR_LAYERS:
        return result
    other = Unknown() if stateful else result
    return Container("tuple", {0: result, 1: other}, None, result.region)


def as_tuple(engine: Engine, frame: Frame, value: Value) -> Value:
    """A named tuple as the tuple that it is; other values as they are."""
    if not isinstance(value, Instance) or classes.kind(value.cls) != "namedtuple":
        return value
    names = classes.field_names(value.cls)
    items: dict[object, Value] = {
        position: attributes.of(engine, frame, value, name) for position, name in enumerate(names)
    }
    return Container("tuple", items, None, value.region)


def rebuild(
    engine: Engine, instance: Instance, copy: Instance, change: Callable[[object, Value], Value]
) -> None:
    """Give the copy of a pytree object that crosses a transformation what is known of its fields.

    ``change`` says what becomes of a leaf. A field declared static stays what it is; of a class
    that decides by the value what is a leaf, only arrays and keys are taken over, and numbers where
    no filter keeps these apart; of one whose leaves are filtered, functions and what holds more
    leaves too; of a layer of a library, the flags that were set in it.
    """
    found, fields = classes.kind(instance.cls), engine.store.fields
    if found not in libraries.PYTREES:
        layer = isinstance(instance.cls, External)
        for attr, value in list(fields.get(instance.token, NO_FIELDS).items()) if layer else ():
            if isinstance(value, Const | Unknown):
                fields.put(copy, attr, value)
        return
    numbers_too = copy.traced is not None and class_fields.takes_numbers(found, copy.traced)
    fields.make(copy)
    if found in libraries.FROZEN:
        fields.frozen.add(copy)
    for attr, field in list(fields.get(instance.token, NO_FIELDS).items()):
        value = containers.as_it_is(engine, field) if isinstance(field, Container) else field
        kept = found in libraries.FILTERED and isinstance(value, _UNCHANGED)
        if kept or static_fields.is_static(instance.cls, attr):
            fields.put(copy, attr, field)
        elif found in libraries.RECORDS or _is_taken(value, found, numbers_too):
            fields.put(copy, attr, change(attr, value))


def _is_taken(value: Value, kind: str, numbers_too: bool) -> bool:
    """Whether it is known what becomes of a field: of a leaf, a part, or what holds such alone."""
    if isinstance(value, Container):
        parts = () if value.kind == "stack" else value.values
        return bool(parts) and all(_is_taken(part, kind, numbers_too) for part in parts)
    if isinstance(value, Instance):
        return _is_part(value, kind)
    if isinstance(value, Choice):
        return all(isinstance(o, Instance) and _is_part(o, kind) for o in value.options)
    if isinstance(value, _UNCHANGED):
        return kind in libraries.FILTERED
    return isinstance(value, Array | Traced | Key) or (numbers_too and isinstance(value, Const))


def _is_part(value: Instance, kind: str) -> bool:
    """Whether an object is a part of one that JAX takes apart: of nnx those that are of nnx too."""
    if kind in libraries.FILTERED:
        return True
    layer = isinstance(value.cls, External) and value.cls.name.startswith(libraries.NNX)
    return kind == "nnx" and (layer or classes.kind(value.cls) == kind)


def replaced(
    engine: Engine, frame: Frame, instance: Instance, changes: Arguments, node: ir.Place
) -> Instance:
    """A copy of an object with some fields changed: ``_replace``, ``replace``.

    Where some of the changes are not known each field may be another one.
    """
    copy = Instance(instance.cls, frame.region, instance.traced)
    copy.facts = Facts.of(instance.fact(Exact))
    fields = engine.store.fields
    fields.make(copy)
    kept = dict(fields.get(instance.token, NO_FIELDS))
    for attr in classes.field_names(instance.cls):
        kept.setdefault(attr, attribute(engine, frame, instance, attr))
    if changes.rest is not None:
        kept = {place: Unknown() for place in kept}
    for place, value in [*kept.items(), *changes.keywords.items()]:
        fields.put(copy, place, value)
    if classes.kind(copy.cls) in libraries.FROZEN:
        fields.frozen.add(copy)
    engine.tell(frame, ObjectMade, copy, node)
    return copy


def abstracted(instance: Instance, traced: Traced) -> Instance:
    """The instance that a transformation makes of one: its array fields are traced."""
    copy = Instance(instance.cls, traced.region, traced)
    copy.facts = Facts.of(instance.fact(Exact))
    if isinstance(instance.cls, External):
        copy.fields = instance.fields
    return copy
