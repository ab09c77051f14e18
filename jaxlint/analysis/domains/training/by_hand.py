"""Steps that are written out, and go the way in which a loss rises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import NameAugmented, OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.domains.training import names, training, uphill
from jaxlint.analysis.domains.training.observations import Uphill
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Shares:
    """Where a product is written that was one of a rate and the gradient of a loss at last."""

    written: set[ir.Expr] = field(default_factory=set)


@training.on(OperatorApplied)
def stepped(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge parameters to which the gradient of a loss is added, or a share of it."""
    node, left, right = event
    if not left.facts and not right.facts:
        return
    if node.op == "*":
        pairs = ((node.left, left, right), (node.right, right, left))
        shares = engine.kept(_Shares).written
        shares.discard(node)
        if any(_is_rate(written, rate) and _rises(slope) for written, rate, slope in pairs):
            shares.add(node)
    elif node.op == "+":
        _judge(engine, frame, node, (node.left, left), (node.right, right))


@training.on(NameAugmented)
def augmented(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """Judge the same of a variable to which it is added."""
    node, before, added = event
    if node.op == "+" and added.facts:
        _judge(engine, frame, node, (node.target, before), (node.value, added))


def _judge(
    engine: Engine,
    frame: Frame,
    node: ir.Node,
    parameters: tuple[ir.Expr, Value],
    share: tuple[ir.Expr, Value],
) -> None:
    """Judge parameters and what is added to them, each as it is written and what it is."""
    (written, before), (product, added) = parameters, share
    along = _rises(added) or product in engine.kept(_Shares).written
    while isinstance(written, ir.Subscript):
        written = written.base
    if along and before.fact(Derivative) is None and names.is_parameter(ir.last_name(written)):
        uphill.observe(engine, frame, node, Uphill.BY_HAND)


def _rises(value: Value) -> bool:
    """Whether a value points the way in which a loss rises, by the name of what that is."""
    slope = value.fact(Derivative)
    return slope is not None and names.is_loss(slope.of)


def _is_rate(written: ir.Expr, value: Value) -> bool:
    """Whether a number is a rate by its name, or in sight, and so above zero."""
    if isinstance(value, Const):
        return isinstance(value.value, int | float) and value.value > 0
    return names.is_rate(ir.last_name(written))
