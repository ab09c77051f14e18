"""Functions with a backward rule alone, in code that is differentiated forwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import TransformCalled
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import Gradient, GradientImpossible
from jaxlint.analysis.values.kinds import Traced, Value
from jaxlint.analysis.values.regions import Region, differentiated
from jaxlint.knowledge.transforms import BACKWARD_RULED

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# It leaves the rule for whoever goes back (JAX 0.10.2).
_KEEPS_RULES = "jax.linearize"


@usage.on(TransformCalled, traced=True)
def called(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Judge such a function where it is given what it is differentiated by."""
    region, made = differentiated(frame.region), event.made
    if region is None or made.transform.name not in BACKWARD_RULED:
        return
    if not region.transform.forward or region.transform.name == _KEEPS_RULES:
        return
    if any(_is_of(region, value) for value in event.arguments.all):
        where, name = frame.at(event.node), region.transform.name
        own = made.func.definition.name if isinstance(made.func, Function) else ""
        what = f"`{own}`" if own else "a function"
        misuse.note(engine, GradientImpossible(*where, name, Gradient.BACKWARD_ONLY, what))


def _is_of(region: Region, value: Value) -> bool:
    """Whether a value is traced by the very derivative, and has a slope there."""
    return isinstance(value, Traced) and value.region is region and is_sloped(value)
