"""The small expressions: constants, lambdas, slices, what is awaited or yielded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import SliceResult, Yielded
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions, iterables
from jaxlint.analysis.values.kinds import Const, Static, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.Ellipsis)
@expressions.evaluates(ir.Expr)
def _unknown(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    return Unknown()


@expressions.evaluates(ir.Constant)
def _constant(engine: Engine, frame: Frame, node: ir.Constant) -> Value:
    return Const(node.value)


@expressions.evaluates(ir.Lambda)
def _lambda(engine: Engine, frame: Frame, node: ir.Lambda) -> Value:
    function = Function(node.function, frame, frame.region)
    if frame.rebinding is not None:
        frame.rebinding.defined(node.function, frame.env, frame.conditions)
    engine.agenda.plan(function, function)
    return function


@expressions.evaluates(ir.Await)
def _await(engine: Engine, frame: Frame, node: ir.Await) -> Value:
    if node.value is not None:
        expressions.evaluate(engine, frame, node.value)
    return Unknown()


@expressions.evaluates(ir.Yield)
def _yield(engine: Engine, frame: Frame, node: ir.Yield) -> Value:
    if node.value is not None:
        value = expressions.evaluate(engine, frame, node.value)
        frame.yields.append(iterables.element_of(engine, frame, value) if node.each else value)
    engine.tell(frame, Yielded)
    return Unknown()


@expressions.evaluates(ir.Slice)
def _slice(engine: Engine, frame: Frame, node: ir.Slice) -> Value:
    parts = (node.lower, node.upper, node.step)
    bounds = [expressions.evaluate(engine, frame, part) for part in parts if part is not None]
    return Static(*engine.deduced(SliceResult(bounds)))


@expressions.evaluates(ir.Starred)
def _starred(engine: Engine, frame: Frame, node: ir.Starred) -> Value:
    expressions.evaluate(engine, frame, node.value)
    return Unknown()
