"""The fields of objects: what constructors set, and what annotations say of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.semantics import (
    annotated,
    classes,
    converting,
    declared,
    functions,
    static_fields,
)
from jaxlint.analysis.values import optionals
from jaxlint.analysis.values.certainty import Promise, Promised
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join, join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    Choice,
    Container,
    External,
    HostArray,
    Instance,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
    like,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MAKERS = ("__init__", "setup", "__post_init__")
# The methods of dicts, which those whose entries are fields may have an entry of.
_OF_DICTS = frozenset(name for name in dir(dict) if not name.startswith("_"))
_GROWING = frozenset(("list", "dict", "set"))
# The mutations that give what a field holds another element, and those that change it at all.
_GIVING = ("item", "call:setdefault", "call:update")
_ANY = ("",)
_KEPT_FIELDS = (Transformed, Function, Partial, Instance, HostArray, Array, ClassValue, External)


def traced(engine: Engine, instance: Instance, cls: ClassValue, attr: str) -> Value:
    """A field of a pytree whose leaves are traced."""
    traced = instance.traced
    assert traced is not None
    field = classes.declaration(cls, attr)
    if field is None or field.annotation is None:
        return instance.child(attr, lambda: Unknown(attr))
    if static_fields.is_static(cls, attr):
        return instance.child(attr, Static)
    annotation = field.annotation
    word, inner = annotated.describe(engine, cls.closure, annotation)
    kind = classes.kind(cls)
    filtered = kind in libraries.SELECTIVE or traced.region.transform.filters
    number = not filtered or takes_numbers(kind, traced)
    if word == annotated.ARRAY or (word == annotated.SCALAR and number):
        known = traced.facts.cross(Edge.PART).plus(Promised(Promise()))
        return instance.child(attr, lambda: traced.result(None, *known, name=attr))
    given = not ir.is_none(field.value)
    if given and isinstance(inner, ClassValue) and classes.kind(inner) in libraries.PYTREES:
        return instance.child(attr, lambda: Instance(inner, instance.region, traced))
    if classes.kind(cls) == "namedtuple" and word == annotated.UNSAID:
        parts = traced.facts.cross(Edge.PART)
        return instance.child(attr, lambda: traced.result(Source(), *parts, name=attr))
    make = partial(declared.an_object, engine, cls.closure, annotation)
    return instance.child(attr, lambda: make(Unknown(attr)))


def takes_numbers(kind: str, traced: Traced) -> bool:
    """Whether numbers in a tree of a library that has filters are traced: here it uses none."""
    return kind in libraries.FILTERED and traced.region.transform.takes_numbers


def holds_container(engine: Engine, cls: Value, attr: object) -> bool:
    """Whether a field is declared to be a list, a tuple or a dict, or None."""
    field = classes.declaration(cls, attr)
    if field is None or field.annotation is None or not isinstance(cls, ClassValue):
        return False
    return bool(declared.kinds_of(engine, cls.closure, field.annotation))


def holds_number(engine: Engine, cls: Value, attr: object) -> bool:
    """Whether a field is declared to be a number of Python's own."""
    field = classes.declaration(cls, attr)
    if field is None or not isinstance(cls, ClassValue):
        return False
    return annotated.describe(engine, cls.closure, field.annotation)[0] == annotated.SCALAR


def of(engine: Engine, cls: ClassValue) -> dict[str, Value]:
    """The fields of any instance: what constructors set, as far as other methods keep the kind."""
    if cls in engine.fields:
        return engine.fields[cls]
    found = engine.fields[cls] = {}
    for name in _MAKERS:
        maker = classes.find(cls, name)
        if isinstance(maker, Function) and maker.definition.parameters:
            found.update(_fields_set_by(engine, cls, maker))
    first = engine.initial.get(cls, {})
    empties = (attr for attr in _empty(cls) if attr not in first and attr not in found)
    empty: dict[str, Value] = dict.fromkeys(empties, NONE)
    if empty:
        instance, module = Instance(cls, None), cls.definition.module
        engine.guarded(module, lambda: _see_setters(engine, instance, None, found, empty))
    return found


def _empty(cls: ClassValue) -> list[str]:
    """The names that the body of a plain class binds to None, for its objects to have their own."""
    own = cls.definition.stores if classes.kind(cls) == "plain" else ()
    bound = ((name, classes.find(cls, name)) for name in own)
    return [name for name, value in bound if value is not None and is_none(value)]


