"""Modules of ``flax.nnx`` that are told to train or to be evaluated: flags in them change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodResult
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import NONE, Const, Instance, Unknown, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4


@models.answer(MethodResult)
def switched(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``module.train()`` and its kin give nothing and leave all but the flags alone.

    What ``set_attributes`` sets is not looked at.
    """
    base, name = event.base, event.name
    if not isinstance(base, Instance) or name not in libraries.MODULE_METHODS["nnx"]:
        return None
    if classes.kind(base.cls) != "nnx" and classes.noting_flag(base.cls) is None:
        return None
    known = name in ("train", "eval")
    _switch(engine, base, Const(name == "eval") if known else Unknown(), _DEPTH)
    return NONE


def _switch(engine: Engine, module: Instance, flag: Value, depth: int) -> None:
    """Set the flags of the layers in a module, and forget those of modules of the project."""
    fields, noting = engine.store.fields, classes.noting_flag(module.cls)
    if noting is not None:
        fields.put(module.token, noting, flag)
        return
    for place, value in tuple(fields.get(module.token, NO_FIELDS).items()):
        if place in libraries.MODES:
            fields.put(module.token, place, Unknown())
        elif depth and isinstance(value, Instance):
            _switch(engine, value, flag, depth - 1)
