"""What makes optimisers, and what they make of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.values.kinds import Const, Static, Unknown, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.transfer(*libraries.OPTIMISERS)
def optimiser(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An optimiser; what is given functions or objects is left to others."""
    if not all(isinstance(value, Const | Static | Unknown) for value in call.arguments.all):
        return None
    return Unknown().with_fact(Optimiser(_remembers(call)))


def _remembers(call: Call) -> bool:
    """Whether an optimiser, or one that it is made of, has a memory."""
    if call.name in libraries.WITH_MEMORY:
        return True
    if call.name == libraries.SGD:
        momentum = call.arguments.get(1, "momentum")
        return isinstance(momentum, Const) and bool(momentum.value)
    known = (value.fact(Optimiser) for value in call.arguments.all)
    return any(one.remembers for one in known if one)
