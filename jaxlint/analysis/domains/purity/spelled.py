"""What the way a store is written says of what is written to."""

from __future__ import annotations

from jaxlint.analysis.values.kinds import Const, Count, Traced, Value
from jaxlint.knowledge import names
from jaxlint.program import ir


def names_entry(index: Value | None) -> bool:
    """Whether an index is a name, as only entries of dicts have."""
    return isinstance(index, Const) and isinstance(index.value, str)


def is_reference(target: ir.Subscript) -> bool:
    """Whether a store is written as those to references are: ``x_ref[i] = v``, ``x[...] = v``."""
    name = target.base.id if isinstance(target.base, ir.Name) else ""
    whole = isinstance(target.index, ir.Constant) and target.index.value is ...
    return whole or name == "ref" or name.endswith(names.REF_NAMES)


def is_number(index: Value | None) -> bool:
    """Whether an index is a whole number, as indices of arrays are and names of entries are not."""
    return isinstance(index, Count) or (isinstance(index, Const) and type(index.value) is int)


def is_turn(index: Value | None) -> bool:
    """Whether an index was got by iterating a pytree, as the names of a dict's entries are."""
    return isinstance(index, Traced) and index.source is not None and index.source.turn
