"""Statements of which it is certain that they raise no error, so that no handler around them runs.

They test of which class something is, and give constants and variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import annotated, unions
from jaxlint.analysis.values.kinds import External
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# The libraries that are there wherever the code is run; others may be absent, and then None.
_PRESENT = ("builtins.", "jax.", "numpy.")


def is_block(engine: Engine, frame: Frame, body: tuple[ir.Stmt, ...]) -> bool:
    """Whether no statement of a block raises an error."""
    return all(_is_statement(engine, frame, one) for one in body)


def _is_statement(engine: Engine, frame: Frame, node: ir.Stmt) -> bool:
    if isinstance(node, ir.If):
        arms = is_block(engine, frame, node.body) and is_block(engine, frame, node.orelse)
        return arms and _is_test(engine, frame, node.test)
    if isinstance(node, ir.Assign) and not all(isinstance(one, ir.Name) for one in node.targets):
        return False
    if isinstance(node, ir.Assign | ir.Return):
        return node.value is None or _is_value(engine, frame, node.value)
    return False


def _is_value(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression is a constant, a variable, or a test."""
    return isinstance(node, ir.Constant | ir.Name) or _is_test(engine, frame, node)


def _is_test(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression asks of which class something is, or whether it is one thing."""
    if isinstance(node, ir.UnaryOp) and node.op == "not":
        return _is_test(engine, frame, node.operand)
    if isinstance(node, ir.BoolOp):
        return _is_test(engine, frame, node.left) and _is_test(engine, frame, node.right)
    if isinstance(node, ir.Compare):
        parts = (node.left, *(right for _, right in node.rest))
        plain = all(isinstance(one, ir.Constant | ir.Name) for one in parts)
        return plain and all(op in ("is", "is not") for op, _ in node.rest)
    return _is_of_class(engine, frame, node)


def _is_of_class(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression is ``isinstance(x, kind)``, of kinds that are there for certain."""
    if not isinstance(node, ir.Call) or node.keywords or len(node.args) != 2:
        return False
    value, kinds = node.args
    named = isinstance(node.func, ir.Name) and node.func.id == "isinstance"
    if not named or not isinstance(value, ir.Name):
        return False
    classes = unions.classes(annotated.quietly(engine, frame, kinds))
    return all(isinstance(one, External) and one.name.startswith(_PRESENT) for one in classes)
