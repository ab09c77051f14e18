"""``base[index]``: elements of containers, tracers and key batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.interpret import effects, expressions, truth, witnesses
from jaxlint.interpret.frames import Frame
from jaxlint.interpret.joins import join_all
from jaxlint.interpret.values import (
    Array,
    AtReference,
    ClassValue,
    Const,
    Container,
    External,
    HostArray,
    Key,
    Source,
    Static,
    Traced,
    Unknown,
    Value,
)
from jaxlint.model import ir

if TYPE_CHECKING:
    from jaxlint.interpret.engine import Engine


def read(engine: Engine, frame: Frame, node: ir.Subscript) -> Value:
    """The value of a subscript."""
    base = expressions.part_base(engine, frame, node.base)
    index = expressions.evaluate(engine, frame, node.index)
    if frame.region is not None:
        witnesses.note_item_read(engine, frame, node)
        if isinstance(base, External) and base.name == "os.environ":
            effects.host_read(engine, frame, "the environment", node.cst)
    stored = engine.store.fields.get((base.token, place(index)))
    if stored is not None:
        return stored
    if isinstance(base, Container) and isinstance(index, Traced) and base.kind in ("list", "tuple"):
        truth.convert(engine, frame, index, node.cst, "index")
    return element(base, index, node.index)


def place(index: Value) -> object:
    """What tells one element of an object from another: the known index, or who the index is."""
    if isinstance(index, Const):
        return ("item", index.value)
    return ("item", index.token)


def element(base: Value, index: Value, index_node: ir.Expr | None = None) -> Value:
    """The element of a value at an index."""
    if isinstance(base, Container):
        return _of_container(base, index)
    if isinstance(base, Traced):
        return _of_tracer(base, index, index_node)
    if isinstance(base, Key):
        whole = isinstance(index_node, ir.Slice)
        return base.child(place(index), lambda: Key(base.region, batch=whole))
    if isinstance(base, Array):
        if isinstance(index, Traced):
            return Traced(index.region, index.why, None, index.abstract)
        return base.child(place(index), lambda: Array(base.origin))
    if isinstance(base, HostArray):
        return HostArray()
    if isinstance(base, AtReference):
        return base
    if isinstance(base, Static | Const):
        return Static()
    if isinstance(base, External | ClassValue):
        return base
    if isinstance(base, Unknown) and isinstance(index, Traced) and index.certain:
        return Traced(index.region, index.why, None, index.abstract)
    return base.child(place(index), Unknown)


def _of_container(base: Container, index: Value) -> Value:
    if isinstance(index, Const):
        key = index.value
        if isinstance(key, int) and key < 0 and base.kind != "dict" and base.rest is None:
            key += len(base.items)
        if key in base.items:
            return base.items[key]
    if not base.values:
        return base.child(place(index), Unknown)
    if isinstance(index, Const) and base.rest is not None:
        rest = base.rest
        return base.child(place(index), lambda: expressions._fresh(rest))
    return base.child(place(index), lambda: expressions._fresh(join_all(list(base.values))))


def _of_tracer(base: Traced, index: Value, index_node: ir.Expr | None) -> Value:
    if isinstance(index, Const) and isinstance(index.value, str):
        if base.source is not None:
            base.source.container = True
        return traced_child(base, place(index), leaf=False)
    if isinstance(index, Traced) or _only_for_arrays(index_node):
        if base.source is not None:
            base.source.is_array()
        return traced_child(base, place(index), leaf=True)
    return traced_child(base, place(index), leaf=base.source is None)


def _only_for_arrays(index: ir.Expr | None) -> bool:
    """Whether an index makes sense for arrays only: several axes, new axes, an ellipsis."""
    if isinstance(index, ir.Display):
        return any(isinstance(part, ir.Slice | ir.Constant) for part in index.elements)
    return isinstance(index, ir.Constant) and index.value is None


def traced_child(base: Traced, key: object, *, leaf: bool) -> Value:
    """An element of a tracer or of a pytree of them, the same one for the same key."""

    def make() -> Value:
        source = None if leaf or base.source is None else Source(base.source)
        return Traced(base.region, base.why, source, base.abstract, base.name)

    return base.child((key, leaf, base.region), make)
