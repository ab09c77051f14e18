"""What makes optimisers, and what they make of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import parameters, schedules, training
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
    made = Unknown().with_fact(Optimiser(_remembers(call)))
    made = made.with_fact(parameters.needed_by(call))
    return made.with_fact(schedules.called_by(call))


def _remembers(call: Call) -> bool:
    """Whether an optimiser, or one that it is made of, has a memory."""
    if call.name in libraries.WITH_MEMORY:
        return True
    if call.name == libraries.SGD:
        momentum = call.arguments.get(1, "momentum")
        return isinstance(momentum, Const) and bool(momentum.value)
    known = (value.fact(Optimiser) for value in call.arguments.all)
    return any(one.remembers for one in known if one)
