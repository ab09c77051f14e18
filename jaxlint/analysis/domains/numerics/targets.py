"""Targets of a loss that depend on the parameters which the loss is to move towards them.

A difference makes a loss where it counts alike whatever its sign: squared, or without it. What is
left of two scores of one model is called a target as well, and is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.facts import Term
from jaxlint.analysis.domains.numerics.observations import TargetMoves
from jaxlint.analysis.domains.numerics.terms import differentiates
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import DISTANCES, operation
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WORDS = frozenset(("target", "targets"))
_EVEN = frozenset(("square", "abs", "norm"))
_WEIGHTING = frozenset(("*", "/", "same", "sum", "mean", "where"))
_DEPTH = 4


def _is_symmetric(name: str) -> bool:
    return operation(name) in _EVEN or name in DISTANCES


@dataclass(slots=True)
class _Distances:
    """The differences, by the tokens of their operands, of which the sign does not count."""

    known: set[tuple[Value, Value]] = field(default_factory=set)


@numerics.on(OperatorApplied, traced=True)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge the difference of a prediction and its target."""
    node, left, right = event
    if node.op == "-":
        distances, pair = engine.kept(_Distances).known, (left.token, right.token)
        written = (node.left, node.right)
        _judge(engine, frame, written, (left, right), lambda: pair in distances)
    elif node.op == "**" or (node.op == "*" and left.token is right.token):
        _measure(engine, left)


@numerics.on(OutsideCalled, traced=True, about=_is_symmetric)
def measured(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of a difference that is given to a function which is even."""
    for value in event.arguments.positional[:1]:
        _measure(engine, value)


def _measure(engine: Engine, value: Value) -> None:
    """Take note of the differences that a number without a sign is made of."""
    for term in _factors(value, _DEPTH):
        if term.op == "-":
            one, other = term.operands
            engine.kept(_Distances).known.add((one.token, other.token))


def _factors(value: Value, depth: int) -> Iterator[Term]:
    """The operations that made a number, behind those that weight it or add it up."""
    term = value.fact(Term)
    if term is None or not depth:
        return
    yield term
    if term.op in _WEIGHTING:
        for one in term.operands:
            yield from _factors(one, depth - 1)


@numerics.on(OutsideCalled, traced=True, about=DISTANCES.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a loss of a prediction and its target."""
    if event.source is not None and len(event.source.args) == len(event.arguments.positional):
        _judge(engine, frame, event.source.args[:2], event.arguments.positional[:2])


def _judge(
    engine: Engine,
    frame: Frame,
    written: tuple[ir.Expr, ...],
    values: tuple[Value, ...],
    settled: Callable[[], bool] | None = None,
) -> None:
    """Observe a target, called so, which moves with what it is compared with."""
    for node, value in zip(written, values, strict=False):
        if isinstance(node, ir.Name) and not _WORDS.isdisjoint(node.id.lower().split("_")):
            if all(map(is_sloped, values)) and differentiates(frame.region):
                seen = TargetMoves(*frame.at(node.place), node.id, _is_greedy(value))
                engine.observe(replace(seen, settled=settled))
            return


def _is_greedy(target: Value) -> bool:
    """Whether a target adds the largest of some scores to a number, as Q-learning does."""
    term = target.fact(Term)
    if term is None or term.op != "+":
        return False
    parts = (part for one in term.operands for part in _factors(one, _DEPTH))
    return any(part.op == "max" for part in parts)
