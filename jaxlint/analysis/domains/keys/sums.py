"""Sums of the numbers of several loops, which are equal for other turns: ``epoch + batch``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Unknown, Value
from jaxlint.analysis.values.spans import Span

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_KEPT = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT)


@dataclass(slots=True, frozen=True)
class Sum(Fact):
    """Said of a number: the sum of those of so many passes, and of what is the same in all."""

    passes: frozenset[object]

    def cross(self, edge: Edge) -> Sum | None:
        """It is one wherever it goes as a whole."""
        return self if edge in _KEPT else None


def collides(engine: Engine, frame: Frame, number: Value, root: Value | None) -> bool:
    """Whether a number is that of other turns as well, with the same key that it is folded into."""
    known = number.fact(Sum) if number.facts else None
    if known is None or len(known.passes) < 2:
        return False
    frames = engine.under_way(frame)
    around = next((one for one in frames if known.passes.issubset(one.passes)), None)
    return around is not None and (root is None or _is_from_before(around, root))


def _is_from_before(frame: Frame, key: Value) -> bool:
    """Whether a key is held by a variable that no loop under way binds."""
    around: Frame | None = frame
    while around is not None:
        for name, value in around.env.items():
            if value.token is key.token:
                inside = (bool(one.loops) for one in around.scope.stores.get(name, ()))
                return around is not frame or not any(inside)
        around = around.closure
    return False


@random_keys.deduce(OperatorResult)
def added(event: OperatorResult) -> Sum | None:
    """What is made by adding numbers of loops, and numbers that do not change."""
    if event.op != "+" or event.right is None:
        return None
    parts = [_passes(one) for one in (event.left, event.right)]
    passes = frozenset[object]().union(*(one or () for one in parts))
    return Sum(passes) if passes and None not in parts else None


def _passes(value: Value) -> frozenset[object] | None:
    """The passes of which a number is a sum, none for one that is fixed; None if not known."""
    known, span = value.fact(Sum), value.fact(Span)
    if known is not None:
        return known.passes
    if span is not None and span.turn is not None:
        return frozenset((span.turn,))
    fixed = isinstance(value, Const) or (isinstance(value, Unknown) and value.parameter)
    return frozenset() if fixed else None
