"""Context managers that may keep an error of JAX from the code behind their ``with`` block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import classes, expressions
from jaxlint.analysis.values.kinds import Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FALSE = (None, False)


def absorbs(engine: Engine, frame: Frame, context: ir.Expr, manager: Value) -> bool:
    """Whether a manager that a ``with`` item makes may end an error that a tracer raises.

    Those of the project do by what their ``__exit__`` returns, or a handler around their ``yield``.
    """
    if isinstance(manager, Instance) and isinstance(manager.cls, ClassValue):
        leave = classes.read(engine, manager.cls, "__exit__")
        return isinstance(leave, Function) and _may_be_true(leave.definition)
    if not isinstance(context, ir.Call):
        return False
    func = expressions.evaluate(engine, frame, context.func)
    return isinstance(func, Function) and _handles(func.definition)


def _may_be_true(leave: ir.Function) -> bool:
    """Whether ``__exit__`` returns something that may be true."""
    return any(
        isinstance(one, ir.Return)
        and one.value is not None
        and not (isinstance(one.value, ir.Constant) and one.value.value in _FALSE)
        for one in ir.statements_in(*leave.body)
    )


def _handles(maker: ir.Function) -> bool:
    """Whether a generator handles what is raised where it gives way, and goes on to its end."""
    return maker.is_generator and any(
        not isinstance(handler.body[-1], ir.Raise)
        for tried in ir.statements_in(*maker.body)
        if isinstance(tried, ir.Try) and any(map(_gives_way, tried.body))
        for handler in tried.handlers
    )


def _gives_way(statement: ir.Stmt) -> bool:
    return any(isinstance(one, ir.Yield) for one in ir.nodes_in(statement))
