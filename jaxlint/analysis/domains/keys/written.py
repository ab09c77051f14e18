"""The expressions that a statement is written with."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program import ir


def parts(statement: ir.Stmt) -> Iterator[ir.Expr]:
    """Yield the expressions in the value of a statement, itself first."""
    value = getattr(statement, "value", None)
    if isinstance(value, ir.Expr):
        yield from below(value)


def below(expr: ir.Expr) -> Iterator[ir.Expr]:
    """Yield an expression and those in it: calls with what they are given, operators, displays."""
    pending: list[ir.Expr] = [expr]
    while pending:
        part = pending.pop()
        yield part
        if isinstance(part, ir.Call):
            pending += [part.func, *part.args, *(value for _, value in part.keywords)]
        elif isinstance(part, ir.Attribute | ir.Subscript):
            pending.append(part.base)
        elif isinstance(part, ir.UnaryOp):
            pending.append(part.operand)
        elif isinstance(part, ir.BinaryOp):
            pending += [part.left, part.right]
        elif isinstance(part, ir.Display):
            pending += part.elements
