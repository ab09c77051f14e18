"""Statements that store into an array, which JAX arrays do not let them.

The way a store is written says whether what is written to is an array or a tree of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core import setup_tests
from jaxlint.analysis.core.events import AttributeWritten, ItemWritten, Writing
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays, rebinding
from jaxlint.analysis.domains.arrays.observations import ChangedInPlace, InPlace, ItemStored, Store
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    Traced,
    Value,
)
from jaxlint.analysis.values.numbers import is_whole_number
from jaxlint.analysis.values.promises import deny, promises
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import kernels
from jaxlint.knowledge.arrays import PYTREE_NAMES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_STORES = {
    Writing.ASSIGNMENT: Store.ITEM,
    Writing.AUGMENTED: Store.AUGMENTED,
    Writing.DELETION: Store.DELETED,
}


@dataclass(slots=True, eq=False)
class _Lists:
    """Where a store was seen to go into a list or a dict, in some call."""

    stores: set[ir.Place] = field(default_factory=set)


def _is_no_list(engine: Engine, target: ir.Subscript) -> bool:
    """Whether no call was seen by which a store goes into a list: what is not known may be one."""
    return target.place not in engine.kept(_Lists).stores


@arrays.on(ItemWritten)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Observe a store to an element of an array, or to ``x.at[i]``."""
    target, base, index = event.target, event.base, event.key
    if isinstance(base, AtReference):
        fix = rebinding.of_store(engine, frame, target, through_at=True)
        _note(
            engine, frame, ItemStored(*frame.at(target.place), (base.base,), Store.REFERENCE, fix)
        )
    elif isinstance(base, Array) and promises(base) and _names_entry(index):
        deny(base)
    elif isinstance(base, Array):
        fix = rebinding.of_store(engine, frame, target, through_at=False)
        _note(engine, frame, ItemStored(*frame.at(target.place), (base,), _STORES[event.by], fix))
    elif isinstance(base, Traced) and not _is_called_reference(target):
        if _into_tree(event, base.source):
            return
        fix = rebinding.of_store(engine, frame, target, through_at=False)
        why = frame.why or base.why
        settled = None if base.source is None else partial(_is_no_list, engine, target)
        where, kind = (frame.module, target.place, why), _STORES[event.by]
        seen = ItemStored(*where, (base,), kind, fix, settled=settled)
        _note(engine, frame, setup_tests.presumed(frame, seen))
    elif isinstance(base, Container):
        engine.kept(_Lists).stores.add(target.place)


def _note(engine: Engine, frame: Frame, seen: ItemStored) -> None:
    """Observe a store, unless the error is handled, or the code asked what it stores into."""
    if not engine.context.expects_errors and not array_misuse.is_asked_by_name(frame):
        engine.observe(seen)


def _into_tree(event: ItemWritten, source: Source | None) -> bool:
    """Whether a store goes into a tree of tracers; takes note of what it says of that."""
    if source is None:
        return False
    target, index = event.target, event.key
    if isinstance(event.value, Container):
        source.is_tree()
    if names_part(target, index) or _is_whole(target):
        source.is_tree()
        return True
    if isinstance(target.index, ir.Slice | ir.Display):
        source.is_array()
    elif index is not None and is_whole_number(index) and not _is_tree(target):
        source.written = True
    return False


@arrays.on(AttributeWritten)
def reshaped(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Observe that the shape or dtype of an array is assigned."""
    target, base, _ = event
    if target.attr in ("shape", "dtype") and isinstance(base, Array | Traced):
        engine.observe(ChangedInPlace(*frame.at(target.place), (base,), InPlace.ATTRIBUTE))


def names_part(target: ir.Subscript, index: Value | None) -> bool:
    """Whether an index is the name of an entry: written as one, or got by iterating the tree."""
    by_name = isinstance(target.index, ir.Constant) and isinstance(target.index.value, str)
    return by_name or (isinstance(index, Traced) and index.source is not None and index.source.turn)


def _names_entry(index: Value | None) -> bool:
    """Whether an index is a name, as only entries of dicts have."""
    return isinstance(index, Const) and isinstance(index.value, str)


def _is_tree(target: ir.Subscript) -> bool:
    """Whether what is written to is called what pytrees are called by convention."""
    base = target.base
    if isinstance(base, ir.Subscript) and isinstance(base.index, ir.Constant):
        return base.index.value in PYTREE_NAMES
    return ir.last_name(base) in PYTREE_NAMES


def _is_whole(target: ir.Subscript) -> bool:
    """Whether a store is written as those to all of a reference are: ``x[...] = v``."""
    return isinstance(target.index, ir.Constant) and target.index.value is ...


def _is_called_reference(target: ir.Subscript) -> bool:
    """Whether what is written to is called what references are called, or what holds them.

    A kernel may be given a tree of references, of which ``refs[0]`` is one.
    """
    held = target.base
    while isinstance(held, ir.Subscript):
        held = held.base
    return isinstance(held, ir.Name) and kernels.is_reference(held.id)
