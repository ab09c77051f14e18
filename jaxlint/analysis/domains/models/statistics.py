"""Running statistics of layers of Flax, which ``apply`` updates only if it is told that it may."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import InstanceCalled
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.certain import Certain
from jaxlint.analysis.domains.models.submodules import class_name
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import Const, Container, External, Value
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MUTABLE = "mutable"


class Updated(Certain):
    """A layer updates its statistics."""

    __slots__ = ()


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Note that a layer updates its statistics, if it certainly does."""
    layer, arguments, _ = event
    name = class_name(layer.cls)
    if not isinstance(layer.cls, External) or layer.cls.name != f"flax.linen.{name}":
        return
    option = modules.UPDATING.get(name)
    if option is None or arguments.rest is not None:
        return
    told = arguments.keywords.get(option) or layer.fields.get(option)
    if isinstance(told, Const) and told.value is False:
        engine.logged.add_certain(Updated(None, name), frame)


def judge(
    engine: Engine, frame: Frame, arguments: Arguments, done: Iterable[Effect], node: ir.Place
) -> None:
    """Observe that ``apply`` does not let a layer update its statistics that does so."""
    layers = [effect.who for effect in done if isinstance(effect, Updated)]
    if not layers or arguments.rest is not None:
        return
    if _may_be(arguments.keywords.get(_MUTABLE), modules.STATISTICS):
        return
    what = f"`{layers[0]}` updates `{modules.STATISTICS}`, which `apply` is not told to be mutable"
    instead = f'pass mutable=["{modules.STATISTICS}"] and keep what comes back, or do not train'
    raised = "ModifyScopeVariableError"
    seen = CallRefused(*frame.at(node), "linen.apply", what=what, instead=instead, raised=raised)
    misuse.note(engine, seen)


def _may_be(mutable: Value | None, collection: str) -> bool:
    """Whether an option may say of a collection that it is mutable."""
    if mutable is None:
        return False
    if isinstance(mutable, Const):
        return mutable.value is True or mutable.value == collection
    if not isinstance(mutable, Container) or mutable.rest is not None:
        return True
    names = [item.value if isinstance(item, Const) else None for item in mutable.values]
    return any(name is None or name == collection for name in names)
