"""Indices of arrays that JAX refuses, or silently moves to where there is an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import array_misuse, forms, rebinding
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    Method,
    Traced,
    Value,
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
    if what == "a string" and isinstance(base, Array) and base.origin == "an annotation":
        return
    if what and (isinstance(base, Array) or base.source is None):
        mend = _as_array(frame, node.index) if what == "a list" else None
        array_misuse.note(
            engine, frame, node.place, "index", what, (base,), mend, read=(node.base,)
        )


def _refused(index: Value, node: ir.Expr) -> str:
    """What an index is that JAX does not take, in words."""
    if isinstance(node, ir.Slice):
        bounds = (node.lower, node.upper, node.step)
        fractions = [b for b in bounds if isinstance(b, ir.Constant) and type(b.value) is float]
        return "a slice with a float" if fractions else ""
    if isinstance(index, Container) and index.kind == "list" and index.rest is None:
        return "a list"
    if isinstance(index, Container) and isinstance(node, ir.Comprehension) and node.kind == "list":
        return "a list"
    if forms.is_fraction(index):
        return "a float"
    return "a string" if isinstance(index, Const) and isinstance(index.value, str) else ""


def _as_array(frame: Frame, index: ir.Expr) -> Mend | None:
    """``x[jnp.array([0, 1])]`` for ``x[[0, 1]]``: an empty list would become an array of floats."""
    ways = spelling.spellings(frame, "jax.numpy.array")
    if not ways or not isinstance(index, ir.Display) or not index.elements:
        return None
    change = Replace(index.place, f"{ways[0]}({rebinding.text(frame, index)})")
    return Mend("make the list an array", (change,), safe=True)


def out_of_range(
    engine: Engine, frame: Frame, base: Value, node: ir.Subscript, index: Value, form: str
) -> None:
    """Observe a literal index beyond the end of an array whose shape is known."""
    shape = forms.of_value(base).shape
    if shape is None or frame.own_conditions:
        return
    for position, size in _points(index, node.index, shape):
        if not -size <= position < size:
            text = f"index {position} of an axis of {size}"
            array_misuse.note(engine, frame, node.place, form, text, (base,), read=(node.base,))
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
        array_misuse.note(engine, frame, node, "at", f"method {name}", (base.base,))
    elif base.index is None:
        array_misuse.note(engine, frame, node, "at", "no index", (base.base,))
    elif "mode" not in arguments.keywords and arguments.rest is None:
        form = "range read" if name == "get" else "range write"
        out_of_range(engine, frame, base.base, base.index, base.place, form)


def called(engine: Engine, frame: Frame, base: AtReference, node: ir.Place) -> None:
    """Observe ``x.at(0)``, which calls what has to be indexed."""
    what = "called" if base.index is None else "no method"
    array_misuse.note(engine, frame, node, "at", what, (base.base,))


def uncalled(engine: Engine, frame: Frame, node: ir.ExprStmt, value: Value) -> None:
    """Observe a statement that names an update and does not call it."""
    if isinstance(value, Method) and isinstance(value.base, AtReference):
        value = value.base
    if isinstance(value, AtReference) and value.index is not None:
        array_misuse.note(engine, frame, node.value.place, "at", "not called", (value.base,))
