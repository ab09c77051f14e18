"""Distributions of libraries: objects that draw from the key that ``sample`` is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.values.kinds import External, Instance, Unknown, Value
from jaxlint.knowledge import inference

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def is_distribution(value: Value) -> bool:
    """Whether a value is a distribution of a library."""
    cls = value.cls if isinstance(value, Instance) else None
    return isinstance(cls, External) and cls.name.startswith(inference.DISTRIBUTIONS)


@models.transfer(*inference.DISTRIBUTIONS)
def made(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A distribution; nothing is known of what the functions beside them give."""
    engine.forget(call.arguments.all)
    return Instance(External(call.name), frame.region) if call.last[:1].isupper() else Unknown()


@models.answer(MethodResult)
def method(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``d.to_event(1)`` and its like give another distribution."""
    known = event.name in inference.WRAPPING and is_distribution(event.base)
    return event.base if known else None
