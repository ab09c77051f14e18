"""Modules of ``flax.nnx`` that are told to train or to be evaluated: flags in them change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodResult
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import NONE, Const, External, Instance, Unknown, Value
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
    _switch(engine, base, Const(event.name == "eval"), _DEPTH)
    return NONE


def _switch(engine: Engine, module: Instance, flag: Const, depth: int) -> None:
    """Set the flags of the layers in a module, and forget those of modules of the project."""
    fields = engine.store.fields
    mode = (
        libraries.NOTING_LAYERS.get(module.cls.name) if isinstance(module.cls, External) else None
    )
    if mode is not None:
        fields.put(module.token, mode, flag)
        return
    for place, value in tuple(fields.get(module.token, NO_FIELDS).items()):
        if place in libraries.MODES:
            fields.put(module.token, place, Unknown())
        elif depth and isinstance(value, Instance):
            _switch(engine, value, flag, depth - 1)
