"""Method calls on arrays, tracers, containers and objects of known libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled, MethodResult, UnknownCalled
from jaxlint.analysis.core.events import (
    Asker,
    ContainerChanged,
    Converted,
    Converter,
    Hashed,
    Hasher,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    classes,
    containers,
    formatting,
    iterables,
    results,
    subscripts,
    truth,
)
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    ClassValue,
    Const,
    Container,
    External,
    Function,
    Generator,
    HostArray,
    Instance,
    Method,
    Static,
    Traced,
    Transformed,
    Unknown,
    Value,
    promised,
    tracers,
)
from jaxlint.knowledge import arrays, host
from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ANY_PYTREE = frozenset(["copy", "sort", "view"])


def call(
    engine: Engine,
    frame: Frame,
    method: Method,
    arguments: Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    """The result of calling a method."""
    base = method.base
    engine.tell(frame, MethodCalled, base, method.name, arguments, node, source)
    if isinstance(base, Traced | Array | HostArray):
        return _of_array(engine, frame, base, method.name, arguments, node, source)
    if isinstance(base, AtReference):
        return _of_update(engine, base, method.name, arguments, node)
    if isinstance(base, Container):
        return _of_container(engine, frame, base, method.name, arguments, node, source)
    if isinstance(base, Generator):
        return HostArray()
    if isinstance(base, Instance):
        return _of_instance(engine, frame, base, method, arguments, node)
    if isinstance(base, Const):
        if method.name == "format":
            formatting.braces(engine, frame, base.value, arguments, node)
        return formatting.text_of(frame, arguments.all)
    if isinstance(base, Transformed | Function):
        return engine.answer(frame, MethodResult, base, method.name, arguments, node) or Unknown()
    engine.forget((base, *arguments.all))
    return Unknown()


# --- arrays --------------------------------------------------------------------------------------


def _of_array(
    engine: Engine,
    frame: Frame,
    base: Traced | Array | HostArray,
    name: str,
    arguments: Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    if name in arrays.READERS:
        if isinstance(base, Traced) and base.source is not None:
            base.source.is_array()
        called = None if source is None else source.func
        holder = called.base.place if isinstance(called, ir.Attribute) else None
        engine.tell(frame, Converted, base, node, Converter.METHOD, name, holder)
        return Static()
    if name in arrays.IN_PLACE_METHODS and not isinstance(base, HostArray):
        return Unknown()
    if name in arrays.ARRAY_METHODS:
        region = frame.region
        constant = isinstance(base, Array) and name in arrays.REDUCING_METHODS
        if constant and region is not None and region.constants:
            why = results.constant_why(frame, region, f".{name}", node)
            facts = engine.deduced(MethodResult(base, name, arguments, node))
            return Traced(region.home, why, None, abstract=True, facts=facts)
        return _array_method(engine, base, name, arguments, node)
    if isinstance(base, Traced) and base.source is not None:
        return _of_tree(engine, frame, base, name, arguments, source)
    return Unknown()


def _array_method(
    engine: Engine,
    base: Traced | Array | HostArray,
    name: str,
    arguments: Arguments,
    node: ir.Place,
) -> Value:
    if isinstance(base, HostArray):
        return HostArray()
    facts = engine.deduced(MethodResult(base, name, arguments, node))
    if isinstance(base, Array):
        found = [t for value in arguments.all for t in tracers(value)]
        made = Array(name, *facts, promised(base))
        return found[0] if found and found[0].source is None else made
    if base.source is not None and name not in _ANY_PYTREE:
        base.source.is_array()
    source = base.source if name in _ANY_PYTREE else None
    return base.result(source, *facts)


def _of_tree(
    engine: Engine,
    frame: Frame,
    base: Traced,
    name: str,
    arguments: Arguments,
    source: ir.Call | None,
) -> Value:
    """The dict methods of a pytree of tracers."""
    child = subscripts.traced_child(base, object(), leaf=False)
    if name == "items":
        pair = Container("tuple", {0: Static(), 1: child}, None, frame.region)
        return Container("iterator", {}, pair, frame.region)
    if name == "values":
        return Container("iterator", {}, child, frame.region)
    if name == "keys":
        return Container("iterator", {}, Static(), frame.region)
    if name in ("get", "pop") and arguments.positional:
        if name == "pop" and source is not None:
            engine.tell(frame, ContainerChanged, source.place, base, source, arguments)
        key = arguments.positional[0]
        found = subscripts.element(base, key)
        return found if len(arguments.positional) == 1 else Unknown()
    if name in MUTATING_METHODS and source is not None:
        engine.tell(frame, ContainerChanged, source.place, base, source, arguments)
    return Unknown()


def _of_update(
    engine: Engine,
    base: AtReference,
    name: str,
    arguments: Arguments,
    node: ir.Place,
) -> Value:
    """``x.at[i].set(v)``: a new array, like the old one."""
    if name not in arrays.AT_UPDATES and name != "get":
        return Unknown()
    array = base.base
    found = [tracer for value in arguments.all for tracer in tracers(value)]
    facts = engine.deduced(MethodResult(base, name, arguments, node))
    if isinstance(array, Traced):
        return array.result(None, *facts)
    if found:
        return found[0].result(None, *facts, name="")
    return Array(f".at[].{name}", *facts, promised(array))


# --- containers ----------------------------------------------------------------------------------


def _of_container(
    engine: Engine,
    frame: Frame,
    base: Container,
    name: str,
    arguments: Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    if name in MUTATING_METHODS and base.kind in ("list", "dict", "set"):
        return _change(engine, frame, base, name, arguments, node, source)
    if name in ("get", "setdefault", "pop") and arguments.positional and base.kind == "dict":
        engine.tell(frame, Hashed, arguments.positional[0], node, Hasher.KEY)
    anything = base.values
    joined = iterables.fresh(join_all(list(anything))) if anything else Unknown()
    if name == "items":
        pair = Container("tuple", {0: Static(), 1: joined}, None, frame.region)
        return Container("iterator", {}, pair, frame.region)
    if name == "values":
        if base.rest is None:
            return Container("list", dict(enumerate(base.items.values())), None, frame.region)
        return Container("iterator", {}, joined, frame.region)
    if name == "keys":
        return Container("iterator", {}, Static(), frame.region)
    if name == "copy":
        return Container(base.kind, dict(base.items), base.rest, frame.region)
    if name == "get" and arguments.positional:
        key = arguments.positional[0]
        if isinstance(key, Const) and key.value in base.items:
            return base.items[key.value]
        found = subscripts.element(base, key)
        return found if isinstance(found, Function) else Unknown()
    if name in ("index", "count", "remove"):
        for value in arguments.positional:
            if isinstance(value, Traced):
                truth.number(engine, frame, value, node, Asker(f".{name}"))
        return Static()
    return Unknown()


def _change(
    engine: Engine,
    frame: Frame,
    base: Container,
    name: str,
    arguments: Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    """A method that changes a container: the variable that held it now holds what it became."""
    added = arguments.all[-1] if arguments.all else None
    engine.tell(frame, ContainerChanged, node, base, source, arguments)
    if name == "remove":
        for value in arguments.positional:
            if isinstance(value, Traced):
                truth.number(engine, frame, value, node, Asker.REMOVE)
    if name == "sort" and "key" not in arguments.keywords:
        found = [tracer for tracer in tracers(base, 1) if tracer.certain]
        for tracer in found[:1]:
            truth.compare(engine, frame, tracer, node, Asker.SORT)
    changed = _changed(engine, frame, base, name, arguments, added)
    if source is not None and changed is not None and isinstance(source.func, ir.Attribute):
        containers.rebind(engine, frame, source.func.base, changed)
    if name == "setdefault":
        kept = join_all([*base.values, *((added,) if added is not None else ())])
        if isinstance(kept, Container):
            return Container(kept.kind, dict(kept.items), kept.rest, base.region)
        return kept
    if name in ("pop", "popitem", "popleft"):
        return join_all(list(base.values)) if base.values else Unknown()
    return Const(None)


def _changed(
    engine: Engine,
    frame: Frame,
    base: Container,
    name: str,
    arguments: Arguments,
    added: Value | None,
) -> Container | None:
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
    if name in ("insert", "add", "setdefault", "appendleft") and added is not None:
        return Container(base.kind, {}, join_all([*base.values, added]), base.region)
    if name in ("clear", "pop", "popitem", "popleft", "remove", "sort", "reverse"):
        rest = join_all(list(base.values)) if base.values else Unknown()
        return Container(base.kind, {}, rest, base.region)
    return None


def _either(rest: Value | None, added: Value | None) -> Value | None:
    if rest is None or added is None:
        return added or rest
    return join_all([rest, added])


# --- objects of known libraries ------------------------------------------------------------------


def _of_instance(
    engine: Engine,
    frame: Frame,
    base: Instance,
    method: Method,
    arguments: Arguments,
    node: ir.Place,
) -> Value:
    cls, name = base.cls, method.name
    if isinstance(cls, External) and cls.name == "logging.Logger" and name in host.LOGGER_METHODS:
        return Const(None)
    given = engine.answer(frame, MethodResult, base, name, arguments, node)
    if given is not None:
        return given
    if isinstance(cls, ClassValue) and name in ("_replace", "replace"):
        return classes.replaced(engine, frame, base, arguments.keywords)
    engine.tell(frame, UnknownCalled, method, arguments, node, None)
    engine.forget((base, *arguments.all))
    return Unknown()
