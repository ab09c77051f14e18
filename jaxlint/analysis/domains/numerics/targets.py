"""Targets of a loss that depend on the parameters which the loss is to move towards them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.observations import TargetMoves
from jaxlint.analysis.domains.numerics.terms import differentiates
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import DISTANCES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WORDS = frozenset(("target", "targets"))


@numerics.on(OperatorApplied, traced=True)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge the difference of a prediction and its target."""
    node, left, right = event
    if node.op == "-":
        _judge(engine, frame, (node.left, node.right), (left, right))


@numerics.on(OutsideCalled, traced=True, about=DISTANCES.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a loss of a prediction and its target."""
    if event.source is not None and len(event.source.args) == len(event.arguments.positional):
        _judge(engine, frame, event.source.args[:2], event.arguments.positional[:2])


def _judge(
    engine: Engine, frame: Frame, written: tuple[ir.Expr, ...], values: tuple[Value, ...]
) -> None:
    """Observe a target, called so, which moves with what it is compared with."""
    for node in written:
        if isinstance(node, ir.Name) and not _WORDS.isdisjoint(node.id.lower().split("_")):
            if all(map(is_sloped, values)) and differentiates(frame.region):
                engine.observe(TargetMoves(*frame.at(node.place), node.id))
            return
