"""Uses of arrays whose buffers a call took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core import exclusion, origins
from jaxlint.analysis.core.call_events import CallStarting, MethodCalled
from jaxlint.analysis.core.callables import Function, Method, Transformed
from jaxlint.analysis.core.events import AttributeRead, ItemRead, OperatorApplied
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse
from jaxlint.analysis.domains.buffers import buffers, gifts, parts
from jaxlint.analysis.domains.buffers.gifts import Gift
from jaxlint.analysis.domains.buffers.observations import DonatedBufferUsed, Reuse
from jaxlint.analysis.domains.buffers.state import Buffers
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Container,
    External,
    Traced,
    Unknown,
    Value,
)
from jaxlint.knowledge import arrays, host, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine

_WITHOUT_BUFFER = arrays.WITHOUT_BUFFER | arrays.STATIC_RESULTS


@buffers.on(MethodCalled)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a method of an array that was given away."""
    if Buffers in engine.store.parts and event.name not in arrays.WITHOUT_BUFFER_METHODS:
        _used(engine, frame, event.base, _receiver(event), whole=False)


def _receiver(event: MethodCalled) -> ir.Place:
    """Where the array stands whose method is called; the call if that is not written so."""
    call = event.arguments.source
    if call is None or not isinstance(call.func, ir.Attribute):
        return event.node
    return call.func.base.place


@buffers.on(AttributeRead, traced=False, about=of(Choice, Unknown))
def field_of_either(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """What is read of one of several objects is gone if the field of one of them is."""
    known = engine.store.known(Buffers)
    if known is None:
        return
    for held, branches in _fields_of_either(engine, event.base, event.node.attr):
        gift = gifts.under(_taken(engine, known, event.base, held), branches)
        if gift is not None:
            for one in (event.value, *gifts.arrays_in(engine, event.value)):
                known.donated[one.token] = gift


def _taken(engine: Engine, known: Buffers, base: Value, held: Value) -> Gift | None:
    """What took a field of one of several objects, unless on paths on which it is another one."""
    leaves = gifts.arrays_in(engine, held) if isinstance(held, Container) else [held]
    for one in leaves:
        gift = known.donated.get(one.token)
        if gift is None or known.spared.get((base.token, one.token)) is gift:
            return None
    return known.donated[leaves[-1].token] if leaves else None


def _fields_of_either(
    engine: Engine, base: Value, attr: str
) -> Iterator[tuple[Value, tuple[Condition, ...]]]:
    """What a field is of those objects that a value may be, each with the branches on which."""
    part = parts.known(base).get(attr) if isinstance(base, Choice) else None
    if part is not None:
        yield part, ()
    for way in origins.several(engine, base):
        held = engine.store.fields.get(way.value.token, NO_FIELDS)
        if attr in held:
            yield held[attr], way.conditions


@buffers.on(AttributeRead, traced=False, about=of(Unknown))
def part_of_tree(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Take note that a field of a tree is gone with it, if it is a leaf."""
    known = engine.store.known(Buffers)
    gift = None if known is None else known.donated.get(event.base.token)
    if known is not None and gift is not None and event.value is not event.base:
        known.donated[event.value.token] = replace(gift, part=True)


@buffers.on(AttributeRead, traced=False, about=of(Unknown))
def attribute(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe a method of what was given away on one of the paths that have met."""
    reads = event.node.attr in arrays.ARRAY_METHODS - arrays.WITHOUT_BUFFER_METHODS
    if reads and Buffers in engine.store.parts:
        _used(engine, frame, event.base, event.node.base.place, whole=False)


@buffers.on(ItemRead, traced=False, about=of(Array))
def element(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Observe an element of an array that was given away."""
    if Buffers in engine.store.parts and isinstance(event.base, Array):
        _used(engine, frame, event.base, event.node.base.place)


@buffers.on(OperatorApplied, traced=False)
def operands(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe an operand that was given away."""
    known = engine.store.known(Buffers)
    if known is None:
        return
    both = (event.left, event.right)
    if any(isinstance(one, Array | Traced) or one.token in known.donated for one in both):
        _used(engine, frame, event.left, event.node.left.place)
        _used(engine, frame, event.right, event.node.right.place)


@buffers.on(CallStarting)
def arguments(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Observe arguments that were given away."""
    if Buffers not in engine.store.parts or not _reads(event.func):
        return
    computes = _computes(event.func)
    named = event.arguments.keywords
    written = [(named[name], arg) for name, arg in event.source.keywords if name in named]
    for value, arg in (
        *zip(event.arguments.positional, event.source.args, strict=False),
        *written,
    ):
        followed = isinstance(event.func, Function) and isinstance(value, Container)
        if not followed:  # Which entries a function reads is seen inside of it.
            _used(engine, frame, value, arg.place, as_leaf=computes)


def _reads(func: Value) -> bool:
    """Whether a call may read the memory of the arrays that it is given."""
    if isinstance(func, Transformed):
        return not func.transform.inspects
    if isinstance(func, Method):
        return not (isinstance(func.base, Transformed) and func.name in names.STAGES)
    return not isinstance(func, External) or func.name not in _WITHOUT_BUFFER


def _computes(func: Value) -> bool:
    """Whether a call takes numbers, or trees that hold nothing else."""
    if isinstance(func, External):
        known = func.name in host.FETCHING or func.name in names.TREE_MAPS
        return known or func.name.startswith((*arrays.ARRAY_MODULES, "optax."))
    return isinstance(func, Transformed)


def _used(
    engine: Engine,
    frame: Frame,
    value: Value,
    node: ir.Place,
    *,
    whole: bool = True,
    as_leaf: bool = True,
) -> None:
    """Observe a use of an array whose buffer was given away earlier on this path.

    Of a tree the ``whole`` is used, or nothing of it. What is not used ``as_leaf`` may be none.
    """
    known = engine.store.known(Buffers)
    if known is None or frame.region is not None:
        return
    under_way = origins.implied(engine, frame.conditions)
    for gift in gifts.among(engine, known, value, whole=whole):
        leaf = as_leaf or not gift.part
        if leaf and not exclusion.exclusive(gift.conditions, under_way):
            reuse = Reuse.NEXT_TURN if node in gift.places else Reuse.LATER
            seen = DonatedBufferUsed(frame.module, node, frame.why, reuse, gift.believed)
            array_misuse.note_tried(engine, frame, seen)
            return
