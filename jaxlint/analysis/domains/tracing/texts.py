"""Hashes and texts of tracers: keys and names that are the same for all values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import Formatted, Hashed, Hasher
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, tracing
from jaxlint.analysis.domains.tracing.observations import (
    Hashing,
    HashNeeded,
    TextUse,
    TracerText,
)
from jaxlint.analysis.values.contents import is_text, tracers
from jaxlint.analysis.values.kinds import Array, Container, Traced, Value
from jaxlint.analysis.values.promises import promises
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(Hashed)
def hashed(engine: Engine, frame: Frame, event: Hashed) -> None:
    """Observe that an array is asked for its hash, or that its text is a key.

    A tuple asks all that is in it. Code that handles the error asks whether something has a hash.
    """
    value, node, by = event
    if engine.context.expects_errors:
        return
    value = _asked(value)
    if isinstance(value, Traced):
        seen = HashNeeded(frame.module, node, value.why, value, Hashing[by.name])
        needs.misread(engine, frame, seen, raises=True)
    elif isinstance(value, Array):
        given = promises(value)
        engine.observe(
            HashNeeded(frame.module, node, frame.why, None, Hashing[by.name], promises=given)
        )
    elif by is Hasher.KEY:
        use(engine, frame, value, node, TextUse.KEY)


def _asked(value: Value) -> Value:
    """Which value cannot answer for its hash, where a tuple asks those in it; else the value."""
    if not isinstance(value, Container) or value.kind != "tuple":
        return value
    parts = map(_asked, value.items.values())
    return next((one for one in parts if isinstance(one, Array | Traced)), value)


@tracing.on(Formatted)
def formatted(engine: Engine, frame: Frame, event: Formatted) -> None:
    """Observe that a tracer is formatted like a number."""
    value, node, specified = event
    if specified and isinstance(value, Traced):
        needs.one_array(value)
        seen = TracerText(frame.module, node, value.why, value, TextUse.FORMATTED)
        needs.misread(engine, frame, seen, raises=True)


@tracing.on(OutsideCalled, about="builtins.getattr".__eq__)
def looked_up(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe that an attribute is sought by a text that holds a tracer's name."""
    if len(event.arguments.positional) > 1:
        use(engine, frame, event.arguments.positional[1], event.node, TextUse.NAME)


def use(engine: Engine, frame: Frame, value: Value, node: ir.Place, serves: TextUse) -> None:
    """Observe that a text which holds a tracer's name serves as something."""
    if is_text(value):
        for tracer in tracers(value, 1)[:1]:
            engine.observe(TracerText(frame.module, node, tracer.why, tracer, serves))
