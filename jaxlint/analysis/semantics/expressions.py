"""Expressions: from a node to the value it has in a frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from jaxlint.analysis.core.events import (
    NameRead,
    SliceResult,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    iterables,
    outer_names,
)
from jaxlint.analysis.values.kinds import (
    Const,
    Container,
    External,
    Function,
    Imported,
    Static,
    Unknown,
    Value,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_Node = TypeVar("_Node", bound=ir.Expr)
_Evaluation = Callable[["Engine", Frame, _Node], Value]

_EVALUATIONS: dict[type[ir.Expr], _Evaluation[Any]] = {}


def evaluate(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of an expression; unknown for what this interpreter does not follow."""
    value = _EVALUATIONS[type(node)](engine, frame, node)
    if engine.watched is not None:
        engine.watch(frame, node.place, value)
    return value


def evaluates(kind: type[_Node]) -> Callable[[_Evaluation[_Node]], _Evaluation[_Node]]:
    """Have a function say the values of a kind of expressions."""

    def register(function: _Evaluation[_Node]) -> _Evaluation[_Node]:
        _EVALUATIONS[kind] = function
        return function

    return register


@evaluates(ir.Expr)
def _unknown(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    return Unknown()


@evaluates(ir.Constant)
def _constant(engine: Engine, frame: Frame, node: ir.Constant) -> Value:
    return Const(node.value)


# --- names ---------------------------------------------------------------------------------------


@evaluates(ir.Name)
def _name(engine: Engine, frame: Frame, node: ir.Name) -> Value:
    found = frame.env.get(node.id)
    if found is not None and type(found) is not Imported:
        if engine.facts.answers and found.token in engine.facts.answers:
            engine.asks += 1
        return found
    return outer_name(engine, frame, node, whole=True)


def outer_name(engine: Engine, frame: Frame, node: ir.Name, *, whole: bool) -> Value:
    """The value of a name; ``whole`` is false where only a part of what it holds is read."""
    found = frame.env.get(node.id)
    if found is not None:
        if isinstance(found, Imported):
            found = engine.load(found)
        if engine.facts.answers and found.token in engine.facts.answers:
            engine.asks += 1
        return found
    value, owner = look_up(engine, frame, node.id)
    if engine.facts.answers and value.token in engine.facts.answers:
        engine.asks += 1
    if owner is None:
        return value
    if owner.scope is not frame.scope and isinstance(value, Const | Container):
        value = outer_names.settled(engine, owner, node.id, value)
    engine.tell(frame, NameRead, node, owner, value, whole)
    return value


def written_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value into which a statement writes: reading it is no use of what it holds."""
    with engine.within(replace(engine.context, writing=True)):
        return part_base(engine, frame, node)


def part_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of which a subscript or an attribute reads a part."""
    if isinstance(node, ir.Name):
        value = outer_name(engine, frame, node, whole=False)
        engine.watch(frame, node.place, value)
        return value
    return evaluate(engine, frame, node)


def look_up(engine: Engine, frame: Frame, name: str) -> tuple[Value, Frame | None]:
    """The value of a name that is not in the frame's own variables, and the frame that has it."""
    scope = frame.scope
    if name in scope.bound and isinstance(scope, ir.Function):
        return Unknown(name), None
    outer = frame.closure
    while outer is not None:
        if not isinstance(outer.scope, ir.Class):
            found = outer.env.get(name)
            if found is not None:
                found = engine.load(found) if isinstance(found, Imported) else found
                if frame.since is not None and outer.rebinding is not None:
                    found = outer.rebinding.seen_from(frame.since, name, found)
                return found, outer
            if name in outer.scope.bound:
                return Unknown(name), outer
        outer = outer.closure
    return External(f"builtins.{name}"), None


# --- the rest ------------------------------------------------------------------------------------


@evaluates(ir.Lambda)
def _lambda(engine: Engine, frame: Frame, node: ir.Lambda) -> Value:
    function = Function(node.function, frame, frame.region)
    if frame.rebinding is not None:
        frame.rebinding.defined(node.function, frame.env)
    engine.plan(function, function)
    return function


@evaluates(ir.Await)
def _await(engine: Engine, frame: Frame, node: ir.Await) -> Value:
    if node.value is not None:
        evaluate(engine, frame, node.value)
    return Unknown()


@evaluates(ir.Yield)
def _yield(engine: Engine, frame: Frame, node: ir.Yield) -> Value:
    if node.value is not None:
        value = evaluate(engine, frame, node.value)
        frame.yields.append(iterables.element_of(engine, frame, value) if node.each else value)
    return Unknown()


@evaluates(ir.Slice)
def _slice(engine: Engine, frame: Frame, node: ir.Slice) -> Value:
    parts = (node.lower, node.upper, node.step)
    bounds = [evaluate(engine, frame, part) for part in parts if part is not None]
    return Static(*engine.deduced(SliceResult(bounds)))


@evaluates(ir.Starred)
def _starred(engine: Engine, frame: Frame, node: ir.Starred) -> Value:
    evaluate(engine, frame, node.value)
    return Unknown()
