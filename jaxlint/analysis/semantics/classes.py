"""Classes and their instances: methods, fields, and which ones JAX treats as pytrees."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import InstanceCalled
from jaxlint.analysis.core.events import AttributeSought, Defined
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    annotated,
    attributes,
    calls,
    expressions,
    functions,
    records,
    statements,
    static_fields,
)
from jaxlint.analysis.values.certainty import Promise, Promised
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    Choice,
    ClassValue,
    Container,
    External,
    Function,
    HostArray,
    Instance,
    Key,
    Method,
    Partial,
    Source,
    Static,
    Super,
    Traced,
    Transformed,
    Unknown,
    Value,
    like,
    tracers,
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
_CALLABLES = (Choice, ClassValue, External, Function, Instance, Partial, Transformed)
_KEPT_FIELDS = (Transformed, Function, Partial, Instance, HostArray, Array, ClassValue, External)


def define(engine: Engine, frame: Frame, node: ir.DefineClass) -> None:
    """Run a ``class`` statement."""
    definition = node.definition
    engine.tell(frame, Defined, definition)
    bases = tuple(expressions.evaluate(engine, frame, base) for base in definition.bases)
    cls = ClassValue(definition, frame, bases)
    for decorator in definition.decorators:
        _decorated(engine, frame, cls, decorator)
    engine.facts.classes[definition] = cls
    frame.bind(definition.name, cls)
    if frame.rebinding is not None:
        frame.rebinding.defined(definition, frame.env)
    cls.body = Frame(definition, frame.module, frame, frame.region)
    statements.run_block(engine, cls.body, definition.body)


def _decorated(engine: Engine, frame: Frame, cls: ClassValue, decorator: ir.Expr) -> None:
    """Take note of what decorates a class, and of what that is told of its fields."""
    target = decorator.func if isinstance(decorator, ir.Call) else decorator
    wrapper = expressions.evaluate(engine, frame, target)
    if isinstance(wrapper, External) and wrapper.name == "functools.partial":
        wrapper = expressions.evaluate(engine, frame, decorator)
    if isinstance(wrapper, Partial):
        cls.meta |= static_fields.meta_fields(wrapper.keywords)
        wrapper = wrapper.func
    if isinstance(wrapper, External):
        cls.decorators.append(wrapper.name)


def register(frame: Frame, name: str, arguments: Arguments) -> None:
    """Take note of a class that a function of JAX is told of, where its own module does so."""
    cls = arguments.get(0, "nodetype") or arguments.get(0, "cls")
    known = name in libraries.CLASS_KINDS and isinstance(cls, ClassValue)
    if known and isinstance(cls, ClassValue) and cls.definition.module is frame.module:
        named = {**arguments.keywords, "meta_fields": arguments.get(2, "meta_fields") or Unknown()}
        cls.decorators.insert(0, name)
        cls.meta |= static_fields.meta_fields(named)


def ancestry(cls: Value) -> list[Value]:
    """A class and its bases, nearest first, each once."""
    if isinstance(cls, ClassValue) and cls.lineage:
        return cls.lineage
    found: list[Value] = []
    pending = [cls]
    while pending:
        current = pending.pop(0)
        if current in found:
            continue
        if len(found) >= budgets.BASES:
            found.append(Unknown())
            break
        found.append(current)
        if isinstance(current, ClassValue):
            pending.extend(current.bases)
    if isinstance(cls, ClassValue):
        cls.lineage = found
    return found


def kind(cls: Value) -> str:
    """What JAX and its libraries make of a class; see ``knowledge.libraries.CLASS_KINDS``."""
    for ancestor in ancestry(cls):
        names = [ancestor.name] if isinstance(ancestor, External) else []
        if isinstance(ancestor, ClassValue):
            names = [ancestor.definition.qualified_name, *ancestor.decorators]
        for name in names:
            if name in libraries.CLASS_KINDS:
                return libraries.CLASS_KINDS[name]
    return "plain"


def find(cls: Value, name: str) -> Value | None:
    """What a class or its bases of the project bind to a name."""
    for ancestor in ancestry(cls):
        if isinstance(ancestor, ClassValue) and ancestor.body is not None:
            found = ancestor.body.env.get(name)
            if found is not None:
                return found
    return None


def may_wrap(cls: ClassValue) -> bool:
    """Whether constants of a class may be something else when they are read, as in enumerations."""
    foreign = [base for base in ancestry(cls) if not isinstance(base, ClassValue)]
    return kind(cls) == "plain" and any(
        not isinstance(base, External) or not base.name.startswith(("abc.", "typing.", "builtins."))
        for base in foreign
    )


def method(cls: Value, name: str) -> bool:
    """Whether a class binds a name to something that can be called, not to a field's default."""
    return isinstance(find(cls, name), Function | Transformed | ClassValue)


