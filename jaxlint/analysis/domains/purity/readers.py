"""Who reads a field that traced code writes: that code alone, or other code too."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import FunctionEntered, OutsideCalled
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import AttributeRead, AttributeWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.kinds import Instance, Traced, Value
from jaxlint.analysis.values.regions import Region, outward
from jaxlint.program import ir
from jaxlint.program.questions import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Traces:
    """The functions that traces run or hand on, the fields that they write, or read before that.

    ``given`` are the fields that the trace of a function certainly writes.
    """

    run: set[ir.Function] = field(default_factory=set)
    written: set[tuple[Value, str]] = field(default_factory=set)
    given: set[tuple[Value, str, ir.Function | None]] = field(default_factory=set)
    read: set[tuple[Value, str]] = field(default_factory=set)


@purity.on(FunctionEntered, traced=True)
def entered(engine: Engine, frame: Frame, event: FunctionEntered) -> None:
    """Take note of a function that runs while something is traced."""
    engine.kept(_Traces).run.add(event.definition)


@purity.on(OutsideCalled, traced=True)
def handed_on(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of functions that outside code runs while something is traced."""
    given = [one.definition for one in event.arguments.all if isinstance(one, Function)]
    engine.kept(_Traces).run.update(given)


@purity.on(AttributeWritten, traced=True)
def written(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Take note of a field that a trace gives a value of its own."""
    traces, name = engine.kept(_Traces), (event.base.token, event.target.attr)
    traces.written.add(name)
    for region in outward(None if frame.own_conditions else frame.region):
        traces.given.add((*name, region.function))


def is_own(engine: Engine, region: Region, base: Value, attr: str) -> bool:
    """Whether what is read of a field is what the same trace wrote there."""
    frozen = region.frozen(lasting=True)
    name = (base.token, attr, None if frozen is None else frozen.function)
    return name in engine.kept(_Traces).given


@purity.on(AttributeRead, traced=True, about=of(Instance))
def read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Take note of a field that holds what was there before the trace, or a tracer of another."""
    traces, name = engine.kept(_Traces), (event.base.token, event.node.attr)
    found = tracers(event.value)
    fresh = name in traces.written or found
    other = not fresh or any(_is_of_another_trace(frame.region, tracer) for tracer in found)
    if other and not _is_traced_once(frame):
        traces.read.add(name)


def _is_traced_once(frame: Frame) -> bool:
    """Whether a jitted function has no argument but static ones: an equal call traces no more."""
    region, definition = frame.region, frame.scope
    if region is None or region.function is not definition or region.transient:
        return False
    if not region.transform.compiles or not isinstance(definition, ir.Function):
        return False
    return not any(
        tracers(frame.env[one.name]) for one in definition.parameters if one.name in frame.env
    )


def _is_of_another_trace(region: Region | None, tracer: Traced) -> bool:
    """Whether code is compiled and kept by itself, so that it keeps a tracer from around it.

    The next trace around it finds the old tracer there.
    """
    kept = (one for one in outward(region) if one.transform.compiles and not one.transient)
    innermost = next(kept, None)
    return innermost is not None and not tracer.region.within(innermost)


def may_be_read_later(engine: Engine, frame: Frame, target: ir.Attribute, base: Value) -> bool:
    """Whether something may read what a trace leaves in a field: another trace, or other code.

    It is to be asked when everything has been seen.
    """
    traces = engine.kept(_Traces)
    if (base.token, target.attr) in traces.read:
        return True
    engine.world.project.look_for(frame.module, target.attr)
    if "getattr" in frame.scope.loads:
        return True
    if engine.ask(Query(frame.module.path, (target.attr,))):
        return True
    return any(
        ir.reads_attribute(scope.body, target.attr) for scope in _apart(frame.module, traces.run)
    )


def _apart(scope: ir.Scope, run: Container[ir.Scope]) -> Iterator[ir.Scope]:
    """A scope and those in it, but for some functions, such as those that traces run."""
    if scope not in run:
        yield scope
        for inner in scope.inner:
            yield from _apart(inner, run)


def is_variable_read_later(
    engine: Engine, owner: Frame, writer: ir.Scope, name: str
) -> bool | None:
    """Whether others than the function that writes a variable of ``owner`` may read it later.

    None says that nothing is left there: ``owner`` binds it anew, to what the call gives.
    """
    inner = (one for one in _apart(owner.scope, {writer}) if one is not owner.scope)
    if any(name in one.loads and name not in one.bound for one in inner):
        return True
    call = next((one.entered for one in engine.path if one.frame.env is owner.env), None)
    if _binds(owner.scope, call, name):
        return None
    end, turns = -1 if call is None else call.end, {*owner.loops}
    loads = owner.scope.loads.get(name, ())
    return any(one.node.number >= end or not turns.isdisjoint(one.loops) for one in loads)


def _binds(scope: ir.Scope, call: ir.Place | None, name: str) -> bool:
    """Whether a statement binds a variable to what a call gives."""
    return any(
        name in ir.names_assigned(one)
        for one in ir.assignments_in(*scope.body)
        if one.value is not None and one.value.place is call
    )


def is_read_outside(frame: Frame, holder: ir.Expr) -> bool:
    """Whether others than the function that writes a container may read it, or that one before.

    They do not where the function around it makes a container at each call, and leaves it alone.
    """
    owner = frame.holder(holder.id) if isinstance(holder, ir.Name) else None
    if owner is None or owner is not frame.closure:
        return True
    assert isinstance(holder, ir.Name)
    name, around = holder.id, owner.scope
    if name in around.loads or not _makes(around, name):
        return True
    others = (one for one in (*around.inner, *frame.scope.inner) if one is not frame.scope)
    if any(name not in one.bound and one.is_read(name) for one in others):
        return True
    return frame.scope.loads[name][0].node is not holder.place


def _makes(scope: ir.Scope, name: str) -> bool:
    """Whether each call of a function makes what a variable of it holds, and nobody else has it."""
    if not isinstance(scope, ir.Function):
        return False
    if any(one.name == name for one in scope.parameters):
        return any((one.name, one.kind) == (name, "kwargs") for one in scope.parameters)
    assigned = list(ir.assigned_to(scope.body, name))
    made = all(isinstance(one, ir.Display | ir.DictDisplay) for one in assigned)
    return made and len(assigned) == len(scope.stores.get(name, ())) == 1
