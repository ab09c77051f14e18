"""Handlers of an error of NumPy's that JAX does not raise: its linear algebra gives NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import HandlersPassed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.observations import NeverTrue, Test
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import Array, External, Traced
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MAY_FAIL = (ir.Assert, ir.Raise, ir.With)


@tracing.on(HandlersPassed)
def passed(engine: Engine, frame: Frame, event: HandlersPassed) -> None:
    """Judge the handlers of a block in which only functions of JAX are called."""
    for handler, kinds in event.handlers:
        if handler.kind is None or len(kinds or ()) != 1:
            continue
        named = {kind.name for kind in kinds or () if isinstance(kind, External)}
        call = _algebra(engine, frame, event.node.body) if named & names.SINGULAR_ERRORS else None
        if call is not None:
            why = Why("this call of JAX gives NaN", frame.module, call.place, frame.why)
            place = handler.kind.place
            engine.observe(NeverTrue(frame.module, place, why, None, Test.HANDLER))


def _algebra(engine: Engine, frame: Frame, body: tuple[ir.Stmt, ...]) -> ir.Call | None:
    """The linear algebra of JAX that a block calls, if nothing in it may fail as NumPy's does."""
    if any(isinstance(one, _MAY_FAIL) for one in ir.statements_in(*body)):
        return None
    calls = [one for one in ir.nodes_in(body) if isinstance(one, ir.Call)]
    known = [(one, _called(engine, frame, one.func)) for one in calls]
    if not all(name for _, name in known):
        return None
    return next((one for one, name in known if name.startswith(names.LINEAR_ALGEBRA)), None)


def _called(engine: Engine, frame: Frame, func: ir.Expr) -> str:
    """The name of a function of JAX or Python, or of an array's method; "" for all else."""
    root = func
    while isinstance(root, ir.Attribute):
        root = root.base
    if isinstance(func, ir.Attribute) and isinstance(root, ir.Call):
        return func.attr
    if not isinstance(root, ir.Name):
        return ""
    value = expressions.evaluate(engine, frame, func)
    if isinstance(value, External):
        return value.name if value.name.startswith(names.WITHOUT_FAILURES) else ""
    if not isinstance(func, ir.Attribute):
        return ""
    held = expressions.evaluate(engine, frame, func.base)
    return func.attr if isinstance(held, Array | Traced) else ""
