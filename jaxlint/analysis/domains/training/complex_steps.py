"""Optimisers that are given gradients by complex numbers, of which the conjugate shows the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.numerics.observations import StepUnconjugated
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.domains.training import methods, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.values.kinds import Container, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_DEPTH = 3


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge the gradients that an optimiser is given."""
    optimiser = methods.holder(engine, frame, event, _UPDATE)
    if optimiser is None or optimiser.fact(Optimiser) is None:
        return
    given = event.arguments.get(0, "updates")
    if given is not None and any(map(_is_complex_slope, _leaves(given, _DEPTH))):
        engine.observe(StepUnconjugated(*frame.at(event.source.place)))


def _leaves(tree: Value, depth: int) -> Iterator[Value]:
    if not isinstance(tree, Container):
        yield tree
    elif depth:
        for part in tree.values:
            yield from _leaves(part, depth - 1)


def _is_complex_slope(value: Value) -> bool:
    return value.fact(Derivative) is not None and forms.kind_of(value) == "complex"
