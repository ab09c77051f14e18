"""Functions on pytrees: which leaves come out of them, and what is run on leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.events import Asker
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.semantics import calls, classes, iterables, truth
from jaxlint.analysis.values import spans
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Key,
    Source,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(*names.TREE_MAPS)
def mapped(engine: Engine, frame: Frame, call: Call) -> Value:
    """``jax.tree.map``: the function runs on leaves, and a pytree of its results comes back."""
    arguments = call.arguments
    func = arguments.get(0, "f")
    if func is None or len(arguments.positional) < 2:
        return Unknown()
    results: list[Value] = []
    trees = arguments.positional[1:]
    known = [iterables.known(tree, of_dicts=True) for tree in trees]
    alike = known[0] and all(len(items) == len(known[0]) for items in known)
    if "is_leaf" in arguments.keywords:
        alike = False
    turns = list(zip(*known, strict=True)) if alike else [trees, trees]
    here = object()
    for turn in turns:
        leaves = tuple(_single(value) if alike else _leaf(value, here) for value in turn)
        if call.name.endswith("_with_path"):
            leaves = (Static(), *leaves)
        result = calls.apply(engine, frame, func, Arguments(leaves), call.node)
        results.append(result if alike and _is_leaf(turn[0]) else _tree_of(result))
    if alike and isinstance(trees[0], Container):
        items = dict(zip(trees[0].items, results, strict=True))
        return Container(trees[0].kind, items, None, frame.region)
    return results[-1]


def _is_leaf(value: Value) -> bool:
    """Whether a part of a pytree is certainly one leaf."""
    if isinstance(value, Traced):
        return value.source is None
    return isinstance(value, Const | Array | HostArray)


def _tree_of(result: Value) -> Value:
    """A pytree of which one leaf is known."""
    if isinstance(result, Traced):
        return result.result(Source(), name="")
    return Static() if isinstance(result, Const | Static) else Unknown()


@tracing.transfer(*names.TREE_MODULES)
def other(engine: Engine, frame: Frame, call: Call) -> Value:
    """The other functions on pytrees, as far as leaves come out of them."""
    name, values = call.last, call.arguments.positional
    if name.startswith("register"):
        engine.hand_over(call.arguments.all)
        classes.register(frame, f"jax.tree_util.{name}", call.arguments)
    found = _OTHERS.get(name.removeprefix("tree_"))
    return Unknown() if found is None or not values else found(engine, frame, call)


def _leaves(engine: Engine, frame: Frame, call: Call) -> Value:
    return Container("list", {}, _leaf(call.arguments.positional[0]), frame.region)


def _flattened(engine: Engine, frame: Frame, call: Call) -> Value:
    return Container("tuple", {0: _leaves(engine, frame, call), 1: Static()}, None, frame.region)


def _raveled(engine: Engine, frame: Frame, call: Call) -> Value:
    leaf = _leaf(call.arguments.positional[0])
    return Container("tuple", {0: leaf, 1: Unknown()}, None, frame.region)


def _reduced(engine: Engine, frame: Frame, call: Call) -> Value:
    values = call.arguments.positional
    if len(values) < 2:
        return Unknown()
    leaf = _leaf(values[1])
    start = values[2] if len(values) > 2 else leaf
    return calls.apply(engine, frame, values[0], Arguments((start, leaf)), call.node)


def _all_true(engine: Engine, frame: Frame, call: Call) -> Value:
    truth.compare(engine, frame, _leaf(call.arguments.positional[0]), call.node, Asker.ALL)
    return Static()


_OTHERS = {
    "leaves": _leaves,
    "flatten": _flattened,
    "ravel_pytree": _raveled,
    "reduce": _reduced,
    "all": _all_true,
}


def _single(value: Value) -> Value:
    """What the function gets of an element of a tree known whole: a key is the very key."""
    kept = isinstance(value, Unknown) or (isinstance(value, Key) and not value.batch)
    return value if kept else _leaf(value)


def _leaf(value: Value, turns: object = None) -> Value:
    """What a turn over the leaves of a tree gives; ``turns`` is the same for all that belong."""
    if isinstance(value, Traced):
        return like(value, fresh=True, source=None)
    if isinstance(value, Container):
        inner = [i for i in value.values if not isinstance(i, Container) or i.values]
        return join_all([_leaf(item, turns) for item in inner]) if inner else Unknown()
    if isinstance(value, Key):
        return value.element(spans.whole(turns or object())) if value.batch else value.again()
    return like(value, fresh=True, origin="a leaf") if isinstance(value, Array) else Unknown()
