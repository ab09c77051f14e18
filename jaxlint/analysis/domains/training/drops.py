"""Statements that compute something and do nothing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.training.observations import ComputationDropped, Dropped
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import Array, External, Traced
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ARITHMETIC = (ir.Compare, ir.BinaryOp, ir.UnaryOp)
_WITHOUT_CALLS = (ir.Name, ir.Constant, ir.Attribute)
_APPLY_GRADIENTS = "apply_gradients"
_OF_OPTIMISERS = ("init", "update")


@training.on(ValueDropped)
def dropped(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a statement that is a computation and nothing else."""
    node, value = event.node.value, event.value
    if engine.context.expects_errors or not isinstance(frame.scope, ir.Function):
        return
    if isinstance(node, _ARITHMETIC):
        if isinstance(value, Array | Traced) and not _is_result(frame, event.node):
            _observe(engine, frame, node, Dropped.EXPRESSION, value)
    elif isinstance(node, ir.Call) and _is_dotted(node.func):
        form = _of_call(engine, frame, node)
        if form is not None:
            _observe(engine, frame, node, form)


def _is_result(frame: Frame, statement: ir.ExprStmt) -> bool:
    """Whether a function ends with a statement, for want of a ``return``."""
    return not frame.returns and _ends(frame.scope.body, statement)


def _ends(body: tuple[ir.Stmt, ...], statement: ir.Stmt) -> bool:
    """Whether a block, or an arm of what it ends with, ends with a statement."""
    last = body[-1] if body else None
    if isinstance(last, ir.If):
        return _ends(last.body, statement) or _ends(last.orelse, statement)
    return last is statement


def _observe(
    engine: Engine, frame: Frame, node: ir.Expr, form: Dropped, *values: Array | Traced
) -> None:
    engine.observe(ComputationDropped(*about(frame, node.place, *values), form))


def _of_call(engine: Engine, frame: Frame, call: ir.Call) -> Dropped | None:
    """What a call does that changes nothing; None for all others."""
    if _is_step(engine, frame, call):
        return Dropped.UPDATE
    func = expressions.evaluate(engine, frame, call.func)
    if not isinstance(func, External):
        return None
    if func.name == libraries.APPLY_UPDATES:
        return Dropped.UPDATE
    if func.name in arrays.TESTS:
        return Dropped.TEST
    mapped = func.name in names.TREE_MAPS and call.args
    return Dropped.TREE if mapped and _is_pure(engine, frame, call.args[0]) else None


def _is_dotted(node: ir.Expr) -> bool:
    """Whether an expression is a dotted name, so that to evaluate it once more does nothing."""
    while isinstance(node, ir.Attribute):
        node = node.base
    return isinstance(node, ir.Name)


def _is_step(engine: Engine, frame: Frame, call: ir.Call) -> bool:
    """Whether a call is a step of an optimiser of Optax, or of a traced train state."""
    func = call.func
    if not isinstance(func, ir.Attribute) or func.attr not in (*_OF_OPTIMISERS, _APPLY_GRADIENTS):
        return False
    base = expressions.evaluate(engine, frame, func.base)
    if func.attr in _OF_OPTIMISERS:
        return base.fact(Optimiser) is not None
    by_name = [name for name, _ in call.keywords] == ["grads"] and not call.args
    return by_name and isinstance(base, Traced)


# --- pure functions ------------------------------------------------------------------------------


def _is_pure(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a function certainly does nothing but compute a value of arrays."""
    if isinstance(node, ir.Lambda):
        return _only_computes(engine, frame, node.function)
    func = expressions.evaluate(engine, frame, node) if _is_dotted(node) else None
    if isinstance(func, Function):
        engine.looks_into(func.definition)
        return _only_computes(engine, func.closure, func.definition)
    return isinstance(func, External) and func.name.startswith(arrays.ARRAY_MODULES)


def _only_computes(engine: Engine, closure: Frame, definition: ir.Function) -> bool:
    """Whether all that a function does is to return a value of arrays."""
    only = definition.body[0]
    if len(definition.body) != 1 or not isinstance(only, ir.Return) or only.value is None:
        return False
    if isinstance(only.value, _WITHOUT_CALLS):  # trees are mapped together to compare their forms
        return False
    return _computes(engine, closure, definition, only.value)


def _computes(engine: Engine, closure: Frame, definition: ir.Function, node: ir.Expr) -> bool:
    """Whether an expression has operators and calls of functions of arrays only."""
    if isinstance(node, ir.BinaryOp):
        parts: tuple[ir.Expr, ...] = (node.left, node.right)
    elif isinstance(node, ir.UnaryOp):
        parts = (node.operand,)
    elif isinstance(node, ir.Call) and _is_of_arrays(engine, closure, definition, node.func):
        parts = node.args
    else:
        return isinstance(node, _WITHOUT_CALLS)
    return all(_computes(engine, closure, definition, part) for part in parts)


def _is_of_arrays(engine: Engine, closure: Frame, definition: ir.Function, node: ir.Expr) -> bool:
    """Whether a function closes over a name that stands for a function of arrays."""
    found = node
    while isinstance(found, ir.Attribute):
        found = found.base
    if not isinstance(found, ir.Name) or found.id in definition.bound:
        return False
    called = expressions.evaluate(engine, closure, node)
    return isinstance(called, External) and called.name.startswith(arrays.ARRAY_MODULES)
