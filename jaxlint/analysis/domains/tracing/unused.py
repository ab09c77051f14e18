"""Numbers that are of use only where they are Python's or NumPy's own, which no tracer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import ArmPassedBy
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, tracing
from jaxlint.analysis.domains.tracing.facts import Denial
from jaxlint.analysis.domains.tracing.observations import NeverTrue, Test
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(ArmPassedBy, traced=True)
def passed_by(engine: Engine, frame: Frame, event: ArmPassedBy) -> None:
    """Observe a test of a type without which nothing is made of a traced parameter."""
    denial, scope = event.answer.fact(Denial), frame.scope
    if denial is None or not isinstance(scope, ir.Function):
        return
    if _is_read_only_in(scope, event.statement) and _gives(scope, event.statement):
        tracer, node = denial.tracer, event.statement.test.place
        needs.misread(engine, frame, NeverTrue(frame.module, node, tracer.why, tracer, Test.UNUSED))


def _is_read_only_in(scope: ir.Function, statement: ir.If) -> bool:
    """Whether a parameter is read by a test and in its arm, and nowhere else."""
    test = statement.test
    name = ir.spelled(test.args[0]) if isinstance(test, ir.Call) and test.args else ""
    parameter = next((one for one in scope.parameters if one.name == name), None)
    if parameter is None or not (parameter.default is None or ir.is_none(parameter.default)):
        return False
    loads = scope.loads.get(name, ())
    inside = sum(_is_inside(one, statement) for one in loads)
    within = any(name in inner.loads for inner in scope.inner)
    return inside > 0 and len(loads) == inside + 1 and not within


def _gives(scope: ir.Function, statement: ir.If) -> bool:
    """Whether an arm returns, or binds a variable that is read behind it."""
    if any(isinstance(one, ir.Return) for one in ir.statements_in(*statement.body)):
        return True
    bound = ir.names_assigned(*statement.body)
    loads = (one for name in bound for one in scope.loads.get(name, ()))
    return any(not _is_inside(one, statement) for one in loads)


def _is_inside(event: ir.Event, statement: ir.If) -> bool:
    """Whether something happens in the arm that is taken where the test holds."""
    return any((arm.branch, arm.number) == (statement.place.number, 0) for arm in event.arms)
