"""Flags that tell a layer or a model in which mode it is, given a name for the opposite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import ModeInverted
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OPPOSITES = {
    **dict.fromkeys(libraries.EVALUATING, libraries.TRAINING),
    **dict.fromkeys(libraries.TRAINING, libraries.EVALUATING),
}


@models.on(CallStarting)
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge the flags of a call by the names that they are given."""
    for flag, given in event.source.keywords:
        if flag not in _OPPOSITES or not isinstance(given, ir.Name | ir.Attribute):
            continue
        if ir.last_name(given) in _OPPOSITES[flag]:
            name = ir.spelled(given)
            change = Replace(given.place, f"not {name}")
            fix = PlannedFix("negate the flag", (change,), safe=False)
            engine.observe(ModeInverted(*frame.at(given.place), flag, name, fix))
