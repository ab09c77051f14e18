"""Updates of arrays as they are written: ``x.at[i].set(v)``."""

from __future__ import annotations

from jaxlint.knowledge.arrays import AT_UPDATES
from jaxlint.program import ir


def place(node: ir.Expr) -> ir.Subscript | None:
    """The ``x.at[i]`` of an update; None for what is none."""
    func = node.func if isinstance(node, ir.Call) else None
    where = func.base if isinstance(func, ir.Attribute) and func.attr in AT_UPDATES else None
    holder = where.base if isinstance(where, ir.Subscript) else None
    known = isinstance(holder, ir.Attribute) and holder.attr == "at"
    return where if known and isinstance(where, ir.Subscript) else None


def updated(node: ir.Expr) -> ir.Expr | None:
    """The ``x`` of an update; None for what is none."""
    where = place(node)
    holder = None if where is None else where.base
    return holder.base if isinstance(holder, ir.Attribute) else None
