"""What a test asks about, under whatever name: ``n == 2`` and ``x.shape[0] == 2`` may be one."""

from __future__ import annotations

from collections.abc import Callable

from jaxlint.analysis.values import parts
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.parts import Subject
from jaxlint.program import ir


def of(expr: ir.Expr, read: Callable[[ir.Expr], Value | None]) -> Subject | None:
    """What an expression is, by what ``read`` says that a variable or a field holds."""
    held = read(expr) if isinstance(expr, ir.Name | ir.Attribute) else None
    if held is not None:
        return parts.subject(held)
    if isinstance(expr, ir.Attribute):
        return _step(of(expr.base, read), f".{expr.attr}")
    if isinstance(expr, ir.Subscript):
        number = position(expr.index)
        return None if number is None else _step(of(expr.base, read), f"[{number}]")
    return None


def position(index: ir.Expr) -> int | None:
    """The number that an index is written as."""
    if isinstance(index, ir.UnaryOp) and index.op == "-":
        ahead = position(index.operand)
        return None if ahead is None else -ahead
    return index.value if isinstance(index, ir.Constant) and type(index.value) is int else None


def _step(base: Subject | None, step: str) -> Subject | None:
    return None if base is None else (base[0], base[1] + step)
