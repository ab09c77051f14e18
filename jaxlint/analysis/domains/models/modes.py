"""Modules of ``flax.nnx`` that are told to train or to be evaluated: flags in them change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodResult
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import NONE, Instance, Unknown, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4


@models.answer(MethodResult)
def switched(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``module.train()`` and ``module.eval()`` give nothing and leave all but the flags alone."""
    base = event.base
    if not isinstance(base, Instance) or classes.kind(base.cls) != "nnx":
        return None
    if event.name not in libraries.MODULE_METHODS["nnx"]:
        return None
    _switch(engine, base, _DEPTH)
    return NONE


def _switch(engine: Engine, module: Instance, depth: int) -> None:
    """Forget the flags of a module and of its parts."""
    fields = engine.store.fields
    for place, value in tuple(fields.get(module.token, NO_FIELDS).items()):
        if place in libraries.MODES:
            fields.put(module.token, place, Unknown())
        elif depth and isinstance(value, Instance):
            _switch(engine, value, depth - 1)
