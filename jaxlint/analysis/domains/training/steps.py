"""What makes optimisers, and what they make of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.semantics import captured, objects
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.kinds import Const, Instance, Static, Unknown, Value, beyond
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.transfer(*libraries.OPTIMISERS)
def optimiser(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An optimiser; what is given functions or objects is left to others."""
    if not all(isinstance(value, Const | Static | Unknown) for value in call.arguments.all):
        return None
    return Unknown().with_fact(Optimiser())


@training.transfer(*libraries.APPLY_UPDATES)
def updated(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A model with its updates: an object of the same class, the arrays of which are new."""
    model = call.first
    if not isinstance(model, Instance):
        return None
    hidden = any(captured.tracers(engine, update) for update in call.arguments.positional[1:])
    if hidden and model.traced is None:
        return None
    traced = None if model.traced is None else model.traced.result()
    copy = Instance(model.cls, frame.region, traced)
    objects.rebuild(engine, model, copy, lambda _, leaf: beyond(leaf, Edge.NEXT_TURN))
    return copy
