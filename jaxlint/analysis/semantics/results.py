"""What functions from arrays to arrays give: a tracer where an argument or the place is traced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.facts import NO_FACTS, Facts
from jaxlint.analysis.values.kinds import Array, Container, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge import statics
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Stands for the name of a function where an element is taken.
ELEMENT = "[]"
_COMES_BY = "if a trace comes by here"


def of_arrays(
    frame: Frame, name: str, values: tuple[Value, ...], node: ir.Place, facts: Facts = NO_FACTS
) -> Value:
    """What a function from arrays to arrays gives here."""
    found: list[Traced] = []
    for value in values:
        if value.facts or isinstance(value, Traced | Container):
            found += tracers(value)
    if name in statics.SLOPELESS or name in statics.MASKS:
        found = [tracer for tracer in found if tracer.abstract]
    chosen = next((tracer for tracer in found if tracer.abstract), None)
    region = frame.region
    everywhere = region is not None and (region.constants or name == "jax.lax.axis_index")
    if chosen is None and region is not None and everywhere:
        why = constant_why(frame, region, name, node)
        return Traced(region.home, why, None, abstract=True, facts=facts)
    if chosen is None and found:
        chosen = found[0]
    if chosen is None:
        return Array(name, *facts)
    return chosen.result(None, *facts)


def of_unknowns(engine: Engine, event: tuple[object, ...], *values: Value) -> Unknown:
    """What is made of values of which at least one is not known, as an event says.

    Of what came in through a parameter, and of what was made of that, is known how it was made.
    """
    if any(value.facts or (type(value) is Unknown and value.parameter) for value in values):
        return Unknown(facts=engine.deduced(event))
    return Unknown()


def constant_why(frame: Frame, region: Region, name: str, node: ir.Place) -> Why:
    """Why what a function makes of concrete arrays is traced: it stands in traced code.

    That this trace comes by is presumed where only some sort of values leads here.
    """
    short = name.replace("jax.numpy.", "jnp.").replace("jax.lax.", "lax.")
    made = "element of an array" if name == ELEMENT else f"`{short}(...)`"
    text = f"inside {region.label} even a constant {made} is traced"
    if any(condition.sorts for condition in frame.conditions):
        return Why(text, frame.module, node, frame.why, Certainty.PRESUMED, _COMES_BY)
    return Why(text, frame.module, node, frame.why)
