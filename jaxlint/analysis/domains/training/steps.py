"""What makes optimisers, and what they make of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import parameters, schedules, training, uphill
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.values.kinds import Const, Static, Unknown, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.transfer(*libraries.OPTIMISERS)
def optimiser(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An optimiser; what is given objects, or functions but schedules, is left to others."""
    given = [value for value in call.arguments.all if value is not schedules.given(call)]
    if not all(isinstance(value, Const | Static | Unknown) for value in given):
        return None
    made = Unknown().with_fact(_known(call))
    made = made.with_fact(parameters.needed_by(call))
    for fact in (uphill.along(call), uphill.against(call), uphill.decaying(call)):
        made = made.with_fact(fact)
    return made.with_fact(schedules.called_by(call))


def _known(call: Call) -> Optimiser:
    """What is known of an optimiser by its name, or by those that it is made of."""
    if call.name == libraries.SGD:
        momentum = call.arguments.get(1, "momentum")
        heavy = isinstance(momentum, Const) and bool(momentum.value)
        return Optimiser(heavy, heavy)
    parts = [part for value in call.arguments.all if (part := value.fact(Optimiser))]
    return Optimiser(
        call.name in libraries.WITH_MEMORY or any(one.remembers for one in parts),
        call.name in libraries.WITH_TREES or any(one.mirrors for one in parts),
    )