def own_instance(engine: Engine, definition: ir.Class) -> Value:
    """A ``self`` for methods that no visible instance calls."""
    cls = engine.class_of(definition)
    return Unknown("self") if cls is None else Instance(cls, None)


# --- attributes ----------------------------------------------------------------------------------


def attribute(engine: Engine, frame: Frame, instance: Instance, attr: str) -> Value:
    """A field or method of an instance, as far as it is known."""
    cls = instance.cls
    if not isinstance(cls, ClassValue):
        return engine.answer(frame, AttributeSought, instance, attr) or Method(instance, attr)
    found = find(cls, attr)
    callable_ = None if found is None else _bound(engine, frame, instance, attr, found)
    if callable_ is not None:
        return callable_
    if isinstance(found, Array) and not _setters(cls, None, {attr: found}):
        return found
    known = engine.answer(frame, AttributeSought, instance, attr)
    if known is not None:
        return known
    if attr in libraries.MODULE_METHODS.get(kind(cls), ()):
        return Method(instance, attr)
    if instance.traced is not None:
        return _traced_field(engine, instance, cls, attr)
    own = instance.fields.get(attr)
    if isinstance(own, _CALLABLES) and not _setters(cls, None, {attr: own}):
        return own
    field = fields(engine, cls).get(attr)
    if field is not None:
        return field
    if kind(cls) in libraries.CONFIGURED and _annotated(cls, attr) is not None:
        word, _ = annotated.describe(engine, cls.closure, _annotated(cls, attr))
        if word in (annotated.SCALAR, annotated.STATIC):
            return instance.child(attr, Static)
    return instance.child(attr, lambda: Unknown(attr))


def bound_to(found: Function, receiver: Value) -> Function:
    """A method with the object or class that it is called on."""
    return like(found, fresh=True, instance=receiver)


def _bound(
    engine: Engine, frame: Frame, instance: Instance, attr: str, found: Value
) -> Value | None:
    """A class attribute as seen from an instance, when it is a method.

    A function that is the default of an annotated field is one of the instance, and not bound.
    """
    if isinstance(found, Function):
        if found.kind == "static":
            return found
        if found.definition.is_lambda and _annotated(instance.cls, attr) is not None:
            return found
        receiver: Value = instance.cls if found.kind == "class" else instance
        bound = bound_to(found, receiver)
        if found.kind == "property":
            node = found.definition.place
            return functions.call_function(engine, frame, bound, Arguments(), node, visible=False)
        return instance.child(found, lambda: bound)
    if isinstance(found, Transformed):
        kind = _method_kind(found)
        if kind == "static":
            return found
        receiver = instance.cls if kind == "class" else instance
        return instance.child(found, lambda: Partial(found, (receiver,), {}))
    return None


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
    """An attribute found in the bases of a class, bound to the instance."""
    for base in parent.cls.bases:
        found = find(base, attr)
        if found is not None and isinstance(parent.instance, Instance):
            return _bound(engine, frame, parent.instance, attr, found) or found
    return Unknown(attr)


def caller(engine: Engine, frame: Frame, instance: Instance) -> Value | None:
    """The method that a call of an object runs, if it is seen."""
    method = find(instance.cls, "__call__")
    return None if method is None else _bound(engine, frame, instance, "__call__", method)


def _annotated(cls: Value, attr: str) -> ir.Expr | None:
    field = declaration(cls, attr)
    return None if field is None else field.annotation


def declaration(cls: Value, attr: object) -> ir.Assign | None:
    """The statement that annotates a field of a class, in its own body or in that of a base."""
    for ancestor in ancestry(cls):
        if isinstance(ancestor, ClassValue):
            for statement in ancestor.definition.body:
                if isinstance(statement, ir.Assign) and statement.annotation is not None:
                    target = statement.targets[0]
                    if isinstance(target, ir.Name) and target.id == attr:
                        return statement
    return None


