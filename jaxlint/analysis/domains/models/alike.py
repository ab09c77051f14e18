"""Layers of which a module makes several, each of which begins with the same parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys.observations import KeyBroadcast
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Const, Container, External, Value, is_false, is_none
from jaxlint.knowledge import modules
from jaxlint.program import ir

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


@models.on(OutsideCalled, about="flax.nnx.Rngs".__eq__)
def seeded(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge streams of one seed that a module of nnx makes, in its constructor, for layers."""
    source, scope = event.source, frame.scope
    if source is None or not isinstance(scope, ir.Function) or scope.name != "__init__":
        return
    owner = None if scope.owner is None else engine.class_of(scope.owner)
    if owner is None or classes.kind(owner) != "nnx":
        return
    name = _repeated(scope, source)
    if name and _is_fixed(source):
        engine.observe(KeyBroadcast(*frame.at(source.place), name, parameters=True, seeded=True))


def _repeated(scope: ir.Function, streams: ir.Call) -> str:
    """The layer that a comprehension makes several of with streams that it binds no part of."""
    made = (one for one in ir.nodes_in(scope.body) if isinstance(one, ir.Comprehension))
    for one in made:
        layer = one.element
        if isinstance(layer, ir.Call) and any(value is streams for _, value in layer.keywords):
            bound = {name for clause in one.clauses for name in ir.bound_names(clause.target)}
            read = {part.id for part in ir.nodes_in(streams) if isinstance(part, ir.Name)}
            return ir.last_name(layer.func) if bound.isdisjoint(read) else ""
    return ""


def _is_fixed(streams: ir.Call) -> bool:
    """Whether streams are made of seeds that stand there, or are held by a variable."""
    given = [*streams.args, *(value for _, value in streams.keywords)]
    return bool(given) and not any(isinstance(one, ir.Call) for one in ir.nodes_in(tuple(given)))
