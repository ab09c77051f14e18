"""Functions of Haiku that keep a state under a transformation that has no place for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import InstanceCalled, OutsideCalled
from jaxlint.analysis.core.callables import Shifted
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.certain import Certain
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


class StateKept(Certain):
    """A model keeps a state."""

    __slots__ = ()


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Take note of a layer that keeps a state."""
    cls = event.instance.cls
    if isinstance(cls, External) and cls.name in modules.HAIKU_STATEFUL:
        engine.logged.add_certain(StateKept(None, cls.name), frame)


@models.on(OutsideCalled, about=modules.HAIKU_STATES.__contains__)
def asked(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of code that asks for a state, or gives one."""
    engine.logged.add_certain(StateKept(None, event.name), frame)


def judge(
    engine: Engine, frame: Frame, func: Shifted, done: Iterable[Effect], node: ir.Place
) -> None:
    """Observe that ``init`` of a function without a state runs what keeps one."""
    kept = next((effect for effect in done if isinstance(effect, StateKept)), None)
    if kept is None or func.library != "haiku" or func.state or func.method != "init":
        return
    what = f"`{kept.who}` keeps a state, for which `hk.transform` has no place"
    instead = "use hk.transform_with_state, whose init and apply give the state as well"
    where = (*frame.at(node), "haiku.init")
    seen = CallRefused(*where, what=what, instead=instead, raised="NonEmptyStateError")
    misuse.note(engine, seen)
