"""The gradient of a term at a point, followed backwards as JAX does it.

Where a number is not used, its slope is multiplied with zero; zero times infinity is not a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.numerics.facts import Slope, Term
from jaxlint.analysis.domains.numerics.points import NODES, Point
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import BINARY, OPAQUE, SELECTING, UNARY, product, slopes

# What has one operand, and a slope that is multiplied with what comes from behind.
_PASSING = UNARY.keys() - SELECTING


def is_sloped(value: Value) -> bool:
    """Whether a value depends on what is differentiated."""
    slope = value.fact(Slope)
    return slope is not None and slope.taken


class Culprit(NamedTuple):
    """The operation whose slope spoils a gradient, and the innermost choice that leaves it out."""

    term: Term
    choice: Term | None


def broken(
    term: Term, point: Point, counts: Callable[[Culprit], bool] = lambda _: True
) -> Culprit | None:
    """What makes the gradient of a term something that is no number, of what ``counts``.

    None where the gradient is a number, or is not known.
    """
    return _Backward(point, counts).through(term, 1.0, None, None)


class _Backward:
    """One way back through a term, which ends after so many operations."""

    def __init__(self, point: Point, counts: Callable[[Culprit], bool]) -> None:
        self._point = point
        self._counts = counts
        self._steps = 0

    def through(
        self, term: Term, factor: float, culprit: Culprit | None, choice: Term | None
    ) -> Culprit | None:
        """What spoils the gradient behind a ``factor``, which the ``culprit`` made infinite.

        The ``choice`` is the last one on the way that left out what comes.
        """
        self._steps += 1
        if self._steps > NODES:
            return None
        known = _slopes(term, self._point)
        if not known and math.isnan(factor) and term.op in _PASSING:
            known = (1.0,)  # whatever it is, times what is no number
        for operand, slope in zip(term.operands, known, strict=False):
            if slope is not None and is_sloped(operand):
                cut = term.op in SELECTING and slope == 0
                behind = 0.0 if cut else product(factor, slope)
                blamed = culprit if math.isfinite(slope) else Culprit(term, choice)
                last = term if cut and term.op == "where" else choice
                found = self._into(operand, behind, blamed, last)
                if found is not None:
                    return found
        return None

    def _into(
        self, operand: Value, factor: float, culprit: Culprit | None, choice: Term | None
    ) -> Culprit | None:
        inner = operand.fact(Term)
        given = operand.token in self._point.numbers
        if inner is None or inner.op in OPAQUE or given or not any(map(is_sloped, inner.operands)):
            cut = inner is not None and inner.op in SELECTING
            if culprit is None or cut or not math.isnan(factor):
                return None
            return culprit if self._counts(culprit) else None
        return self.through(inner, factor, culprit, choice)


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
    if term.op == "**" and numbers[1] == 0 and not _may_be_fraction(term.operands[1]):
        return (0.0,)
    return _of_two(term.op, *numbers) if term.op in BINARY else ()


def _may_be_fraction(exponent: Value) -> bool:
    """Whether an exponent is known to be a float: of a whole number 0 the slope is 0."""
    return forms.kind_of(exponent) in ("float", "inexact")


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
