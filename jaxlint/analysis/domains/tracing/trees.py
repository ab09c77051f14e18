"""Functions on pytrees: which leaves come out of them, and what is run on leaves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Partial
from jaxlint.analysis.core.events import Asker
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.semantics import (
    calls,
    classes,
    iterables,
    standard,
    static_fields,
    truth,
)
from jaxlint.analysis.values import spans, structures
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    beyond,
    is_false,
    is_none,
    like,
)
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries, names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How far into containers of containers the parts are told apart.
_DEPTH = 3


@dataclass(slots=True, frozen=True)
class OfArrays(Fact):
    """Said of a tree each leaf of which is an array of JAX's."""

    def cross(self, edge: Edge) -> OfArrays | None:
        """So is the tree of another turn."""
        return self if edge in (Edge.CALL, Edge.NEXT_TURN) else None

    def sign(self) -> Hashable:
        """What a function makes of its leaves depends on what these are."""
        return True


@tracing.transfer("jax.tree_util.Partial")
def partial(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A function with some of its arguments that crosses transformations as a pytree of these."""
    made = standard.partial(engine, frame, call)
    if isinstance(made, Partial):
        made.tree = True
    return made


@tracing.transfer(*names.TREE_MAPS)
def mapped(engine: Engine, frame: Frame, call: Call) -> Value:
    """``jax.tree.map``: the function runs on leaves, and a pytree of its results comes back."""
    trees = call.arguments.positional[1:]
    made = _mapped(engine, frame, call, trees) if trees else Unknown()
    for fact in engine.deduced(call) if isinstance(made, Unknown | Traced) else ():
        made = made.with_fact(fact)
    return made


def _mapped(
    engine: Engine, frame: Frame, call: Call, trees: tuple[Value, ...], depth: int = 0
) -> Value:
    """The result for trees, part by part as far as it is known what they are made of."""
    first = trees[0]
    if _is_record(first) and _is_inner(engine, frame, call, first):
        return _object_of(engine, frame, call, (first, *trees[1:]), depth)
    if _holds_leaves(first) and not first.items and first.rest is None:
        return first
    parts = [_parts(tree, first) for tree in trees]
    alike = parts[0] and all(len(known) == len(parts[0]) for known in parts)
    if alike and isinstance(first, Container) and _is_inner(engine, frame, call, first):
        turns = zip(first.items, zip(*parts, strict=True), strict=True)
        items = {key: _part(engine, frame, call, turn, depth) for key, turn in turns}
        return Container(first.kind, items, None, frame.region)
    here, alone = object(), structures.is_leaf(first)
    for _ in range(1 if alone else 2):
        result = _applied(engine, frame, call, tuple(_leaf(value, here) for value in trees))
    return result if alone else _tree_of(result)


def _parts(tree: Value, first: Value) -> Sequence[Value]:
    """The parts of a tree; of one that is not known as many as the first has, which it is like."""
    known = iterables.known(tree, of_dicts=True)
    if known or not isinstance(first, Container):
        return known or ()
    if isinstance(tree, Traced) and tree.source is not None:
        part = beyond(tree, Edge.PART)
        return [like(part, fresh=True, source=Source(tree.source)) for _ in first.items]
    return [Unknown() for _ in first.items] if type(tree) is Unknown else ()


def _object_of(
    engine: Engine, frame: Frame, call: Call, trees: tuple[Value, ...], depth: int
) -> Value:
    """An object like the first one, whose fields are what the function makes of those."""
    first = trees[0]
    assert isinstance(first, Instance)
    leaf = None
    if first.traced is not None:
        leaf = _applied(engine, frame, call, (first.traced.result(), *map(_leaf, trees[1:])))
    copy = Instance(first.cls, frame.region, leaf if isinstance(leaf, Traced) else None)
    fields = engine.store.fields
    held = [fields.get(tree.token, NO_FIELDS) for tree in trees]
    fields.make(copy)
    for attr, value in list(held[0].items()):
        if is_none(value) or static_fields.is_static(first.cls, attr):
            fields.put(copy, attr, value)
        else:
            turn = (value, *(other.get(attr) or Unknown() for other in held[1:]))
            fields.put(copy, attr, _part(engine, frame, call, turn, depth))
    return copy


def _is_record(value: Value) -> bool:
    """Whether a value is an object each field of which is a part of the pytree, but static ones."""
    return isinstance(value, Instance) and classes.kind(value.cls) in libraries.RECORDS


def _part(engine: Engine, frame: Frame, call: Call, turn: tuple[Value, ...], depth: int) -> Value:
    """The result for one part of each tree."""
    if depth < _DEPTH and (_holds_leaves(turn[0]) or _is_record(turn[0])):
        return _mapped(engine, frame, call, turn, depth + 1)
    result = _applied(engine, frame, call, tuple(map(_single, turn)))
    return result if _is_leaf(turn[0]) else _tree_of(result)


def _applied(engine: Engine, frame: Frame, call: Call, leaves: tuple[Value, ...]) -> Value:
    """The result of the function for one leaf of each tree."""
    if call.name.endswith("_with_path"):
        leaves = (Static(), *leaves)
    return calls.apply(engine, frame, call.arguments.positional[0], Arguments(leaves), call.node)


def _holds_leaves(value: Value) -> TypeGuard[Container]:
    """Whether a part of a pytree is itself made of parts."""
    return isinstance(value, Container) and value.kind in ("tuple", "list", "dict")


def _is_inner(engine: Engine, frame: Frame, call: Call, tree: Value) -> bool:
    """Whether ``is_leaf`` certainly lets a container be taken apart."""
    is_leaf = call.arguments.keywords.get("is_leaf")
    if is_leaf is None or is_none(is_leaf):
        return True
    told = calls.apply(engine, frame, is_leaf, Arguments((tree,)), call.node)
    return is_false(told)


def _is_leaf(value: Value) -> bool:
    """Whether a part of a pytree is certainly one leaf."""
    if isinstance(value, Traced):
        return value.source is None
    return isinstance(value, Const | Array | HostArray)


def _tree_of(result: Value) -> Value:
    """A pytree of which one leaf is known."""
    if isinstance(result, Traced):
        return result.result(Source(), name="")
    if isinstance(result, Array):
        return Unknown().with_fact(OfArrays())
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
    tree = call.arguments.positional[0]
    known = _written_out(tree)
    if known is None:
        return Container("list", {}, _leaf(tree), frame.region)
    return Container("list", dict(enumerate(known)), None, frame.region)


def _written_out(tree: Value, depth: int = _DEPTH) -> list[Value] | None:
    """The leaves of a tree that is known whole; None of any other."""
    if isinstance(tree, Const):
        return [] if is_none(tree) else [tree]
    if isinstance(tree, Traced | Array | HostArray):
        single = not isinstance(tree, Traced) or tree.source is None or tree.source.known
        return [_leaf(tree)] if single else None
    if not isinstance(tree, Container) or tree.kind not in ("list", "tuple") or not depth:
        return None
    parts = [_written_out(part, depth - 1) for part in tree.values]
    if tree.rest is not None or not all(part is not None for part in parts):
        return None
    return [leaf for part in parts for leaf in part or ()]


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
    kept = isinstance(value, Unknown | Array) or (isinstance(value, Key) and not value.batch)
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
    if isinstance(value, Array):
        return like(value, fresh=True, origin="a leaf")
    facts = value.facts.cross(Edge.PART)
    return Unknown(facts=facts) if value.fact(OfArrays) is None else Array("a leaf", *facts)
