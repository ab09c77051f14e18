"""Checks: tests that decide on nothing but an error, and so on nothing that is compiled."""

from __future__ import annotations

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import spelled
from jaxlint.program import ir


def is_checked_only(frame: Frame) -> bool:
    """Whether what is evaluated serves a check alone, as one of how often a function is traced."""
    statement = frame.statement
    if isinstance(statement, ir.If):
        return not statement.orelse and isinstance(statement.body[-1], ir.Raise)
    return isinstance(statement, ir.Assert | ir.Raise)


def is_memo(frame: Frame, node: ir.Expr) -> bool:
    """Whether a variable holds what the function that reads it has worked out before.

    Such a function stores what it lacks, on a branch, under a key that it works out too. What is
    read is then the same whether it was there or not.
    """
    root = spelled.root(node)
    changes = () if root is None else frame.scope.mutations.get(root.id, ())
    return any(event.kind == "item" and event.arms for event in changes)
