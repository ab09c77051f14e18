"""Fields of modules of Flax that are assigned while the module is called, when it is frozen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import AttributeWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import FrozenModuleWritten
from jaxlint.analysis.domains.models.submodules import is_linen
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Instance
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_COMPACT = "compact"


@models.on(AttributeWritten)
def written(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Judge an assignment to a field of a module of linen that is being called."""
    base = event.base
    if not isinstance(base, Instance) or not is_linen(base.cls):
        return
    if engine.context.expects_errors or not isinstance(base.cls, ClassValue):
        return
    under_way = [level.frame.scope for level in engine.path] + [frame.scope]
    methods = [one for one in under_way if isinstance(one, ir.Function) and _is_linen(engine, one)]
    called = any(one.name == "__call__" or _is_compact(one) for one in methods)
    built = any(one.name in names.BUILDERS for one in methods)
    if called and not built and classes.find(base.cls, "__setattr__") is None:
        seen = FrozenModuleWritten(frame.module, event.target.place, None, event.target.attr)
        engine.observe(seen)


def _is_linen(engine: Engine, definition: ir.Function) -> bool:
    """Whether a function is a method of a module of linen."""
    cls = None if definition.owner is None else engine.class_of(definition.owner)
    return cls is not None and is_linen(cls)


def _is_compact(definition: ir.Function) -> bool:
    """Whether a method makes its layers where it is called, as ``nn.compact`` says."""
    return any(ir.last_name(one) == _COMPACT for one in definition.decorators)
