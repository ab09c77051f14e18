"""Mends that bind a variable to the new array, where code wrote into the old one or dropped it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.frames import Frame
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import arrays
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def of_store(
    engine: Engine, frame: Frame, target: ir.Subscript, *, through_at: bool
) -> PlannedFix | None:
    """``x = x.at[i].set(v)`` for ``x[i] = v`` and its augmented forms; None where it is no name.

    ``through_at`` says that the target is ``x.at[i]`` already.
    """
    statement = frame.statement
    base: ir.Expr = target.base
    if through_at and isinstance(base, ir.Attribute):
        base = base.base
    name = variable(frame, base)
    if name is None or not isinstance(statement, ir.Assign | ir.AugAssign):
        return None
    if isinstance(statement, ir.Assign):
        method = "set" if statement.targets == (target,) else ""
    else:
        method = arrays.AUGMENTED.get(statement.op, "") if statement.target is target else ""
    place = text(frame, target)
    if not through_at and place.startswith(f"{name}["):
        place = f"{name}.at{place[len(name) :]}"
    elif not through_at:
        return None
    if not method or statement.value is None:
        return None
    line = f"{name} = {place}.{method}({_argument(frame, statement.value)})"
    safe = always_raises(engine, frame) and (method == "set" or _one_place(target.index))
    return PlannedFix(
        f"bind `{name}` to the updated array", (Replace(statement.place, line),), safe
    )


def of_dropped(
    frame: Frame, holder: ir.Expr, call: ir.Call, *, safe: bool = False
) -> PlannedFix | None:
    """``x = x.sort()`` for a statement ``x.sort()``, where ``x`` can be bound."""
    name = variable(frame, holder) or _field(frame, holder)
    if name is None or not is_statement(frame, call):
        return None
    change = Replace(call.place, f"{name} = {text(frame, call)}")
    return PlannedFix(f"bind `{name}` to the result", (change,), safe)


def is_statement(frame: Frame, call: ir.Call) -> bool:
    """Whether a call is all that the statement under way consists of."""
    statement = frame.statement
    return isinstance(statement, ir.ExprStmt) and statement.value is call


def variable(frame: Frame, node: ir.Expr) -> str | None:
    """The variable that a node reads, if the code around it can bind it: its own, or a global."""
    scope = frame.scope
    if not isinstance(node, ir.Name) or isinstance(scope, ir.Class):
        return None
    return node.id if node.id in scope.bound or node.id in scope.outside else None


def _field(frame: Frame, node: ir.Expr) -> str | None:
    return text(frame, node) if isinstance(node, ir.Attribute) else None


def always_raises(engine: Engine, frame: Frame) -> bool:
    """Whether the code meets JAX arrays here in every use: no caller can hand it NumPy ones."""
    scope, region = frame.scope, frame.region
    if region is None:
        return not engine.path
    decorated = isinstance(scope, ir.Function) and bool(scope.decorators)
    return decorated and region.function is scope


def text(frame: Frame, node: ir.Node) -> str:
    """The source of a node."""
    return trees.code(node.place)


def _argument(frame: Frame, node: ir.Expr) -> str:
    """The source of a node as the argument of a call."""
    code = text(frame, node)
    written = trees.node(node.place)
    bare = isinstance(written, cst.Tuple | cst.Yield) and not written.lpar
    return f"({code})" if bare else code


def _one_place(index: ir.Expr) -> bool:
    """Whether an index names no element twice: NumPy and JAX differ where it does."""
    if isinstance(index, ir.Display) and index.kind == "tuple":
        return all(_one_place(part) for part in index.elements)
    if isinstance(index, ir.UnaryOp):
        return _one_place(index.operand)
    return isinstance(index, ir.Constant | ir.Slice)
