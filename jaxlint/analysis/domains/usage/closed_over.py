"""Functions with derivative rules of their own that close over what is differentiated.

A rule says nothing of the slope by what is no argument: that is a tracer which JAX does not expect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.gradients import has_own_rule
from jaxlint.analysis.domains.tracing.custom_rules import Rules
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import Gradient, GradientImpossible
from jaxlint.analysis.values.kinds import Traced
from jaxlint.analysis.values.regions import Why, differentiated
from jaxlint.knowledge.transforms import OWN_RULES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@usage.on(CallStarting, traced=True, about=of(Transformed))
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what a function with a rule of its own reads from around."""
    made, region = event.func, differentiated(frame.region)
    if region is None or not isinstance(made, Transformed) or has_own_rule(engine):
        return
    if not engine.kept(Rules).functions.isdisjoint(engine.stack):
        return  # a rule calls its own function, which was called before
    if made.transform.name in OWN_RULES and isinstance(made.func, Function):
        why = Why("it is called here", frame.module, event.source.place, frame.why)
        for name, read in _sloped(made.func):
            module, transform = made.func.definition.module or frame.module, region.transform.name
            problem, what = Gradient.CLOSED_OVER, f"`{name}`"
            misuse.note(engine, GradientImpossible(module, read, why, transform, problem, what))


def _sloped(function: Function) -> Iterator[tuple[str, ir.Place]]:
    """The variables from around a function by which code is differentiated, and where it reads."""
    definition = function.definition
    for name in sorted(definition.loads.keys() - definition.bound):
        holder = function.closure.holder(name)
        value = None if holder is None else holder.env[name]
        if isinstance(value, Traced) and is_sloped(value) and definition.uses_whole(name):
            yield name, definition.loads[name][0].node
