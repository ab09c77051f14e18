"""``base[index]``: elements of containers, tracers and key batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import ItemRead, ItemResult, ItemSought
from jaxlint.analysis.core.fields import NO_FIELDS, OTHERS, index_of, item
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    containers,
    emptiness,
    expressions,
    iterables,
    objects,
    results,
    unions,
    variables,
)
from jaxlint.analysis.values import gathered, parts, spans
from jaxlint.analysis.values.contents import operand
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    STATIC,
    Array,
    AtReference,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    beyond,
    is_none,
    like,
)
from jaxlint.analysis.values.numbers import is_whole_number
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import arrays
from jaxlint.knowledge.kernels import REFERENCE, VIEWS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.Subscript)
def read(engine: Engine, frame: Frame, node: ir.Subscript) -> Value:
    """The value of a subscript."""
    base = operand(variables.part_base(engine, frame, node.base))
    index = expressions.evaluate(engine, frame, node.index)
    if isinstance(base, Instance) and isinstance(index, Const):
        base = objects.as_tuple(engine, frame, base)
    engine.tell(frame, ItemSought, node, base)
    held = engine.store.fields.get(base.token, NO_FIELDS)
    stored = held.get(place(index))
    if stored is not None:
        return stored
    engine.tell(frame, ItemRead, node, base, index)
    if isinstance(base, AtReference):
        return AtReference(base.base, node, index)
    found = emptiness.doubt(element(base, index, node.index))
    if isinstance(base, Container) and isinstance(node.index, ir.Slice):
        return _part(frame, found)
    if isinstance(base, Container) and held:
        return containers.any_of((found, *_stored(base, index, held)))
    if base.facts and isinstance(base, Array | Traced) and isinstance(found, Array | Traced):
        for fact in engine.deduced(ItemResult(node, base, index)):
            found = found.with_fact(fact)
    if isinstance(base, Array) and _computes(index):
        return _of_constant(frame, base, index, node, found)
    return found


def _stored(base: Container, index: Value, held: Mapping[object, Value]) -> list[Value]:
    """What was stored in a container since it was made, and may be what stands at an index."""
    if not isinstance(index, Const):
        return list(held.values())
    if index.value in base.items:
        return []
    return [one for at, one in held.items() if at == OTHERS or isinstance(index_of(at), Value)]


def _computes(index: Value) -> bool:
    """Whether an index has an array computed; by ``[:]`` it may take the array itself."""
    return adds_axis(index) or any(
        is_whole_number(part) or isinstance(part, Array | HostArray) for part in _parts(index)
    )


def _parts(index: Value) -> tuple[Value, ...]:
    """What an index says of each axis, as far as it is known."""
    return index.values if isinstance(index, Container) else (index,)


def _part(frame: Frame, found: Value) -> Value:
    """What a slice gives: of a list another list, which is made here."""
    if isinstance(found, Container) and found.kind == "list":
        return found.mapped(lambda item: item, region=frame.region)
    return found


def _of_constant(
    frame: Frame, base: Array, index: Value, node: ir.Subscript, found: Value
) -> Value:
    """What is taken of a concrete array, which is a tracer where even constants are traced."""
    region = frame.region
    if region is None or not region.constants or not isinstance(found, Array):
        return found
    why = results.constant_why(frame, region, results.ELEMENT, node.place)
    return base.child(("traced", place(index), region), lambda: _traced(region, why, found))


def _traced(region: Region, why: Why, element: Array) -> Value:
    return Traced(region.home, why, None, abstract=True, facts=element.facts)


def place(index: Value) -> object:
    """What tells one element of an object from another: the known index, or who the index is."""
    return item(index.value if isinstance(index, Const) else index.token)


def element(base: Value, index: Value, index_node: ir.Expr | None = None) -> Value:
    """The element of a value at an index."""
    if isinstance(base, Container):
        if isinstance(index_node, ir.Slice):
            return _slice_of_container(base, index_node)
        return _of_container(base, index)
    if isinstance(index, Const) and type(index.value) is str and _is_array(base):
        return Unknown()  # JAX refuses it, so that nothing is known of what comes then
    if isinstance(base, Traced):
        return _of_tracer(base, index, index_node)
    if isinstance(base, Key):
        return _of_key(base, index, index_node)
    if isinstance(base, Array):
        tracer = next((part for part in _parts(index) if isinstance(part, Traced)), None)
        if tracer is not None:
            return like(tracer.result(name=""), facts=base.facts.cross(Edge.PART))
        return base.child(place(index), lambda: beyond(base, _edge_to(index)))
    if isinstance(base, HostArray):
        return beyond(base, Edge.PART) if isinstance(index_node, ir.Slice) else HostArray()
    if isinstance(base, AtReference):
        return base
    if isinstance(base, Static):
        return parts.element(base, index.value if isinstance(index, Const) else None)
    if isinstance(base, Const):
        return Static()
    if isinstance(base, External) and base.name in arrays.JAXTYPING:
        return _shaped(base, index)
    if isinstance(base, External | ClassValue):
        union = unions.spelled_out(base, index) if isinstance(base, External) else None
        return union or base
    if isinstance(base, Unknown):
        return _of_unknown(base, index)
    return _of_reference(base) or base.child(place(index), Unknown)


def _shaped(annotation: External, index: Value) -> Value:
    """What ``Float[X, "n"]`` says: an array of JAX where X is one, else an X; of keys nothing."""
    of = index.items.get(0, STATIC) if isinstance(index, Container) else index
    if not isinstance(of, External):
        return of
    if of.name in arrays.KEY_ANNOTATIONS:
        return STATIC
    return annotation if of.name in arrays.ARRAY_ANNOTATIONS else of


def _of_key(base: Key, index: Value, index_node: ir.Expr | None) -> Value:
    """A key of a batch, a part of the batch, or a batch of the one key."""
    whole = isinstance(index_node, ir.Slice)
    if not base.batch and is_none(index):
        return Container("stack", {0: base}, None, base.region)
    if not base.batch and adds_axis(index):
        return base.child(place(NONE), lambda: Key(base.region, batch=True, vague=True))
    if isinstance(index, Traced):
        return Key(index.region)
    if isinstance(index, Container) and _is_point(index_node):
        return _at_point(base, index)
    index = _clamped(base, index)
    member = spans.of_value(index)
    return base.child(place(index), lambda: base.element(member, whole=whole))


def _of_reference(base: Value) -> Value | None:
    """What is read from a reference that a kernel is given; of its views, a reference."""
    tracer = base.traced if isinstance(base, Instance) else None
    if tracer is None or not isinstance(base, Instance) or not isinstance(base.cls, External):
        return None
    if base.cls.name == VIEWS:
        return Instance(External(REFERENCE), base.region, tracer)
    return tracer.result() if base.cls.name == REFERENCE else None


def _is_array(base: Value) -> bool:
    """Whether a value is certainly one array."""
    return isinstance(base, Array) or (isinstance(base, Traced) and base.source is None)


def _of_unknown(base: Unknown, index: Value) -> Value:
    """What a tracer takes from a thing is traced, but ``ref.at[i]`` is a view of a reference."""
    if isinstance(index, Traced) and index.certain and base.name != "at":
        return index.result(name="")
    return base.child(place(index), lambda: _part_of_unknown(base, index))


def _part_of_unknown(base: Unknown, index: Value) -> Unknown:
    """What is read of an unknown value; with a new axis it is that value, in another shape."""
    part = Unknown(facts=base.facts.cross(_edge_to(index)))
    part.parameter = base.parameter and adds_axis(index)
    return part


def adds_axis(index: Value) -> bool:
    """Whether an index makes a batch of one: ``keys[None]``, ``key[None, :]``."""
    return any(
        is_none(part) or (isinstance(part, External) and part.name.endswith(".newaxis"))
        for part in _parts(index)
    )


def _edge_to(index: Value) -> Edge:
    """Whether an index takes one row or element of an array, or any part of it."""
    return Edge.ELEMENT if is_whole_number(index) else Edge.PART


def _is_point(index: ir.Expr | None) -> bool:
    """Whether an index names one place along several axes."""
    parts = index.elements if isinstance(index, ir.Display) else ()
    return bool(parts) and not any(isinstance(part, ir.Slice | ir.Starred) for part in parts)


def _at_point(base: Value, index: Container) -> Value:
    """The key at ``keys[i, j]``, which is that at ``keys[i][j]``."""
    for part in index.items.values():
        base = element(base, part)
    return base


def _clamped(base: Key, index: Value) -> Value:
    """An index into a batch of keys as JAX takes it: from the end, and never out of range."""
    if not isinstance(index, Const) or type(index.value) is not int or not base.count:
        return index
    position = index.value + base.count if index.value < 0 else index.value
    return Const(min(max(position, 0), base.count - 1))


def _slice_of_container(base: Container, index: ir.Slice) -> Value:
    """A part of a tuple or list; which one is known for literal bounds."""
    bounds = [_bound(part) for part in (index.lower, index.upper, index.step)]
    if base.rest is None and None not in bounds and base.kind in ("tuple", "list"):
        chosen = list(base.items.values())[slice(*(b or None for b in bounds))]
        return Container(base.kind, dict(enumerate(chosen)), None, base.region)
    values = list(base.values)
    return Container(base.kind, {}, join_all(values) if values else Unknown(), base.region)


def _bound(part: ir.Expr | None) -> int | None:
    """A literal slice bound, 0 standing for none given; None when it is not known."""
    if part is None:
        return 0
    known = isinstance(part, ir.Constant) and isinstance(part.value, int)
    return part.value if isinstance(part, ir.Constant) and known else None  # type: ignore[return-value]


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
        return base.child(place(index), lambda: iterables.fresh(rest))
    return base.child(place(index), lambda: iterables.fresh(containers.any_of(base.values)))


def _of_tracer(base: Traced, index: Value, index_node: ir.Expr | None) -> Value:
    if isinstance(index, Const) and isinstance(index.value, str):
        if base.source is not None:
            base.source.is_tree()
        return traced_child(base, place(index), leaf=False)
    if isinstance(index, Traced) and index.source is not None and index.source.turn:
        return traced_child(base, place(index), leaf=False)
    if isinstance(index, Traced) or _only_for_arrays(index_node):
        if base.source is not None and gathered.as_counted(base) is None:
            base.source.is_array()
        return traced_child(base, place(index), leaf=base.source is None)
    return traced_child(base, place(index), leaf=base.source is None, edge=_edge_to(index))


def _only_for_arrays(index: ir.Expr | None) -> bool:
    """Whether an index makes sense for arrays only: several axes, new axes, an ellipsis."""
    if isinstance(index, ir.Display):
        return any(isinstance(part, ir.Slice | ir.Constant) for part in index.elements)
    return ir.is_none(index)


def traced_child(base: Traced, key: object, *, leaf: bool, edge: Edge = Edge.PART) -> Value:
    """An element of a tracer or of a pytree of them, the same one for the same key."""

    def make() -> Value:
        source = None if leaf or base.source is None else Source(base.source)
        return like(beyond(base, edge), fresh=True, source=source)

    return base.child((key, leaf, base.region, base.why.certainty), make)
