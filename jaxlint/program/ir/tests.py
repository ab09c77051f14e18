"""What an expression reads, as far as a test may ask it, and how it is spelled."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program.ir.expressions import (
    Attribute,
    BinaryOp,
    BoolOp,
    Call,
    Compare,
    Constant,
    Display,
    Ellipsis,
    Expr,
    Name,
    Slice,
    Starred,
    Subscript,
    UnaryOp,
)


def names_in(test: Expr) -> set[str]:
    """The names that an expression reads."""
    return {node.id for node in parts_of(test) if isinstance(node, Name)}


def called_in(test: Expr) -> set[str]:
    """The last names of the functions and methods that an expression calls."""
    called = [node.func for node in parts_of(test) if isinstance(node, Call)]
    named = {func.id for func in called if isinstance(func, Name)}
    return named | {func.attr for func in called if isinstance(func, Attribute)}


def parts_of(test: Expr) -> Iterator[Expr]:
    """An expression and what it is made of, as far as a test reads it."""
    pending: list[Expr] = [test]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Attribute | Starred):
            pending.append(node.base if isinstance(node, Attribute) else node.value)
        elif isinstance(node, Subscript):
            pending.extend((node.base, node.index))
        elif isinstance(node, UnaryOp):
            pending.append(node.operand)
        elif isinstance(node, BinaryOp | BoolOp):
            pending.extend((node.left, node.right))
        elif isinstance(node, Compare):
            pending.extend((node.left, *(right for _, right in node.rest)))
        elif isinstance(node, Call):
            pending.extend((node.func, *node.args))


def spelled(expr: Expr) -> str:
    """An expression's text, the same for the same expression however it is laid out."""
    if isinstance(expr, Name):
        return expr.id
    if isinstance(expr, Constant):
        return repr(expr.value)
    if isinstance(expr, Attribute):
        return f"{spelled(expr.base)}.{expr.attr}"
    if isinstance(expr, Subscript):
        return f"{spelled(expr.base)}[{spelled(expr.index)}]"
    if isinstance(expr, UnaryOp):
        return f"{expr.op} {spelled(expr.operand)}"
    if isinstance(expr, BinaryOp | BoolOp):
        return f"({spelled(expr.left)} {expr.op} {spelled(expr.right)})"
    if isinstance(expr, Compare):
        return " ".join((spelled(expr.left), *(f"{op} {spelled(r)}" for op, r in expr.rest)))
    if isinstance(expr, Call) and not expr.keywords:
        return f"{spelled(expr.func)}({', '.join(spelled(arg) for arg in expr.args)})"
    if isinstance(expr, Display):
        return f"[{', '.join(spelled(element) for element in expr.elements)}]"
    if isinstance(expr, Ellipsis):
        return "..."
    if isinstance(expr, Slice):
        return ":".join(
            "" if one is None else spelled(one) for one in (expr.lower, expr.upper, expr.step)
        )
    return f"<{id(expr)}>"
