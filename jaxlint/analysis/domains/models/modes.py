"""Modules of ``flax.nnx`` that are told to train or to be evaluated: flags in them change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodResult
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import NONE, Const, Instance, Unknown, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4


@dataclass(slots=True, eq=False)
class Resting:
    """The loops in which something was told to rest, each by its scope and number."""

    loops: set[tuple[ir.Scope, int]] = field(default_factory=set)


@dataclass(slots=True, frozen=True, eq=False)
class Switched(Effect):
    """A call told a module its mode; what ``set_attributes`` sets is not looked at, and None."""

    resting: bool | None

    domain = "models"
    all_count = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Tell the module that stands in its place."""
        if isinstance(on, Instance):
            Switched(on.token, self.resting).tell(engine, frame, on)

    def tell(self, engine: Engine, frame: Frame, module: Instance) -> None:
        """Set the flags of the layers in a module."""
        flag = Unknown() if self.resting is None else Const(self.resting)
        if self.resting:
            around = (one for one in engine.under_way(frame) if one.loops)
            loops = ((one.scope, number) for one in around for number in one.loops)
            engine.kept(Resting).loops.update(loops)
        _switch(engine, module, flag, _DEPTH)
        engine.log(self)


@models.answer(MethodResult)
def switched(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``module.train()`` and its kin give nothing and leave all but the flags alone."""
    base, name = event.base, event.name
    if not isinstance(base, Instance) or name not in libraries.MODULE_METHODS["nnx"]:
        return None
    if classes.kind(base.cls) != "nnx" and classes.noting_flag(base.cls) is None:
        return None
    resting = name == "eval" if name in ("train", "eval") else None
    Switched(base.token, resting).tell(engine, frame, base)
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
