"""Calls of the methods of optimisers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def holder(engine: Engine, frame: Frame, event: CallStarting, method: str) -> Value | None:
    """What a call runs a method of this name of, where that has a dotted name; else None."""
    func = event.source.func
    if not isinstance(func, ir.Attribute) or func.attr != method or not ir.is_dotted(func.base):
        return None
    return expressions.evaluate(engine, frame, func.base)
