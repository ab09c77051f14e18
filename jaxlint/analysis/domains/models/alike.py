"""Layers of which a module makes several, each of which begins with the same parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from jaxlint.analysis.core.call_events import CallStarting, OutsideCalled
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys.observations import KeyBroadcast
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import annotated, classes
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
    """Judge streams of one seed that are made for each of several modules of nnx."""
    source = event.source
    if source is None or not _is_fixed(source):
        return
    layer = _repeated(frame, source)
    if layer is None or not _is_module(annotated.quietly(engine, frame, layer.func)):
        return
    name = ir.last_name(layer.func)
    engine.observe(KeyBroadcast(*frame.at(source.place), name, parameters=True, seeded=True))


def _repeated(frame: Frame, streams: ir.Call) -> ir.Call | None:
    """The call that makes one of several modules with streams, of which none is another's.

    A comprehension makes them, or a loop that appends them. What a constructor makes so are its
    layers, which may be of several sizes; elsewhere they may be meant to be compared, unless they
    are made alike.
    """
    scope = frame.scope
    layers = isinstance(scope, ir.Function) and scope.name == "__init__"
    for one in ir.nodes_in(scope.body):
        made = one.element if isinstance(one, ir.Comprehension) else _appended(one)
        if not _takes(made, streams):
            continue
        if isinstance(one, ir.Comprehension):
            bound = {name for clause in one.clauses for name in ir.bound_names(clause.target)}
        elif frame.loops:
            stores = scope.stores.items()
            bound = {k for k, held in stores if any(frame.loops[-1] in e.loops for e in held)}
        else:
            return None
        parts = ir.nodes_in(streams if layers else made)
        read = {part.id for part in parts if isinstance(part, ir.Name)}
        return made if bound.isdisjoint(read) else None
    return None


def _takes(layer: ir.Expr | None, streams: ir.Call) -> TypeGuard[ir.Call]:
    """Whether a call is given some streams."""
    if not isinstance(layer, ir.Call):
        return False
    return any(one is streams for one in (*layer.args, *(value for _, value in layer.keywords)))


def _appended(node: object) -> ir.Expr | None:
    """What a call appends to a list."""
    if not isinstance(node, ir.Call) or ir.last_name(node.func) != "append":
        return None
    return node.args[0] if len(node.args) == 1 else None


def _is_module(made: Value) -> bool:
    """Whether a class is one of nnx, or one of the project that is made of such."""
    if isinstance(made, ClassValue):
        return classes.kind(made) == "nnx"
    return isinstance(made, External) and made.name.startswith("flax.nnx.")


def _is_fixed(streams: ir.Call) -> bool:
    """Whether streams are made of seeds that stand there, or are held by a variable."""
    given = [*streams.args, *(value for _, value in streams.keywords)]
    return bool(given) and not any(isinstance(one, ir.Call) for one in ir.nodes_in(tuple(given)))
