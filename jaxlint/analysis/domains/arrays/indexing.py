"""Indices of arrays that JAX refuses, or silently moves to where there is an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, ValueCalled
from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.events import ItemRead, ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms, rebinding, taken
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import (
    AtMisused,
    AtUse,
    Index,
    IndexOutOfRange,
    IndexRefused,
)
from jaxlint.analysis.values.certainty import Promised
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.numbers import is_fraction
from jaxlint.analysis.values.promises import deny
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.arrays import AT_UPDATES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(ItemRead, about=of(Array, Traced, AtReference))
def read(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Judge the index of an array, or of its ``.at``."""
    node, base, index = event
    if isinstance(base, Array | Traced):
        _judge(engine, frame, base, index, node)
        _out_of_range(engine, frame, base, node, index, updates=False)
    elif isinstance(base, AtReference) and isinstance(base.base, Array | Traced):
        _judge(engine, frame, base.base, index, node)


def _judge(
    engine: Engine, frame: Frame, base: Array | Traced, index: Value, node: ir.Subscript
) -> None:
    """Observe an index that an array cannot be read or updated at."""
    what = _refused(index, node.index)
    if what is Index.STRING and base.fact(Promised) is not None:
        deny(base)
        return
    if what is not None and (isinstance(base, Array) or base.source is None):
        fix = _as_array(frame, node.index) if what is Index.LIST else None
        seen = IndexRefused(*about(frame, node.place, base), what, fix)
        array_misuse.note(engine, frame, seen, node.base)
        # What reads entries by their names behind it is the same mistake once more.
        frame.ended = frame.ended or (what is Index.STRING and frame.is_straight)


def _refused(index: Value, node: ir.Expr) -> Index | None:
    """What an index is that JAX does not take, or one of several along axes.

    One of several that is text is the name of an axis: that of an array of another library.
    """
    if isinstance(index, Container) and index.kind == "list" and index.rest is None:
        return Index.LIST
    if isinstance(index, Container) and isinstance(node, ir.Comprehension) and node.kind == "list":
        return Index.LIST
    if isinstance(index, Const) and isinstance(index.value, str):
        return Index.STRING
    along = taken.along_axes(index, node)
    return next((what for part in along if (what := _refused_along(*part))), None)


def _refused_along(index: Value, node: ir.Expr) -> Index | None:
    """What an index along an axis is that JAX does not take; it takes a list there."""
    if isinstance(node, ir.Slice):
        bounds = (node.lower, node.upper, node.step)
        fractions = [b for b in bounds if isinstance(b, ir.Constant) and type(b.value) is float]
        return Index.SLICE_WITH_FLOAT if fractions else None
    if isinstance(index, Container) and index.kind == "range":
        return Index.RANGE
    return Index.FLOAT if is_fraction(index) else None


def _as_array(frame: Frame, index: ir.Expr) -> PlannedFix | None:
    """``x[jnp.array([0, 1])]`` for ``x[[0, 1]]``: an empty list would become an array of floats."""
    ways = spelling.spellings(frame, "jax.numpy.array")
    if not ways or not isinstance(index, ir.Display) or not index.elements:
        return None
    change = Replace(index.place, f"{ways[0]}({rebinding.text(frame, index)})")
    return PlannedFix("make the list an array", (change,), safe=True)


def _out_of_range(
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
    found = []
    for (value, part), size in zip(taken.along_axes(index, node), shape, strict=False):
        if isinstance(value, Const) and type(value.value) is int:
            found.append((value.value, size))
        elif not isinstance(part, ir.Slice):
            break
    return found


# --- x.at ----------------------------------------------------------------------------------------


@arrays.on(MethodCalled, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a call on ``x.at`` that is no update, or one that JAX drops."""
    base, name, arguments, node, _ = event
    if not isinstance(base, AtReference):
        return
    if name not in AT_UPDATES and name != "get":
        seen = AtMisused(*about(frame, node, base.base), AtUse.UNKNOWN_METHOD, name)
        array_misuse.note(engine, frame, seen)
    elif base.index is None:
        seen = AtMisused(*about(frame, node, base.base), AtUse.NO_INDEX)
        array_misuse.note(engine, frame, seen)
    elif "mode" not in arguments.keywords and arguments.rest is None:
        updates = name != "get"
        _out_of_range(engine, frame, base.base, base.index, base.place, updates=updates)


@arrays.answer(ValueCalled)
def called(engine: Engine, frame: Frame, event: ValueCalled) -> Value | None:
    """Observe ``x.at(0)``, which calls what has to be indexed."""
    base = event.func
    if not isinstance(base, AtReference):
        return None
    use = AtUse.CALLED if base.index is None else AtUse.NO_METHOD
    array_misuse.note(engine, frame, AtMisused(*about(frame, event.node, base.base), use))
    return Unknown()


@arrays.on(ValueDropped, about=of(Method, AtReference))
def uncalled(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a statement that names an update and does not call it."""
    node, value = event
    if isinstance(value, Method) and isinstance(value.base, AtReference):
        value = value.base
    if isinstance(value, AtReference) and value.index is not None:
        seen = AtMisused(*about(frame, node.value.place, value.base), AtUse.NOT_CALLED)
        array_misuse.note(engine, frame, seen)
