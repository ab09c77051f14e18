"""Whole numbers of few bits: differences below zero, and sums of products, that wrap around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import narrow
from jaxlint.analysis.domains.arrays.array_misuse import is_array
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import bare, op_of
from jaxlint.analysis.domains.numerics.observations import NumberWraps, Wrapping
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.dtypes import BYTES, UNSIGNED
from jaxlint.knowledge.numerics import ORDERING, SUMS_OF_PRODUCTS, WIDENED
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DIFFERENCES = frozenset(("jax.numpy.subtract", "jax.numpy.diff"))


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a difference and a product of matrices."""
    node, left, right = event
    if node.op == "-" and not _is_ordered(frame, node):
        _judge(engine, frame, node.place, Wrapping.DIFFERENCE, (left, right))
    elif node.op == "@":
        _judge(engine, frame, node.place, Wrapping.PRODUCT, (left, right))


@numerics.on(OutsideCalled, about=(_DIFFERENCES | SUMS_OF_PRODUCTS).__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the same by functions, which may be asked for a wider dtype."""
    given = event.arguments.positional
    if event.name == "jax.numpy.diff":
        _judge(engine, frame, event.node, Wrapping.DIFFERENCE, given[:1])
    elif event.name in _DIFFERENCES:
        _judge(engine, frame, event.node, Wrapping.DIFFERENCE, given)
    elif event.arguments.rest is None and WIDENED not in event.arguments.keywords:
        operands = given[1:] if event.name.endswith("einsum") else given
        _judge(engine, frame, event.node, Wrapping.PRODUCT, operands[:2])


def _judge(
    engine: Engine, frame: Frame, at: ir.Place, form: Wrapping, operands: tuple[Value, ...]
) -> None:
    """Observe what arrays of one narrow dtype do, if all that meet have it."""
    dtypes = {narrow.of(one) for one in operands}
    dtype = dtypes.pop() if len(dtypes) == 1 else ""
    wrapping = UNSIGNED if form is Wrapping.DIFFERENCE else BYTES
    if dtype not in wrapping or not any(map(is_array, operands)):
        return
    if form is Wrapping.DIFFERENCE and any(op_of(bare(one)) in ORDERING for one in operands):
        return
    engine.observe(NumberWraps(*frame.at(at), form, dtype))


def _is_ordered(frame: Frame, difference: ir.BinaryOp) -> bool:
    """Whether the statement compares what it subtracts, so that the larger may come first."""
    sides = {ir.spelled(difference.left), ir.spelled(difference.right)}
    return any(
        {ir.spelled(node.left), ir.spelled(node.rest[0][1])} == sides
        for node in ir.nodes_in(frame.statement)
        if isinstance(node, ir.Compare)
    )
