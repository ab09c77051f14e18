"""The gradient of a term at a point, followed backwards as JAX does it.

Where a number is not used, its slope is multiplied with zero; zero times infinity is not a number.
"""

from __future__ import annotations

import math

from jaxlint.analysis.domains.numerics.facts import Slope, Term
from jaxlint.analysis.domains.numerics.points import NODES, Point
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import BINARY, OPAQUE, SELECTING, UNARY, product, slopes


def is_sloped(value: Value) -> bool:
    """Whether a value depends on what is differentiated."""
    slope = value.fact(Slope)
    return slope is not None and slope.taken


def broken(term: Term, point: Point) -> Term | None:
    """The operation whose slope makes the gradient of a term something that is no number.

    None where the gradient is a number, or is not known.
    """
    return _Backward(point).through(term, 1.0, None)


class _Backward:
    """One way back through a term, which ends after so many operations."""

    def __init__(self, point: Point) -> None:
        self._point = point
        self._steps = 0

    def through(self, term: Term, factor: float, culprit: Term | None) -> Term | None:
        """What spoils the gradient behind a ``factor``, which the ``culprit`` made infinite."""
        self._steps += 1
        if self._steps > NODES:
            return None
        for operand, slope in zip(term.operands, _slopes(term, self._point), strict=False):
            if slope is not None and is_sloped(operand):
                cut = term.op in SELECTING and slope == 0
                behind = 0.0 if cut else product(factor, slope)
                blamed = culprit if math.isfinite(slope) else term
                found = self._into(operand, behind, blamed)
                if found is not None:
                    return found
        return None

    def _into(self, operand: Value, factor: float, culprit: Term | None) -> Term | None:
        inner = operand.fact(Term)
        given = operand.token in self._point.numbers
        if inner is None or inner.op in OPAQUE or given or not any(map(is_sloped, inner.operands)):
            cut = inner is not None and inner.op in SELECTING
            return culprit if math.isnan(factor) and not cut else None
        return self.through(inner, factor, culprit)


def _slopes(term: Term, point: Point) -> tuple[float | None, ...]:
    """The slope of a term in each of its operands; None where it is not known."""
    if term.op == "clip":
        return (_slope_of_clipped(term, point),)
    numbers = point.numbers_of(term)
    if term.op == "where":
        truth = numbers[0]
        return () if truth is None else (0.0, float(bool(truth)), float(not truth))
    if term.op in UNARY:
        return () if numbers[0] is None else (UNARY[term.op].slope(numbers[0]),)
    return _of_two(term.op, *numbers) if term.op in BINARY else ()


def _slope_of_clipped(term: Term, point: Point) -> float | None:
    low, number, high = point.clip(term)
    if low is None or number is None or high is None:
        return None
    return float(low <= number <= high)


def _of_two(op: str, one: float | None, other: float | None) -> tuple[float, ...]:
    """The slopes of an operation on two numbers.

    One that is not known counts as any that is finite and not zero.
    """
    if one is not None and other is not None:
        return slopes(op, one, other)
    if op in ("+", "-", "*", "/"):
        return slopes(op, 1.0 if one is None else one, 1.0 if other is None else other)
    return ()
