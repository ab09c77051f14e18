"""What the way a store is written says of what is written to."""

from __future__ import annotations

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Const, Region, Traced, Value, tracers
from jaxlint.analysis.values.numbers import is_whole_number
from jaxlint.knowledge import arrays, kernels
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir


def names_entry(index: Value | None) -> bool:
    """Whether an index is a name, as only entries of dicts have."""
    return isinstance(index, Const) and isinstance(index.value, str)


def is_tree(target: ir.Subscript) -> bool:
    """Whether what is written to is called what pytrees are called by convention."""
    base = target.base
    if isinstance(base, ir.Subscript) and isinstance(base.index, ir.Constant):
        return base.index.value in arrays.PYTREE_NAMES
    name = base.attr if isinstance(base, ir.Attribute) else getattr(base, "id", "")
    return name in arrays.PYTREE_NAMES


def is_reference(target: ir.Subscript) -> bool:
    """Whether a store is written as those to references are: ``x_ref[i] = v``, ``x[...] = v``."""
    name = target.base.id if isinstance(target.base, ir.Name) else ""
    whole = isinstance(target.index, ir.Constant) and target.index.value is ...
    return whole or kernels.is_reference(name)


def is_number(index: Value | None) -> bool:
    """Whether an index is a whole number, as indices of arrays are and names of entries are not."""
    return index is not None and is_whole_number(index)


def is_turn(index: Value | None) -> bool:
    """Whether an index was got by iterating a pytree, as the names of a dict's entries are."""
    return isinstance(index, Traced) and index.source is not None and index.source.turn


def stays_inside(made: Region | None, value: Value) -> bool:
    """Whether a value is traced where the container that gets it was made, or further out."""
    found = tracers(value)
    return made is not None and bool(found) and all(made.within(one.region) for one in found)


def is_overwritten(frame: Frame, entry: ir.Expr) -> bool:
    """Whether the caller of ``grad`` gives an entry of its own container another value after it.

    ``grad`` hands its function the caller's own objects, all but those that it differentiates.
    """
    region, key = frame.region, entry_key(entry)
    if region is None or region.caller is None or key is None:
        return False
    if region.transform.arguments is not Arguments.DIFFERENTIATED:
        return False
    made = region.why.node
    changes = [one for events in region.caller.mutations.values() for one in events]
    return any(one.kind == key and one.node.number > made.number for one in changes)


def entry_key(changed: ir.Expr) -> str | None:
    """The entry or field of a variable that an expression is, or is a part of."""
    while isinstance(changed, ir.Attribute | ir.Subscript):
        if isinstance(changed.base, ir.Name):
            if isinstance(changed, ir.Attribute):
                return f"attribute:{changed.attr}"
            index = changed.index
            return f"item:{index.value!r}" if isinstance(index, ir.Constant) else None
        changed = changed.base
    return None


def part_of_object(changed: ir.Expr) -> bool:
    """Whether what is changed is an attribute, or a part of one: ``m.x``, ``m.count[...]``."""
    while isinstance(changed, ir.Subscript):
        changed = changed.base
    return isinstance(changed, ir.Attribute)
