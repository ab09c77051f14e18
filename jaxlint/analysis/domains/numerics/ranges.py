"""Between which bounds a number lies, as far as the operations that made it show."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from jaxlint.analysis.domains.numerics.directions import is_cosine
from jaxlint.analysis.domains.numerics.facts import Term
from jaxlint.analysis.values.kinds import Const, HostArray, Static, Value, is_none
from jaxlint.knowledge.numerics import (
    BETWEEN,
    DRAWN,
    RISING,
    SIGN_KEEPING,
    STRICTLY_KEEPING,
    UNARY,
    WRITTEN,
    product,
)

# So many operations of a term are looked at.
_NODES = 64


class Range(NamedTuple):
    """The least and the largest number that a value may be, or an element of it."""

    low: float
    high: float

    def has(self, number: float) -> bool:
        """Whether a number lies in it."""
        return self.low <= number <= self.high


ANY = Range(-math.inf, math.inf)
_NOT_NEGATIVE = Range(0.0, math.inf)
# An exponential comes as near to zero as it likes.
_LEAST = math.nextafter(0.0, 1.0)
POSITIVE = Range(_LEAST, math.inf)


def of(value: Value, data: Range = ANY) -> Range:
    """The range of a value, all numbers if nothing is known of it.

    The numbers of tables and settings that are not in sight are those of ``data``.
    """
    return _of(value, data, {})


def _of(value: Value, data: Range, known: dict[int, Range]) -> Range:
    """The range of a value, looked for once, by the ranges ``known`` of what it is made of."""
    if isinstance(value, Const):
        number = value.value
        return Range(float(number), float(number)) if isinstance(number, int | float) else ANY
    term = value.fact(Term)
    if term is None:
        return data if isinstance(value, HostArray | Static) else ANY
    if id(value) not in known:
        known[id(value)] = ANY
        if len(known) <= _NODES:
            known[id(value)] = _of_term(value, term, data, known)
    return known[id(value)]


def _of_term(value: Value, term: Term, data: Range, known: dict[int, Range]) -> Range:
    if not term.operands:
        return Range(*BETWEEN.get(term.op, ANY))
    given = [ANY if is_none(one) else _of(one, data, known) for one in term.operands]
    if term.op in _COMPARED:
        return _COMPARED[term.op](*given)
    if is_cosine(value):
        return Range(-1.0, 1.0)
    if is_shift(term):
        one, other = term.operands
        rises = _is_extreme(one, "max", other) or _is_extreme(other, "min", one)
        return _NOT_NEGATIVE if rises else Range(-math.inf, 0.0)
    found = Range(*BETWEEN[term.op]) if term.op in BETWEEN else _computed(term, given)
    return Range(max(found.low, _LEAST), found.high) if _is_positive(term, given) else found


def is_shift(term: Term) -> bool:
    """Whether the largest or least of some numbers is taken off them, or they off that."""
    pairs = (term.operands, term.operands[::-1]) if term.op == "-" else ()
    return any(_is_extreme(one, op, other) for one, other in pairs for op in ("max", "min"))


def _is_extreme(value: Value, op: str, numbers: Value) -> bool:
    """Whether a value is the largest, or the least, of some numbers."""
    term = value.fact(Term)
    return term is not None and term.op == op and term.operands[0].token is numbers.token


def _is_positive(term: Term, given: list[Range]) -> bool:
    """Whether a number is above zero as those are that it is made of.

    That a product of such numbers, or an exponential, is too small for a number is no case to
    reckon with.
    """
    keeps = term.op in STRICTLY_KEEPING and all(one.low > 0 for one in _deciding(term, given))
    return keeps or term.op == "exp"


def _computed(term: Term, given: list[Range]) -> Range:
    """The range of what is computed of numbers of these ranges."""
    if term.op in RISING:
        return _ordered(*(UNARY[term.op].value(end) for end in given[0]))
    if term.op in _OPERATIONS:
        return _OPERATIONS[term.op](*given)
    if term.op in ("*", "**") and _is_even(term):
        return _NOT_NEGATIVE
    if term.op == "*":
        ends = [_multiplied(one, other) for one in given[0] for other in given[1]]
        return Range(min(ends), max(ends))
    keeps = term.op in SIGN_KEEPING and all(one.low >= 0 for one in _deciding(term, given))
    return _NOT_NEGATIVE if keeps else ANY


def _deciding(term: Term, given: list[Range]) -> list[Range]:
    """The ranges by which the sign of a number is decided: of a power, that of its base."""
    return given[:1] if term.op == "**" else given


def _multiplied(one: float, other: float) -> float:
    """An end of a product. Zero times a number is zero, however far the other range goes."""
    return 0.0 if 0.0 in (one, other) else product(one, other)


def _is_even(term: Term) -> bool:
    """Whether a number is multiplied with itself."""
    one, other = term.operands
    if term.op == "*":
        return one.token is other.token
    exponent = other.value if isinstance(other, Const) else None
    return isinstance(exponent, int | float) and exponent > 0 and exponent % 2 == 0


def _ordered(low: float, high: float) -> Range:
    """The range between two bounds; one that is not a number is none."""
    return Range(-math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high)


def _absolute(one: Range) -> Range:
    return one if one.low >= 0 else Range(0.0, max(-one.low, one.high))


def _clipped(one: Range, low: Range = ANY, high: Range = ANY) -> Range:
    return Range(max(one.low, low.low), min(one.high, high.high))


def _less(one: Range, other: Range) -> Range:
    """Whether a number is less than another one, as one or zero."""
    return Range(float(one.high < other.low), float(one.low < other.high))


def _at_most(one: Range, other: Range) -> Range:
    return Range(float(one.high <= other.low), float(one.low <= other.high))


def _both(one: Range, other: Range) -> Range:
    """Whether two tests hold, as one or zero; of whole numbers the bits are not known."""
    low, high = min(one.low, other.low), min(one.high, other.high)
    are_tests = low >= 0 and max(one.high, other.high) <= 1
    return Range(low, high) if are_tests else ANY


def _chosen(condition: Range, one: Range, other: Range) -> Range:
    """One of two numbers; the first one where the condition certainly holds."""
    if condition.low > 0:
        return one
    return Range(min(one.low, other.low), max(one.high, other.high))


_COMPARED: dict[str, Callable[[Range, Range], Range]] = {
    "<": _less,
    "<=": _at_most,
    ">": lambda one, other: _less(other, one),
    ">=": lambda one, other: _at_most(other, one),
}
_OPERATIONS: dict[str, Callable[..., Range]] = {
    "+": lambda one, other: _ordered(one.low + other.low, one.high + other.high),
    "-": lambda one, other: _ordered(one.low - other.high, one.high - other.low),
    "neg": lambda one: Range(-one.high, -one.low),
    "abs": _absolute,
    "clip": _clipped,
    "maximum": lambda one, other: Range(*map(max, one, other)),
    "minimum": lambda one, other: Range(*map(min, one, other)),
    DRAWN: lambda low, high, _: _ordered(low.low, high.high),
    WRITTEN: lambda low, high, rows: Range(low.low, high.high),
    "where": _chosen,
    "&": _both,
    "logical_and": _both,
}
