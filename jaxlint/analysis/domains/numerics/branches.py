"""The branches of ``cond`` that are not taken, whose slopes JAX keeps out of the gradient."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.facts import Term, is_same
from jaxlint.analysis.domains.numerics.points import NODES, Point
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import OPAQUE


def are_left_out(frame: Frame, term: Term, number: float) -> bool:
    """Whether code is not run where all that a term depends on is a number, by a predicate."""
    asked = [(one.predicate, one.arm) for one in frame.conditions]
    for predicate, arm in asked:
        if predicate is not None:
            truth = _there([*_given(term.operands)], number, predicate).number(predicate)
            if truth is not None and bool(truth) is not arm:
                return True
    return False


def _there(given: list[Value], number: float, predicate: Value) -> Point:
    """The point at which all that is given is a number, as far as a predicate asks for it.

    What is computed alike is the same number; a product of matrices, one of them zero, is zero.
    """
    numbers = {one.token: number for one in given}
    for one in _given((predicate,)):
        term = one.fact(Term)
        if any(is_same(one, other) for other in given):
            numbers[one.token] = number
        elif term is not None and 0.0 in map(Point(numbers).number, term.operands):
            numbers[one.token] = 0.0
    return Point(numbers)


def _given(values: tuple[Value, ...]) -> Iterator[Value]:
    """The sloped numbers that some numbers depend on, down to those of which no more is known."""
    return islice(_leaves([*values]), NODES)


def _leaves(pending: list[Value]) -> Iterator[Value]:
    while pending:
        value = pending.pop()
        term = value.fact(Term)
        if term is not None and term.op not in OPAQUE:
            pending += term.operands
        elif is_sloped(value):
            yield value
