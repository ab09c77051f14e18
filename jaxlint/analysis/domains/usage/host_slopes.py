"""Callbacks of the host in code that is differentiated: JAX knows no slope of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.gradients import has_own_rule
from jaxlint.analysis.domains.tracing.events import BodiesGiven
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import Gradient, GradientImpossible
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.analysis.values.regions import differentiated
from jaxlint.knowledge.names import DESCRIBED

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

# What a callback takes beside the arguments of its function.
_OPTIONS = frozenset("callback result_shape_dtypes sharding vmap_method ordered".split())
_OWN = 2


@usage.on(BodiesGiven, traced=True)
def given(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Judge a callback that is given what the code around it is differentiated by."""
    region = differentiated(frame.region)
    if region is None or event.transform.name not in DESCRIBED or has_own_rule(engine):
        return
    if any(is_sloped(leaf) for one in _handed_on(event.arguments) for leaf in _leaves(one)):
        problem, callback = Gradient.HOST, event.transform.name
        place, name = frame.at(event.node), region.transform.name
        misuse.note(engine, GradientImpossible(*place, name, problem, callback))


def _handed_on(arguments: Arguments) -> Iterator[Value]:
    """What a callback hands on to its function."""
    yield from arguments.positional[_OWN:]
    yield from (value for name, value in arguments.keywords.items() if name not in _OPTIONS)


def _leaves(value: Value) -> Iterator[Value]:
    """What is known to be in a tree."""
    if isinstance(value, Container):
        for part in value.values:
            yield from _leaves(part)
    else:
        yield value
