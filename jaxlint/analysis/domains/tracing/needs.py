"""What asks for the number in a tracer: how it is observed, and what the observers share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.observations import Swallowed, ValueNeeded
from jaxlint.analysis.values.kinds import Traced

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def note(engine: Engine, frame: Frame, seen: ValueNeeded) -> None:
    """Keep that a value was needed; behind a handler that catches the error, keep that it is.

    Behind a test for tracers of which nothing is known it may never be traced.
    """
    if frame.may_be_untraced:
        return
    if not engine.context.guards:
        engine.observe(seen)
        return
    guard = engine.context.guards[-1]
    if guard is None or guard.frame.region is None or not seen.value.abstract:
        return
    if guard.frame.region.within(seen.value.region):
        if guard.frame is frame and not guard.meant and guard.replaces(seen.node):
            engine.observe(Swallowed(seen.module, seen.node, seen.why, seen.value, guard.text))
        straight = frame.depth == len(frame.conditions) and not frame.comprehensions
        if guard.frame is frame and straight and seen.value.source is None:
            frame.ended = True


def one_array(value: Traced) -> None:
    """Take note that a value is used where no pytree makes sense."""
    if value.source is not None:
        value.source.array = True