def _traced_field(engine: Engine, instance: Instance, cls: ClassValue, attr: str) -> Value:
    """A field of a pytree whose leaves are traced."""
    traced = instance.traced
    assert traced is not None
    field = declaration(cls, attr)
    if field is None or field.annotation is None:
        return instance.child(attr, lambda: Unknown(attr))
    if static_fields.is_static(cls, attr):
        return instance.child(attr, Static)
    annotation = field.annotation
    word, inner = annotated.describe(engine, cls.closure, annotation)
    leaves_only = kind(cls) in libraries.SELECTIVE
    if word == annotated.ARRAY or (word == annotated.SCALAR and not leaves_only):
        return instance.child(attr, lambda: traced.result(None, Promised(Promise()), name=attr))
    if isinstance(inner, ClassValue) and kind(inner) in libraries.PYTREES:
        return instance.child(attr, lambda: Instance(inner, instance.region, traced))
    if kind(cls) == "namedtuple" and word == annotated.UNSAID:
        return instance.child(attr, lambda: traced.result(Source(), name=attr))
    return instance.child(attr, lambda: Unknown(attr))


def holds_container(engine: Engine, cls: Value, attr: object) -> bool:
    """Whether a field is declared to be a list, a tuple or a dict, or None."""
    field = declaration(cls, attr)
    if field is None or field.annotation is None or not isinstance(cls, ClassValue):
        return False
    return annotated.is_container(engine, cls.closure, field.annotation)


def fields(engine: Engine, cls: ClassValue) -> dict[str, Value]:
    """The fields of any instance: what constructors set, as far as other methods keep the kind."""
    if cls in engine.fields:
        return engine.fields[cls]
    found = engine.fields[cls] = {}
    for name in ("__init__", "setup", "__post_init__"):
        maker = find(cls, name)
        if isinstance(maker, Function) and maker.definition.parameters:
            found.update(_fields_set_by(engine, cls, maker))
    return found


def _fields_set_by(engine: Engine, cls: ClassValue, maker: Function) -> dict[str, Value]:
    instance = Instance(cls, None)
    found: dict[str, Value] = {}

    def work() -> None:
        _run_method(engine, instance, maker)
        for (token, attr), value in engine.store.fields.items():
            if token is instance and isinstance(attr, str):
                engine.initial.setdefault(cls, {})[attr] = value
        found.update(_fields_in_store(engine, instance))
        for scope in _setters(cls, maker.definition, found):
            method = find(cls, scope.name)
            kept = {}
            if isinstance(method, Function):
                _run_method(engine, instance, method)
                kept = _fields_in_store(engine, instance)
            for attr in [attr for attr in found if _sets(scope, attr)]:
                if not isinstance(found[attr], Array) or not isinstance(kept.get(attr), Array):
                    del found[attr]

    engine.guarded(maker.definition.module, work)
    return found


def initial_field(engine: Engine, cls: ClassValue, attr: str) -> Value | None:
    """What the constructor gives a field; None when it gives it nothing."""
    fields(engine, cls)
    found = engine.initial.get(cls, {}).get(attr)
    if found is None and attr in field_names(cls):
        declared = declaration(cls, attr)
        empty = declared is not None and _is_none_literal(declared.value)
        return NONE if empty else Unknown(attr)
    return found


def _is_none_literal(node: ir.Expr | None) -> bool:
    return isinstance(node, ir.Constant) and node.value is None


def _run_method(engine: Engine, instance: Instance, method: Function) -> None:
    definition = method.definition
    assert definition.module is not None
    engine.store.parts = {}
    frame = Frame(definition, definition.module, method.closure, None, since=definition)
    frame.env = functions.plain_parameters(engine, method)
    if definition.parameters:
        frame.env[definition.parameters[0].name] = instance
    functions.run_body(engine, frame)


def _fields_in_store(engine: Engine, instance: Instance) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for (token, attr), value in engine.store.fields.items():
        if token is not instance or not isinstance(attr, str):
            continue
        if isinstance(value, _KEPT_FIELDS):
            found[attr] = value
        elif isinstance(value, Container):
            found[attr] = Container(value.kind, {}, Unknown(), None)
    return found


def _setters(
    cls: ClassValue, maker: ir.Function | None, found: dict[str, Value]
) -> list[ir.Function]:
    """The other methods that assign a field which the constructor set."""
    return [
        scope
        for scope in cls.definition.inner
        if isinstance(scope, ir.Function)
        if scope is not maker and scope.name not in names.BUILDERS
        if any(_sets(scope, attr) for attr in found)
    ]


def _sets(scope: ir.Function, attr: str) -> bool:
    wanted = f"attribute:{attr}"
    return any(event.kind == wanted for events in scope.mutations.values() for event in events)


# --- instances -----------------------------------------------------------------------------------


