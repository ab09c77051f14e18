"""Indices of arrays that JAX refuses, or silently moves to where there is an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import array_misuse, forms, rebinding
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import (
    AtMisused,
    AtUse,
    Index,
    IndexOutOfRange,
    IndexRefused,
)
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    Method,
    Traced,
    Value,
    deny,
    promises,
)
from jaxlint.fixes.edits import Mend, Replace
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def read(
    engine: Engine, frame: Frame, base: Array | Traced, index: Value, node: ir.Subscript
) -> None:
    """Observe an index that an array cannot be read or updated at."""
    what = _refused(index, node.index)
    if what is Index.STRING and promises(base):
        deny(base)
        return
    if what is not None and (isinstance(base, Array) or base.source is None):
        mend = _as_array(frame, node.index) if what is Index.LIST else None
        seen = IndexRefused(*about(frame, node.place, base), what, mend)
        array_misuse.note(engine, frame, seen, node.base)


def _refused(index: Value, node: ir.Expr) -> Index | None:
    """What an index is that JAX does not take."""
    if isinstance(node, ir.Slice):
        bounds = (node.lower, node.upper, node.step)
        fractions = [b for b in bounds if isinstance(b, ir.Constant) and type(b.value) is float]
        return Index.SLICE_WITH_FLOAT if fractions else None
    if isinstance(index, Container) and index.kind == "list" and index.rest is None:
        return Index.LIST
    if isinstance(index, Container) and isinstance(node, ir.Comprehension) and node.kind == "list":
        return Index.LIST
    if forms.is_fraction(index):
        return Index.FLOAT
    return Index.STRING if isinstance(index, Const) and isinstance(index.value, str) else None


def _as_array(frame: Frame, index: ir.Expr) -> Mend | None:
    """``x[jnp.array([0, 1])]`` for ``x[[0, 1]]``: an empty list would become an array of floats."""
    ways = spelling.spellings(frame, "jax.numpy.array")
    if not ways or not isinstance(index, ir.Display) or not index.elements:
        return None
    change = Replace(index.place, f"{ways[0]}({rebinding.text(frame, index)})")
    return Mend("make the list an array", (change,), safe=True)


def out_of_range(
    engine: Engine, frame: Frame, base: Value, node: ir.Subscript, index: Value, *, updates: bool
) -> None:
    """Observe a literal index beyond the end of an array whose shape is known."""
    shape = forms.of_value(base).shape
    if shape is None or frame.own_conditions:
        return
    for position, size in _points(index, node.index, shape):
        if not -size <= position < size:
            seen = IndexOutOfRange(*about(frame, node.place, base), position, size, updates)
            array_misuse.note(engine, frame, seen, node.base)
            return


def _points(index: Value, node: ir.Expr, shape: tuple[int, ...]) -> list[tuple[int, int]]:
    """The literal positions along the first axes, each with the size of its axis."""
    several = isinstance(node, ir.Display) and node.kind == "tuple"
    nodes = node.elements if several and isinstance(node, ir.Display) else (node,)
    values = list(index.items.values()) if several and isinstance(index, Container) else [index]
    found = []
    for part, value, size in zip(nodes, values, shape, strict=False):
        if isinstance(value, Const) and type(value.value) is int:
            found.append((value.value, size))
        elif not isinstance(part, ir.Slice):
            break
    return found


# --- x.at ----------------------------------------------------------------------------------------


def reference(
    engine: Engine, frame: Frame, base: AtReference, index: Value, node: ir.Subscript
) -> AtReference:
    """``x.at[index]``, observed where JAX does not take the index."""
    if isinstance(base.base, Array | Traced):
        read(engine, frame, base.base, index, node)
    made = AtReference(base.base, node)
    made.place = index
    return made


def updated(
    engine: Engine,
    frame: Frame,
    base: AtReference,
    name: str,
    arguments: calls.Arguments,
    node: ir.Place,
) -> None:
    """Observe a call on ``x.at`` that is no update, or one that JAX drops."""
    if name not in arrays.AT_UPDATES and name != "get":
        seen = AtMisused(*about(frame, node, base.base), AtUse.UNKNOWN_METHOD, name)
        array_misuse.note(engine, frame, seen)
    elif base.index is None:
        seen = AtMisused(*about(frame, node, base.base), AtUse.NO_INDEX)
        array_misuse.note(engine, frame, seen)
    elif "mode" not in arguments.keywords and arguments.rest is None:
        updates = name != "get"
        out_of_range(engine, frame, base.base, base.index, base.place, updates=updates)


def called(engine: Engine, frame: Frame, base: AtReference, node: ir.Place) -> None:
    """Observe ``x.at(0)``, which calls what has to be indexed."""
    use = AtUse.CALLED if base.index is None else AtUse.NO_METHOD
    array_misuse.note(engine, frame, AtMisused(*about(frame, node, base.base), use))


def uncalled(engine: Engine, frame: Frame, node: ir.ExprStmt, value: Value) -> None:
    """Observe a statement that names an update and does not call it."""
    if isinstance(value, Method) and isinstance(value.base, AtReference):
        value = value.base
    if isinstance(value, AtReference) and value.index is not None:
        seen = AtMisused(*about(frame, node.value.place, value.base), AtUse.NOT_CALLED)
        array_misuse.note(engine, frame, seen)
