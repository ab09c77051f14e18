"""Numbers that are others in each turn of a loop, by how they are computed of its counter."""

from __future__ import annotations

from jaxlint.analysis.core.frames import Frame
from jaxlint.program import ir

# Operators that make different numbers of different ones, beside a number that stays.
_APART = frozenset(("+", "-", "*", "/", "**"))
_DEPTH = 6


def counter_of(frame: Frame, written: ir.Expr, depth: int = _DEPTH) -> ir.Name | None:
    """The counter that an expression makes another number of in each turn, if there is one.

    It stands in the expression once, beside what no turn of the loop binds.
    """
    if not depth:
        return None
    if isinstance(written, ir.Name):
        assigned = _assigned(frame, written.id)
        if assigned is not None:
            return counter_of(frame, assigned, depth - 1)
        return written if _is_counter(frame, written.id) else None
    if isinstance(written, ir.UnaryOp) and written.op == "-":
        return counter_of(frame, written.operand, depth - 1)
    if not isinstance(written, ir.BinaryOp) or written.op not in _APART:
        return None
    for one, other in ((written.left, written.right), (written.right, written.left)):
        if _stays(frame, other, written.op):
            return counter_of(frame, one, depth - 1)
    return None


def _is_counter(frame: Frame, name: str) -> bool:
    """Whether only the loops of a function bind a name."""
    events = frame.scope.stores.get(name, ())
    return bool(events) and all(event.kind == "loop" for event in events)


def _assigned(frame: Frame, name: str) -> ir.Expr | None:
    """What the turn under way binds a name to, where that is done once and in every turn."""
    if len(frame.scope.stores.get(name, ())) != 1 or not frame.loops:
        return None
    loop = ir.loop_at(frame.scope.body, frame.loops[-1])
    for statement in loop.body if isinstance(loop, ir.For) else ():
        if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if isinstance(target, ir.Name) and target.id == name:
            return statement.value
    return None


def _stays(frame: Frame, node: ir.Expr, op: str) -> bool:
    """Whether an operand is a name that no loop binds, or a number that leaves a difference."""
    if isinstance(node, ir.Constant):
        alike = {"*": (0,), "/": (0,), "**": (0, 1)}.get(op, ())
        return type(node.value) in (int, float) and node.value not in alike
    if isinstance(node, ir.Name):
        return not any(event.loops for event in frame.scope.stores.get(node.id, ()))
    return False
