"""Optimisers of ``flax.nnx``, whose ``update`` takes the model first since Flax 0.11.

Before, it took the gradients alone. Which release a project runs on shows where it hands over both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, MethodResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import NONE, External, Instance, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OPTIMISER = "flax.nnx.Optimizer"


@dataclass(slots=True, eq=False)
class _Seen:
    """Whether an optimiser is given a model too."""

    both: bool = False


@models.on(MethodCalled, about=of(Instance))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge an update that is given one thing, if another one is given two."""
    base, arguments = event.base, event.arguments
    assert isinstance(base, Instance)
    if event.source is None or arguments.rest is not None or not _steps(base, event.name):
        return
    seen = engine.kept(_Seen)
    if len(arguments.positional) == 2:
        seen.both = True
    elif len(arguments.positional) == 1 and not arguments.keywords and not frame.own_conditions:
        what = "`update` is given the gradients alone, where others are given the model first"
        instead = "hand over both, as since Flax 0.11: optimizer.update(model, grads)"
        where = frame.at(event.node)
        refused = CallRefused(*where, "nnx", what=what, instead=instead, settled=lambda: seen.both)
        misuse.note(engine, refused)


@models.answer(MethodResult)
def step(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """An update gives nothing, and writes into the arrays of the model, which stays what it is."""
    if not isinstance(event.base, Instance) or not _steps(event.base, event.name):
        return None
    engine.forget(tuple(one for one in event.arguments.all if not isinstance(one, Instance)))
    return NONE


def _steps(base: Instance, method: str) -> bool:
    """Whether a method is the ``update`` of an optimiser of nnx."""
    known = isinstance(base.cls, External) and base.cls.name == _OPTIMISER
    return known and method == "update"
