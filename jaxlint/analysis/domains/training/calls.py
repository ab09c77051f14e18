"""Functions of the project that make a step, or hand it on to the one that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So many functions hand a call on to the one that makes the step.
HANDED = 3


def called(engine: Engine, frame: Frame, node: ir.Expr) -> Function | None:
    """The function that a name stands for, compiled or not."""
    value = expressions.evaluate(engine, frame, node) if isinstance(node, ir.Name) else None
    if isinstance(value, Transformed) and value.transform.cached:
        value = value.func
    if not isinstance(value, Function) or value.instance is not None:
        return None
    engine.looks_into(value.definition)
    return value