def instantiate(
    engine: Engine, frame: Frame, cls: ClassValue, arguments: Arguments, node: ir.Place
) -> Value:
    """An instance of a class of the project, its ``__init__`` run."""
    instance = Instance(cls, frame.region)
    before = len(engine.store.fields)
    maker = find(cls, "__init__")
    if isinstance(maker, Function):
        functions.call_function(engine, frame, bound_to(maker, instance), arguments, node)
    elif kind(cls) != "plain":
        frame.ended = frame.ended or records.refuses(cls, arguments)
        names = field_names(cls)
        for name, value in [*zip(names, arguments.positional, strict=False)]:
            engine.store.fields[(instance, name)] = value
        for name, value in arguments.keywords.items():
            engine.store.fields[(instance, name)] = value
    fields = engine.store.fields
    # What is new stands last: none of it can have been there before its object.
    new = list(islice(reversed(fields.items()), len(fields) - before))
    instance.fields = {
        attr: value
        for (token, attr), value in reversed(new)
        if token is instance and isinstance(attr, str)
    }
    return instance


def field_names(cls: Value) -> list[str]:
    """The annotated fields of a dataclass-like class, in the order of its arguments."""
    names: list[str] = []
    for ancestor in reversed(ancestry(cls)):
        if isinstance(ancestor, ClassValue):
            for statement in ancestor.definition.body:
                if isinstance(statement, ir.Assign) and statement.annotation is not None:
                    target = statement.targets[0]
                    if isinstance(target, ir.Name) and target.id not in names:
                        names.append(target.id)
    return names


def operate(
    engine: Engine, frame: Frame, node: ir.Node, op: str, left: Value, right: Value
) -> Value:
    """The result of an operator that a class of the project defines."""
    name = _OPERATORS.get(op, "")
    for owner, other, method in ((left, right, f"__{name}__"), (right, left, f"__r{name}__")):
        if isinstance(owner, Instance) and name:
            found = find(owner.cls, method)
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
    engine.tell(frame, InstanceCalled, instance, arguments)
    if isinstance(instance.cls, External) and _gives_array(instance.cls.name):
        found = [t for value in arguments.all for t in tracers(value)]
        if found:
            return found[0].result(name="")
    engine.forget((instance, *arguments.all))
    return Unknown()


def _gives_array(layer: str) -> bool:
    """Whether a layer of a library gives one array."""
    return layer in modules.ARRAY_LAYERS or layer.startswith("equinox.nn.")


def as_tuple(engine: Engine, frame: Frame, value: Value) -> Value:
    """A named tuple as the tuple that it is; other values as they are."""
    if not isinstance(value, Instance) or kind(value.cls) != "namedtuple":
        return value
    names = field_names(value.cls)
    items: dict[object, Value] = {
        position: attributes.of(engine, frame, value, name) for position, name in enumerate(names)
    }
    return Container("tuple", items, None, value.region)


def rebuild(
    engine: Engine, instance: Instance, copy: Instance, change: Callable[[object, Value], Value]
) -> None:
    """Give the copy of a pytree object that crosses a transformation what is known of its fields.

    ``change`` says what becomes of a leaf. A field declared static stays what it is; of a class
    that decides by the value what is a leaf, only arrays and keys are taken over.
    """
    found = kind(instance.cls)
    if found not in libraries.PYTREES:
        return
    fields = engine.store.fields
    held = [(attr, value) for (token, attr), value in fields.items() if token is instance.token]
    for attr, value in held:
        if static_fields.is_static(instance.cls, attr):
            fields[(copy, attr)] = value
        elif found in libraries.RECORDS or isinstance(value, Array | Traced | Key):
            fields[(copy, attr)] = change(attr, value)


def replaced(engine: Engine, frame: Frame, instance: Instance, changes: dict[str, Value]) -> Value:
    """A copy of an object with some fields changed: ``_replace``, ``replace``."""
    copy = Instance(instance.cls, frame.region, instance.traced)
    fields = engine.store.fields
    kept = {attr: value for (token, attr), value in fields.items() if token is instance.token}
    for attr in field_names(instance.cls):
        kept.setdefault(attr, attribute(engine, frame, instance, attr))
    for place, value in [*kept.items(), *changes.items()]:
        fields[(copy, place)] = value
    return copy


def abstracted(instance: Instance, traced: Traced) -> Instance:
    """The instance that a transformation makes of one: its array fields are traced."""
    copy = Instance(instance.cls, traced.region, traced)
    return copy