def lazy(engine: Engine, token: Value, attr: object) -> Value:
    """What a field of an object is that may be None or not, where nothing else is known of it."""
    if not isinstance(token, Instance) or token.traced is not None or not isinstance(attr, str):
        return Unknown()
    cls = token.cls
    held = engine.fields.get(cls, {}).get(attr) if isinstance(cls, ClassValue) else None
    return held if held is not None and optionals.may_be_none(held) else Unknown()


def as_made(instance: Instance, attr: str, left: Value) -> Value:
    """What a constructor left in a field, as an object holds it whose own making was not followed.

    What is made in traced code is filled there with what is made there too.
    """
    if instance.region is None or not isinstance(left, Container | Instance):
        return left
    return instance.child(("made", attr), lambda: _made_in(instance.region, left))


def _made_in(region: Region | None, left: Value) -> Value:
    if isinstance(left, Container):
        return left.mapped(lambda part: _made_in(region, part), region=region)
    return like(left, fresh=True, region=region) if isinstance(left, Instance) else left


def _fields_set_by(engine: Engine, cls: ClassValue, maker: Function) -> dict[str, Value]:
    instance = Instance(cls, None)
    found: dict[str, Value] = {}

    def work() -> None:
        _run_method(engine, instance, maker)
        if cls.body is not None:
            converting.run(engine, cls.body, instance, maker.definition.place)
        first = engine.initial.setdefault(cls, {})
        for attr, value in engine.store.fields.get(instance, NO_FIELDS).items():
            if isinstance(attr, str):
                first[attr] = value
        found.update(_fields_in_store(engine, instance))
        empty = {attr: one for attr, one in first.items() if is_none(one)}
        _see_setters(engine, instance, maker.definition, found, empty)

    engine.guarded(maker.definition.module, work)
    return found


def _see_setters(
    engine: Engine,
    instance: Instance,
    maker: ir.Function | None,
    found: dict[str, Value],
    lazy: dict[str, Value],
) -> None:
    """Leave of the fields ``found`` so far those that other methods keep the kind of.

    One that is None at first is that or what methods make of it then, as of a function that is
    compiled at its first use.
    """
    cls = instance.cls
    assert isinstance(cls, ClassValue)
    for scope in setters(engine, cls, maker, found | lazy, but_for=_MAKERS):
        method = classes.find(cls, scope.name)
        left = NO_FIELDS
        if isinstance(method, Function):
            _run_method(engine, instance, method, dict.fromkeys(lazy, NONE))
            left = engine.store.fields.get(instance, NO_FIELDS)
        builds = scope.name in names.BUILDERS
        for attr in [attr for attr in found if not builds and _sets(scope, attr)]:
            if not isinstance(found[attr], Array) or not isinstance(left.get(attr), Array):
                del found[attr]
        for attr in [attr for attr in lazy if _sets(scope, attr)]:
            lazy[attr] = join(lazy[attr], left.get(attr, Unknown()))
    found.update({attr: one for attr, one in lazy.items() if optionals.alternative(one)})


def hides(engine: Engine, cls: ClassValue, attr: str, scope: ir.Scope) -> bool:
    """Whether the constructor gives objects a field, so that a method of its name is out of reach.

    It is not where the constructor may not have come that far. A dict whose entries are fields may
    have one of any name: ``state.pop``.
    """
    if attr in _OF_DICTS and scope.name not in _MAKERS and _sets_entries(cls):
        return True
    of(engine, cls)
    if attr not in engine.initial.get(cls, ()) or scope.name in _MAKERS:
        return False
    makers = (classes.find(cls, name) for name in _MAKERS)
    return not any(
        isinstance(maker, Function) and scope.name in maker.definition.methods_called
        for maker in makers
    )


def _sets_entries(cls: ClassValue) -> bool:
    """Whether a class of dicts gives its objects fields by the names of their entries."""
    maker = classes.find(cls, "__init__")
    ancestry = classes.ancestry(cls)
    is_dict = any(isinstance(one, External) and one.name == "builtins.dict" for one in ancestry)
    return is_dict and isinstance(maker, Function) and "setattr" in maker.definition.loads


def may_be_earlier(cls: ClassValue, attr: str, scope: ir.Scope) -> bool:
    """Whether a method may be run by a constructor that only then gives a field what it is left."""
    makers = (classes.find(cls, name) for name in _MAKERS)
    return any(
        isinstance(maker, Function)
        and scope.name in maker.definition.methods_called
        and _times_set(maker.definition, attr) > 1
        for maker in makers
    )


