"""Names of outer scopes: whether what they hold stays, and who binds them for a while only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import emptiness, lazy_imports
from jaxlint.analysis.semantics.fallbacks import Settled
from jaxlint.analysis.values import optionals
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import (
    Choice,
    Const,
    Container,
    Instance,
    Static,
    Unknown,
    Value,
    is_none,
)
from jaxlint.program import ir
from jaxlint.program.changes import is_scoped

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What a dict holds that is used as a table of names.
REGISTERED = (ClassValue, Function, Partial, Transformed)


def settled(engine: Engine, owner: Frame, name: str, value: Value) -> Value:
    """A constant read from an outer scope, as far as it can be trusted when the function runs."""
    scope = owner.scope
    inner = [e for e in engine.world.changes.declared_stores(scope, name) if not is_scoped(e.scope)]
    if len(scope.stores.get(name, ())) + len(inner) <= 1:
        changed = engine.world.changes.mutations(scope, name)
        if not isinstance(value, Container) or not changed:
            return value
        if any(event.scope is not scope for event in changed):
            return _loosened(value)
        if _is_under_way(engine, owner) and not any(event.loops for event in changed):
            engine.pruned += 1
            return value
        return value if _holds_code(value) else _loosened(value)
    if isinstance(value, Container) and inner and emptiness.is_certain(value):
        return Container(value.kind, {}, Unknown(), value.region)
    if not isinstance(value, Const):
        return value
    if not inner and value.fact(Settled) is not None:
        return value
    if inner or not _is_under_way(engine, owner):
        lazy = lazy_imports.found(engine, name, inner) if inner and is_none(value) else None
        return lazy or Static()
    engine.pruned += 1
    return value


def bind(engine: Engine, around: Frame | None, scope: ir.Scope, name: str, value: Value) -> None:
    """Bind a name that a scope declares to be another one's, which lies ``around`` it."""
    found = None if is_scoped(scope) else owner(around, scope, name)
    if found is not None:
        before = found.env.get(name)
        engine.rebind(found, name, value if before is None else _filled(before, value, name))


def _filled(before: Value, value: Value, name: str) -> Value:
    """What a variable is that a function binds again: what a lazy one, None at first, is given."""
    either = join(before, value) if optionals.may_be_none(before) else before
    return either if optionals.may_be_none(either) else Unknown(name)


def owner(around: Frame | None, scope: ir.Scope, name: str) -> Frame | None:
    """The frame of a name that a scope declares to be another one's, which lies ``around`` it."""
    while around is not None:
        is_module = isinstance(around.scope, ir.Module)
        if is_module if scope.outside[name] == "global" else name in around.scope.bound:
            return around
        around = around.closure
    return None


def _is_under_way(engine: Engine, owner: Frame) -> bool:
    """Whether the function of a frame is running: what it has bound is what its callees find."""
    called = isinstance(owner.scope, ir.Function) and not owner.scope.is_generator
    return called and any(level.frame.env is owner.env for level in engine.path)


def _holds_code(value: Container) -> bool:
    """Whether a list holds functions and classes alone, as one does to which handlers are added."""
    held = [
        one
        for item in value.values
        for one in (item.options if isinstance(item, Choice) else (item,))
    ]
    return value.kind == "list" and bool(held) and all(isinstance(v, REGISTERED) for v in held)


def _loosened(value: Container) -> Container:
    """The same container, of which is known by now only what seldom changes.

    That is which containers it was made with, and which functions a dict was given by name.
    """
    inner: dict[object, Value] = {
        k: _loosened(v) for k, v in value.items.items() if isinstance(v, Container)
    }
    if value.kind == "dict":
        inner |= {k: v for k, v in value.items.items() if isinstance(v, REGISTERED)}
    rest = _loosened(value.rest) if isinstance(value.rest, Container) else Unknown()
    loose = Container(value.kind, inner, rest, value.region)
    loose.twin = value
    return loose


def register(engine: Engine, frame: Frame) -> None:
    """Give the dicts of a module the functions and classes that its body stored in them.

    So it gives them to those in the fields of its objects.
    """
    for name, value in list(frame.env.items()):
        filled = _filled_table(engine, value)
        if filled is not None:
            frame.env[name] = filled
        if isinstance(value, Instance):
            for attr, held in list(value.fields.items()):
                filled = _filled_table(engine, held)
                if filled is not None:
                    value.fields[attr] = _loosened(filled)


def is_table(value: Value) -> bool:
    """Whether a value is a dict of functions and classes by name, to which more may come."""
    if not isinstance(value, Container) or value.kind != "dict" or type(value.rest) is not Unknown:
        return False
    return bool(value.items) and all(isinstance(one, REGISTERED) for one in value.items.values())


def _filled_table(engine: Engine, table: Value) -> Container | None:
    """A dict with the functions and classes that were stored in it; None where there are none."""
    if not isinstance(table, Container) or table.kind != "dict":
        return None
    held = engine.store.fields.get(table.token, NO_FIELDS)
    added: dict[object, Value] = {
        _key(place): one for place, one in held.items() if isinstance(one, REGISTERED)
    }
    added.pop(None, None)
    return _with(table, added) if added else None


def _key(place: object) -> object:
    """The key of a dict that a place of it stands for, the place itself where it is not known.

    None if it stands for something else than an element.
    """
    if not isinstance(place, tuple) or place[0] != "item":
        return None
    return place if isinstance(place[1], Value) else place[1]


def _with(value: Container, added: dict[object, Value]) -> Container:
    whole = Container(value.kind, {**value.items, **added}, value.rest, value.region)
    whole.twin = value
    return whole
