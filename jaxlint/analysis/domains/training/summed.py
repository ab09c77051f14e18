"""Gradients that ``shard_map`` has summed over devices, which code brings together once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.facts import Summed
from jaxlint.analysis.domains.training import replicas, training
from jaxlint.analysis.domains.training.observations import GradientsSummedAgain
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.knowledge.api import number as number_of
from jaxlint.knowledge.names import SUMMING, SUMS_SINCE

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.on(OutsideCalled, traced=True, about=SUMMING.__contains__)
def reduced(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe that what is summed already is brought together."""
    given = event.arguments.get(0, "x")
    sums = number_of(engine.releases.newest) >= number_of(SUMS_SINCE)
    summed = None if given is None or not sums else _summed(given)
    if summed is None or _is_of_other_axes(summed, event.arguments.get(1, "axis_name")):
        return
    function = summed.whole.region.function
    engine.observe(
        GradientsSummedAgain(
            *frame.at(event.node),
            event.name.rpartition(".")[2],
            settled=lambda: not replicas.is_inside(engine, function),
        )
    )


def _summed(value: Value) -> Summed | None:
    """What is known of gradients, or of one of the things that stand together."""
    parts = value.values if isinstance(value, Container) else ()
    return next(filter(None, (one.fact(Summed) for one in (value, *parts))), None)


def _is_of_other_axes(summed: Summed, axis: Value | None) -> bool:
    """Whether it is brought together over axes over which nothing is split."""
    if axis is None or summed.whole.axes is None:
        return False
    try:
        known = literal(axis)
    except LookupError:
        return False
    return summed.whole.axes.isdisjoint(known if isinstance(known, tuple) else (known,))
