"""Checks: tests that decide on nothing but an error, and so on nothing that is compiled."""

from __future__ import annotations

from jaxlint.analysis.core.frames import Frame
from jaxlint.program import ir


def is_checked_only(frame: Frame) -> bool:
    """Whether what is evaluated serves a check alone, as one of how often a function is traced."""
    statement = frame.statement
    if isinstance(statement, ir.If):
        return not statement.orelse and isinstance(statement.body[-1], ir.Raise)
    return isinstance(statement, ir.Assert | ir.Raise)
