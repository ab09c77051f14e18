"""Method calls on arrays, tracers, containers and objects of known libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled, MethodResult, UnknownCalled
from jaxlint.analysis.core.callables import ClassValue, Function, Method, Transformed
from jaxlint.analysis.core.events import ContainerChanged, Converted, Converter
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    container_methods,
    formatting,
    objects,
    results,
    subscripts,
    texts,
)
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    External,
    Generator,
    HostArray,
    Instance,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
)
from jaxlint.analysis.values.promises import promised
from jaxlint.knowledge import arrays, host
from jaxlint.knowledge.host import GIVING_METHODS, MUTATING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ANY_PYTREE = frozenset(["copy", "sort", "view"])
_CAST = "astype"


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
    called = MethodCalled(base, method.name, arguments, node, source)
    engine.tell(frame, MethodCalled, *called)
    if isinstance(base, Traced | Array | HostArray):
        return _of_array(engine, frame, base, called)
    if isinstance(base, AtReference):
        return _of_update(engine, base, called)
    if isinstance(base, Container):
        return container_methods.call(engine, frame, base, called)
    if isinstance(base, Generator):
        return HostArray(*engine.deduced(_result(called)))
    if isinstance(base, Instance):
        return _of_instance(engine, frame, base, method, arguments, node)
    if is_none(base):
        return Unknown()  # What is called there was put in its place meanwhile, or it raises.
    if isinstance(base, Const):
        if method.name == "format" and isinstance(base.value, str):
            return formatting.braces(engine, frame, base.value, arguments, node)
        known = texts.method(base.value, method.name, arguments, frame.region)
        return known or formatting.text_of(frame, arguments.all)
    if isinstance(base, Transformed | Function):
        return engine.answer(frame, MethodResult, base, method.name, arguments, node) or Unknown()
    engine.forget((base, *arguments.all))
    return results.of_unknowns(engine, _result(called), base)


# --- arrays --------------------------------------------------------------------------------------


def _of_array(
    engine: Engine, frame: Frame, base: Traced | Array | HostArray, called: MethodCalled
) -> Value:
    name, node = called.name, called.node
    if name in arrays.READERS:
        if isinstance(base, Traced) and base.source is not None:
            base.source.is_array()
        func = None if called.source is None else called.source.func
        holder = func.base.place if isinstance(func, ir.Attribute) else None
        engine.tell(frame, Converted, base, node, Converter.METHOD, name, holder, ())
        return Static()
    if name == arrays.NAMESPACE and not isinstance(base, HostArray):
        return External("jax.numpy")
    if name in arrays.IN_PLACE_METHODS and not isinstance(base, HostArray):
        return Unknown()
    if name in arrays.ARRAY_METHODS:
        region = frame.region
        constant = isinstance(base, Array) and name in arrays.REDUCING_METHODS
        if constant and region is not None and region.constants:
            why = results.constant_why(frame, region, f".{name}", node)
            facts = engine.deduced(_result(called))
            return Traced(region.home, why, None, abstract=True, facts=facts)
        return _array_method(engine, base, called)
    if isinstance(base, Traced) and base.source is not None:
        return _of_tree(engine, frame, base, called)
    return Unknown()


def _result(called: MethodCalled) -> MethodResult:
    """The question what such a call gives."""
    return MethodResult(called.base, called.name, called.arguments, called.node)


def _array_method(engine: Engine, base: Traced | Array | HostArray, called: MethodCalled) -> Value:
    name = called.name
    if isinstance(base, HostArray):
        return HostArray(*engine.deduced(_result(called))) if name == _CAST else HostArray()
    facts = engine.deduced(_result(called))
    if isinstance(base, Array):
        found = [t for value in called.arguments.all for t in tracers(value)]
        made = Array(name, *facts, promised(base))
        return found[0] if found and found[0].source is None else made
    if base.source is not None and name not in _ANY_PYTREE:
        base.source.is_array()
    source = None if name in arrays.REDUCING_METHODS else base.source
    return base.result(source, *facts)


def _of_tree(engine: Engine, frame: Frame, base: Traced, called: MethodCalled) -> Value:
    """The dict methods of a pytree of tracers."""
    name, arguments, source = called.name, called.arguments, called.source
    child = subscripts.traced_child(base, object(), leaf=False)
    if name == "items":
        pair = Container("tuple", {0: Static(), 1: child}, None, frame.region)
        return Container("iterator", {}, pair, frame.region)
    if name == "values":
        return Container("iterator", {}, child, frame.region)
    if name == "keys":
        return Container("iterator", {}, Static(), frame.region)
    if name in ("get", "pop") and arguments.positional:
        key = arguments.positional[0]
        # Neither a dict nor a list takes a tracer out: such a method is one of another class.
        if name == "pop" and source is not None and not isinstance(key, Traced):
            engine.tell(frame, ContainerChanged, source.place, base, source, arguments)
        found = subscripts.element(base, key)
        return found if len(arguments.positional) == 1 else Unknown()
    if name in MUTATING_METHODS and source is not None and _may_change(frame, name, source):
        engine.tell(frame, ContainerChanged, source.place, base, source, arguments)
    return Unknown()


def _may_change(frame: Frame, name: str, source: ir.Call) -> bool:
    """Whether a method is one of containers: those that only change theirs give nothing to use."""
    alone = isinstance(frame.statement, ir.ExprStmt) and frame.statement.value is source
    return alone or name in GIVING_METHODS


def _of_update(engine: Engine, base: AtReference, called: MethodCalled) -> Value:
    """``x.at[i].set(v)``: a new array, like the old one."""
    name = called.name
    if name not in arrays.AT_UPDATES and name != "get":
        return Unknown()
    array = base.base
    found = [tracer for value in called.arguments.all for tracer in tracers(value)]
    facts = engine.deduced(_result(called))
    if isinstance(array, Traced):
        return array.result(None, *facts)
    if found:
        return found[0].result(None, *facts, name="")
    return Array(f".at[].{name}", *facts, promised(array))


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
    if isinstance(cls, External) and cls.name == host.LOGGER and name in host.LOGGER_METHODS:
        return Const(None)
    given = engine.answer(frame, MethodResult, base, name, arguments, node)
    if given is not None:
        return given
    if isinstance(cls, ClassValue) and name in ("_replace", "replace"):
        return objects.replaced(engine, frame, base, arguments, node)
    engine.tell(frame, UnknownCalled, method, arguments, node, None)
    engine.forget((base, *arguments.all))
    return Unknown(facts=engine.deduced(UnknownCalled(method, arguments, node, None)))
