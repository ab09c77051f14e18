"""What samplers are given where they take the shape of what they draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import Part, ShapeMalformed
from jaxlint.analysis.values.kinds import Array, Traced, Value
from jaxlint.analysis.values.numbers import is_fraction
from jaxlint.knowledge.random import SHAPE_POSITIONS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FRACTIONS = frozenset(("float", "inexact", "complex"))


@arrays.on(OutsideCalled, about=SHAPE_POSITIONS.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe numbers that are no sizes: often a parameter of what is to be drawn."""
    position, source = SHAPE_POSITIONS[event.name], event.source
    if source is None or event.arguments.rest is not None:
        return
    if any(isinstance(arg, ir.Starred) for arg in source.args):
        return
    shape = event.arguments.get(position, "shape")
    named = dict(source.keywords).get("shape")
    written = named if named is not None else next(iter(source.args[position : position + 1]), None)
    if shape is None or written is None:
        return
    if _is_no_shape(shape) or _divides_number(written):
        seen = ShapeMalformed(*about(frame, written.place, shape), Part.NUMBERS)
        array_misuse.note(engine, frame, seen)


def _is_no_shape(value: Value) -> bool:
    """Whether a value is a float, or an array of them."""
    known = isinstance(value, Array | Traced) and forms.kind_of(value) in _FRACTIONS
    return is_fraction(value) or known


def _divides_number(node: ir.Expr) -> bool:
    """Whether a node divides a literal number: whatever by, that gives no sizes."""
    divided = node.left if isinstance(node, ir.BinaryOp) and node.op == "/" else None
    return isinstance(divided, ir.Constant) and isinstance(divided.value, int | float)
