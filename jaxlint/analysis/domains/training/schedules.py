"""Schedules: functions that an optimiser calls with the count of its steps, an array.

In traced code the count is a tracer, as all of the optimiser's state is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, CallStarting
from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.facts import Scheduled
from jaxlint.analysis.semantics import attributes, calls, expressions
from jaxlint.analysis.values.kinds import Instance, Traced, Value
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATES = ("update", libraries.APPLY_GRADIENTS)


def given(call: Call) -> Value | None:
    """The function of the project that a call which makes an optimiser is given as a schedule."""
    if call.name not in libraries.SCHEDULED:
        return None
    found = next((call.arguments.get(0, name) for name in libraries.SCHEDULES), None)
    return found if isinstance(found, Function | Partial | Instance) else None


def called_by(call: Call) -> Scheduled | None:
    """The schedules of an optimiser: its own, and those of the optimisers that it is made of."""
    own = given(call)
    parts = [value.fact(Scheduled) for value in call.arguments.all]
    found = [one for part in parts if part is not None for one in part.schedules]
    found += [] if own is None else [own]
    return Scheduled(tuple(found)) if found else None


@training.on(CallStarting, traced=True)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Run the schedules of an optimiser whose update is traced."""
    updates, region = _updates(engine, frame, event.source.func), frame.region
    known = None if updates is None else updates.fact(Scheduled)
    if known is None or region is None or not region.constants:
        return
    node = event.source.place
    text = "the optimiser calls its schedule with the count of steps, which is traced"
    why = Why(text, frame.module, node, frame.why)
    for schedule in known.schedules:
        count = Traced(region.home, why, None, abstract=True, name="count")
        calls.apply(engine, frame, schedule, Arguments((count,)), node)


def _updates(engine: Engine, frame: Frame, method: ir.Expr) -> Value | None:
    """The optimiser that a method updates by: its own, or the one that a state of Flax holds."""
    if not isinstance(method, ir.Attribute) or method.attr not in _UPDATES:
        return None
    if not isinstance(method.base, ir.Name | ir.Attribute):
        return None
    base = expressions.evaluate(engine, frame, method.base)
    if method.attr == "update":
        return base
    return attributes.of(engine, frame, base, "tx") if isinstance(base, Instance) else None
