"""Updates of arrays as they are written: ``x.at[i].set(v)``."""

from __future__ import annotations

from jaxlint.knowledge.arrays import AT_UPDATES
from jaxlint.program import ir


def place(node: ir.Expr) -> ir.Subscript | None:
    """The ``x.at[i]`` of an update; None for what is none."""
    func = node.func if isinstance(node, ir.Call) else None
    where = func.base if isinstance(func, ir.Attribute) and func.attr in AT_UPDATES else None
    return where if isinstance(where, ir.Subscript) and _holder(where) is not None else None


def updated_by_name(scope: ir.Scope, call: ir.Call) -> ir.Expr | None:
    """The ``x`` of an update by a variable that a scope gives ``x.at[i]``, and nothing else."""
    func = call.func if isinstance(call.func, ir.Attribute) else None
    if func is None or func.attr not in AT_UPDATES or not isinstance(func.base, ir.Name):
        return None
    name = func.base.id
    given = [_holder(one) for one in ir.assigned_to(scope.body, name)]
    return given[0] if given and len(given) == len(scope.stores.get(name, ())) else None


def _holder(node: ir.Expr) -> ir.Expr | None:
    """The ``x`` of ``x.at[i]``."""
    base = node.base if isinstance(node, ir.Subscript) else None
    return base.base if isinstance(base, ir.Attribute) and base.attr == "at" else None


def updated(node: ir.Expr) -> ir.Expr | None:
    """The ``x`` of an update; None for what is none."""
    where = place(node)
    return None if where is None else _holder(where)
