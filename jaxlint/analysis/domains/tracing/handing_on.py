"""Decorators of other libraries that only watch: what they make of a function does as that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(*libraries.HANDING_ON)
def made(engine: Engine, frame: Frame, call: Call) -> Value:
    """Such a decorator."""
    return External(libraries.HANDS_ON)


@tracing.transfer(libraries.HANDS_ON)
def decorated(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The function that it is given."""
    return call.first
