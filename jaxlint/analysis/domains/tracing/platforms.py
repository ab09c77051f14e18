"""Functions of which JAX calls the one for the platform that the code is compiled for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.semantics import calls
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Unknown, Value
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(names.BY_PLATFORM)
def dependent(engine: Engine, frame: Frame, call: Call) -> Value:
    """What one of the functions gives: all of them are traced with the same arguments."""
    handed = call.arguments.positional
    if call.arguments.rest is not None or not call.arguments.keywords:
        return Unknown()
    options = call.arguments.keywords.values()
    given = [calls.apply(engine, frame, one, Arguments(handed), call.node) for one in options]
    return join_all(given)