def initial(engine: Engine, cls: ClassValue, attr: str) -> Value | None:
    """What the constructor gives a field; None when it gives it nothing."""
    of(engine, cls)
    found = engine.initial.get(cls, {}).get(attr)
    if found is None and attr in classes.field_names(cls):
        declared = classes.declaration(cls, attr)
        empty = declared is not None and ir.is_none(declared.value)
        return NONE if empty else Unknown(attr)
    return found


def _run_method(
    engine: Engine, instance: Instance, method: Function, fields: Mapping[str, Value] | None = None
) -> None:
    """Run a method of an object that has these fields."""
    engine.store.parts = {}
    for attr, value in (fields or NO_FIELDS).items():
        engine.store.fields.put(instance, attr, value)
    frame = functions.plain_frame(engine, method)
    if method.definition.parameters:
        frame.env[method.definition.parameters[0].name] = instance
    functions.run_body(engine, frame)


def _fields_in_store(engine: Engine, instance: Instance) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for attr, value in engine.store.fields.get(instance, NO_FIELDS).items():
        if not isinstance(attr, str):
            continue
        if isinstance(value, _KEPT_FIELDS):
            found[attr] = value
        elif isinstance(value, Container):
            found[attr] = _left(instance.cls, attr, value)
    return found


def _left(cls: Value, attr: str, made: Container) -> Container:
    """What later code finds of a container that a constructor left in a field.

    Those are the objects that it was filled with, if no method changes it.
    """
    objects = [option for value in made.values for option in _options(value)]
    if not objects or not all(isinstance(one, Instance) for one in objects):
        return Container(made.kind, {}, _element(cls, attr, made), None)
    if _changes(cls, attr, _ANY, names.BUILDERS):
        return Container(made.kind, {}, Unknown(), None)
    if made.rest is None:
        return Container(made.kind, dict(made.items), None, None)
    alike = len({one.cls.token for one in objects if isinstance(one, Instance)}) == 1
    return Container(made.kind, {}, join_all(list(made.values)) if alike else Unknown(), None)


def _options(value: Value) -> tuple[Value, ...]:
    return value.options if isinstance(value, Choice) else (value,)


def _element(cls: Value, attr: str, made: Container) -> Value:
    """What such a container holds that has other elements.

    That is a list, say, if the constructor made a dict of lists, and no method gives the dict
    anything else.
    """
    kinds = {one.kind if isinstance(one, Container) else "" for one in made.values}
    if made.kind != "dict" or len(kinds) != 1 or not kinds <= _GROWING:
        return Unknown()
    given = _changes(cls, attr, _GIVING)
    return Unknown() if given else Container(kinds.pop(), {}, Unknown(), None)


def _changes(cls: Value, attr: str, kinds: tuple[str, ...], but_for: Collection[str] = ()) -> bool:
    """Whether a method, but for some, changes what a field holds in one of several ways."""
    family = [one for one in classes.ancestry(cls) if isinstance(one, ClassValue)]
    scopes = [scope for one in family for scope in one.definition.inner]
    wanted = tuple(f"within:{attr}/{kind}" for kind in kinds)
    return any(
        event.kind.startswith(wanted)
        for scope in scopes
        if scope.name not in but_for
        for events in scope.mutations.values()
        for event in events
    )


def setters(
    engine: Engine,
    cls: ClassValue,
    maker: ir.Function | None,
    found: dict[str, Value],
    but_for: Collection[str] = names.BUILDERS,
) -> list[ir.Function]:
    """The other methods, but for some, that assign a field which the constructor set."""
    for attr in found:
        engine.looks_for_writing(cls.definition.module, attr)
    return [
        scope
        for scope in cls.definition.inner
        if isinstance(scope, ir.Function)
        if scope is not maker and scope.name not in but_for
        if any(_sets(scope, attr) for attr in found)
    ]


def is_shared(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether what a class binds is one for all its objects: no field, and set by no method."""
    if classes.annotation(cls, attr) is not None:
        return False
    family = [one for one in classes.ancestry(cls) if isinstance(one, ClassValue)]
    for one in family:
        engine.looks_for_writing(one.definition.module, attr)
    methods = [scope for one in family for scope in one.definition.inner]
    return not any(isinstance(scope, ir.Function) and _sets(scope, attr) for scope in methods)


def _sets(scope: ir.Function, attr: str) -> bool:
    return _times_set(scope, attr) > 0


def _times_set(scope: ir.Function, attr: str) -> int:
    """How often a function assigns a field."""
    wanted = f"attribute:{attr}"
    return sum(event.kind == wanted for events in scope.mutations.values() for event in events)
