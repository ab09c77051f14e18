"""Layers of which linen makes several, each of which begins with the same parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys.observations import KeyBroadcast
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.values.kinds import Const, Container, External, Value, is_false, is_none
from jaxlint.knowledge import modules

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PARTIAL = "functools.partial"
_PARAMETERS = "params"


@models.on(CallStarting, about=of(External))
def lifted(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge whether layers get parameters of their own, and one key to draw them from.

    ``split_rngs`` says of each stream whether every layer gets a key of its own; without a word on
    the parameters linen refuses to make them.
    """
    name = _lifted(event)
    if not name:
        return
    axes, split = (event.arguments.keywords.get(key) for key in ("variable_axes", "split_rngs"))
    if not _gives(axes, _PARAMETERS) or not isinstance(split, Container):
        return
    if not is_false(split.items.get(_PARAMETERS)):
        return
    place = next(value.place for key, value in event.source.keywords if key == "split_rngs")
    engine.observe(KeyBroadcast(*frame.at(place), name, parameters=True))


def _lifted(event: CallStarting) -> str:
    """Which of these transformations a call makes use of, or binds arguments of."""
    func = event.func
    if isinstance(func, External) and func.name == _PARTIAL and event.arguments.positional:
        func = event.arguments.positional[0]
    known = isinstance(func, External) and func.name in modules.MULTIPLYING
    return func.name.replace("flax.linen", "nn") if isinstance(func, External) and known else ""


def _gives(axes: Value | None, collection: str) -> bool:
    """Whether a collection certainly gets an axis, along which each layer has its own."""
    axis = axes.items.get(collection) if isinstance(axes, Container) else None
    return isinstance(axis, Const) and not is_none(axis) and isinstance(axis.value, int)
