"""Methods of lists, tuples, dicts and sets: what they give, and what becomes of the container."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import Asker, ContainerChanged, Hashed, Hasher
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import containers, iterables, subscripts, truth
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    Const,
    Container,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_Method = Callable[["Engine", Frame, Container, MethodCalled], Value]


def call(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    """The result of calling a method of a container."""
    name, positional = called.name, called.arguments.positional
    if name in MUTATING_METHODS and base.kind in ("list", "dict", "set"):
        return _change(engine, frame, base, called)
    if name in ("get", "setdefault", "pop") and positional and base.kind == "dict":
        engine.tell(frame, Hashed, positional[0], called.node, Hasher.KEY)
    method = _METHODS.get(name)
    return Unknown() if method is None else method(engine, frame, base, called)


# --- what is read --------------------------------------------------------------------------------


def _items(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    whole = containers.as_it_is(engine, base)
    if whole.rest is None:
        pairs = (
            Container("tuple", {0: Const(key), 1: item}, None, frame.region)
            for key, item in whole.items.items()
        )
        return Container("list", dict(enumerate(pairs)), None, frame.region)
    pair = Container("tuple", {0: Static(), 1: _any_of(whole)}, None, frame.region)
    return Container("iterator", {}, pair, frame.region)


def _values(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    whole = containers.as_it_is(engine, base)
    if whole.rest is None:
        return Container("list", dict(enumerate(whole.items.values())), None, frame.region)
    return Container("iterator", {}, _any_of(whole), frame.region)


def _any_of(base: Container) -> Value:
    """One of the values in a container, another one at each turn."""
    return iterables.fresh(join_all(list(base.values))) if base.values else Unknown()


def _keys(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    return Container("iterator", {}, Static(), frame.region)


def _copy(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    whole = containers.as_it_is(engine, base)
    return Container(base.kind, dict(whole.items), whole.rest, frame.region)


def _get(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    if not called.arguments.positional:
        return Unknown()
    key = called.arguments.positional[0]
    if isinstance(key, Const) and key.value in base.items:
        return base.items[key.value]
    found = subscripts.element(base, key)
    return found if isinstance(found, Function) else Unknown()


def _sought(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    """``index``, ``count`` and ``remove`` compare each element with what is sought."""
    for value in called.arguments.positional:
        if isinstance(value, Traced):
            truth.number(engine, frame, value, called.node, Asker(f".{called.name}"))
    return Static()


_METHODS: dict[str, _Method] = {
    "items": _items,
    "values": _values,
    "keys": _keys,
    "copy": _copy,
    "get": _get,
    "index": _sought,
    "count": _sought,
    "remove": _sought,
}


# --- what is changed -----------------------------------------------------------------------------


def _change(engine: Engine, frame: Frame, base: Container, called: MethodCalled) -> Value:
    """A method that changes a container: the variable that held it now holds what it became."""
    name, arguments, source = called.name, called.arguments, called.source
    engine.tell(frame, ContainerChanged, called.node, base, source, arguments)
    if name == "remove":
        _sought(engine, frame, base, called)
    if name == "sort" and "key" not in arguments.keywords:
        for tracer in [one for one in tracers(base, 1) if one.certain][:1]:
            truth.compare(engine, frame, tracer, called.node, Asker.SORT)
    added = arguments.all[-1] if arguments.all else None
    entry = _entry(base, called)
    changed: Container | None
    if name == "setdefault":
        changed = _with_default(base, arguments.positional)
    elif name == "update" and arguments.keywords and not arguments.positional:
        items = {**base.items, **dict[object, Value](arguments.keywords.items())}
        changed = Container(base.kind, items, base.rest, base.region)
    elif entry is None:
        changed = _changed(engine, frame, base, name, added)
    else:
        changed = containers.without(base, called.arguments.positional[0])
    if source is not None and changed is not None and isinstance(source.func, ir.Attribute):
        containers.rebind(engine, frame, source.func.base, like(changed, twin=base))
    return _given(base, name, added) if entry is None else entry


def _entry(base: Container, called: MethodCalled) -> Value | None:
    """What ``pop`` takes out of a dict under a known name; None for other methods."""
    given = called.arguments.positional
    if called.name != "pop" or base.kind != "dict" or not given or not isinstance(given[0], Const):
        return None
    found = base.items.get(given[0].value)
    return found or join_all([*([] if base.rest is None else [base.rest]), *given[1:], Unknown()])


def _with_default(base: Container, given: Sequence[Value]) -> Container | None:
    """What a dict becomes that gets a value under a key, unless it has one there."""
    if not given:
        return None
    key, added = given[0], given[1] if len(given) > 1 else NONE
    if not isinstance(key, Const):
        return Container(base.kind, dict(base.items), _either(base.rest, added), base.region)
    if key.value in base.items:
        return None
    items = {**base.items, key.value: _either(base.rest, added) or added}
    return Container(base.kind, items, base.rest, base.region)


def _given(base: Container, name: str, added: Value | None) -> Value:
    """What a method gives that changes a container."""
    if name == "setdefault":
        if isinstance(added, Container) and isinstance(base.rest, Unknown):
            return Container(added.kind, {}, Unknown(), base.region)
        kept = join_all([*base.values, *((added,) if added is not None else ())])
        if isinstance(kept, Container):
            return Container(kept.kind, dict(kept.items), kept.rest, base.region)
        return kept
    if name in ("pop", "popitem", "popleft"):
        return join_all(list(base.values)) if base.values else Unknown()
    return Const(None)


def _changed(
    engine: Engine, frame: Frame, base: Container, name: str, added: Value | None
) -> Container | None:
    """What a container becomes; None where its elements stay as they are known."""
    if name == "append" and added is not None:
        if base.rest is None and not frame.loops:
            items = {**base.items, len(base.items): added}
            return Container(base.kind, items, None, base.region)
        return Container(base.kind, dict(base.items), _either(base.rest, added), base.region)
    if name in ("extend", "update") and added is not None:
        element = iterables.element_of(engine, frame, added)
        if isinstance(added, Container) and added.kind == "dict" and base.kind == "dict":
            rest = _either(base.rest, added.rest) if added.rest else base.rest
            return Container("dict", {**base.items, **added.items}, rest, base.region)
        return Container(base.kind, dict(base.items), _either(base.rest, element), base.region)
    if name in ("insert", "add", "appendleft") and added is not None:
        return Container(base.kind, {}, join_all([*base.values, added]), base.region)
    if name in ("clear", "pop", "popitem", "popleft", "remove", "sort", "reverse"):
        rest = join_all(list(base.values)) if base.values else Unknown()
        return Container(base.kind, {}, rest, base.region)
    return None


def _either(rest: Value | None, added: Value | None) -> Value | None:
    if rest is None or added is None:
        return added or rest
    return join_all([rest, added])
