"""Roots of a mean of squares less the square of the mean, which rounding makes negative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Term, bare, is_same, root_of_square
from jaxlint.analysis.domains.numerics.observations import VarianceCancelled
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge.numerics import operation
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ROOTS = (0.5, -0.5)


def _is_root(name: str) -> bool:
    return operation(name) in ("sqrt", "rsqrt")


@numerics.on(OutsideCalled, about=_is_root)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the root of a number."""
    values = event.arguments.positional
    if values:
        _judge(engine, frame, event.node, values[0])


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a power that is a root."""
    if event.node.op == "**" and isinstance(event.right, Const) and event.right.value in _ROOTS:
        _judge(engine, frame, event.node.place, event.left)


def _judge(engine: Engine, frame: Frame, node: ir.Place, value: Value) -> None:
    """Observe the root of a variance of which nothing says that it is not below zero."""
    term = bare(value).fact(Term)
    if term is None or term.op != "-" or engine.context.selecting:
        return
    squares, square = map(bare, term.operands)
    mean = root_of_square(square)
    if mean is not None and _are_means(bare(mean), squares):
        engine.observe(VarianceCancelled(*frame.at(node)))


def _are_means(mean: Value, squares: Value) -> bool:
    """Whether a mean is one of numbers, and another one that of their squares."""
    one, other = mean.fact(Term), squares.fact(Term)
    if one is None or other is None or one.op != other.op:
        return False
    if one.op == "mean":
        return _is_square_of(squares=bare(other.operands[0]), of=bare(one.operands[0]))
    if one.op == "/":
        same = is_same(one.operands[1], other.operands[1])
        return same and _are_sums(*(bare(term.operands[0]) for term in (one, other)))
    products = one.op == "@" and len(one.operands) == len(other.operands) == 2
    return products and _are_weighted(one.operands, other.operands)


def _are_sums(total: Value, squares: Value) -> bool:
    """The same of sums, which are divided by one number."""
    one, other = total.fact(Term), squares.fact(Term)
    if one is None or other is None or one.op != "sum" or other.op != "sum":
        return False
    return _is_square_of(squares=bare(other.operands[0]), of=bare(one.operands[0]))


def _are_weighted(numbers: tuple[Value, ...], squares: tuple[Value, ...]) -> bool:
    """The same of products with the same weights."""
    pairs = ((0, 1), (1, 0))
    return any(
        is_same(numbers[weight], squares[weight])
        and _is_square_of(squares=bare(squares[number]), of=bare(numbers[number]))
        for weight, number in pairs
    )


def _is_square_of(*, squares: Value, of: Value) -> bool:
    root = root_of_square(squares)
    return root is not None and is_same(bare(root), of)
