"""Handlers that take an error for a failure: they raise again, end the program, or log it as one.

Others know a way to go on, so that the error may be meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External, Instance, Value
from jaxlint.knowledge import host
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# A program that ends with one of these has done what it was to do.
_SUCCESS = (None, 0)


def is_one(engine: Engine, frame: Frame, tried: ir.Try, handler: ir.Handler) -> bool:
    """Whether a handler takes what it catches for a failure."""
    *before, last = handler.body
    if isinstance(last, ir.Raise) or _ends_program(engine, frame, last):
        return True
    if _gives_up(tried, last):
        logs = before
    elif all(isinstance(one, ir.ExprStmt) for one in tried.body):
        logs = [*before, last]
    else:
        return False
    return bool(logs) and all(_logs_error(engine, frame, one) for one in logs)


def _gives_up(tried: ir.Try, statement: ir.Stmt) -> bool:
    """Whether a statement gives up what was tried: no value is given in place of its own.

    A loop that success would have left tries the next thing.
    """
    if isinstance(statement, ir.Jump):
        return not isinstance((tried.orelse or tried.body)[-1], ir.Return | ir.Jump)
    if not isinstance(statement, ir.Return):
        return False
    value = statement.value
    return value is None or (isinstance(value, ir.Constant) and value.value in (None, False))


def _ends_program(engine: Engine, frame: Frame, statement: ir.Stmt) -> bool:
    """Whether a statement ends the program with a status that says that it failed."""
    call = _call(statement)
    if call is None or len(call.args) != 1 or call.keywords:
        return False
    func = _called(engine, frame, call)
    if not isinstance(func, External) or func.name not in host.EXITS:
        return False
    status = call.args[0]
    return not isinstance(status, ir.Constant) or status.value not in _SUCCESS


def _logs_error(engine: Engine, frame: Frame, statement: ir.Stmt) -> bool:
    """Whether a statement logs an error as such."""
    call = _call(statement)
    func = None if call is None else _called(engine, frame, call)
    if isinstance(func, External):
        return func.name in host.ERROR_LOGS
    if not isinstance(func, Method) or not isinstance(func.base, Instance):
        return False
    logger = func.base.cls
    known = isinstance(logger, External) and logger.name == host.LOGGER
    return known and func.name in host.ERROR_LEVELS


def _call(statement: ir.Stmt) -> ir.Call | None:
    """The call that a statement is."""
    value = statement.value if isinstance(statement, ir.ExprStmt) else None
    return value if isinstance(value, ir.Call) else None


def _called(engine: Engine, frame: Frame, call: ir.Call) -> Value | None:
    """What is called by a dotted name."""
    return expressions.evaluate(engine, frame, call.func) if ir.is_dotted(call.func) else None
