"""Terms at points: a point gives numbers to some values, and so to what is made of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from jaxlint.analysis.domains.numerics.facts import Term
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    External,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
)
from jaxlint.knowledge.numerics import (
    ABSORBED,
    APART,
    ARGUMENT,
    ARITHMETIC,
    BINARY,
    CONSTANTS,
    DRAWN,
    OPAQUE,
    OVERALL,
    SPREADS,
    UNARY,
    WRITTEN,
    held,
)

# So many operations of a term are looked at, at each point: choices in each other are gone through
# again and again.
NODES = 64


def is_number(value: Value) -> bool:
    """Whether a value may be any number, or an array of them."""
    return isinstance(value, Traced | Array | Unknown)


def _are_different(one: Value, other: Value) -> bool:
    """Whether two numbers do not depend on each other."""
    constant = isinstance(one, Const) or isinstance(other, Const)
    return not constant and one.token is not other.token


def _are_given(one: Value, other: Value) -> bool:
    """Whether two numbers, and not the same one twice, were computed elsewhere."""
    return _are_different(one, other) and all(map(_is_given, (one, other)))


def _is_given(value: Value) -> bool:
    term = value.fact(Term)
    return term is None or term.op in (ARGUMENT, DRAWN, WRITTEN)


@dataclass(slots=True)
class Point:
    """Numbers for values, by their tokens; ``others`` for those ``free`` ones that nothing made.

    In an array all numbers are ``alike``, or else one is far from the others; where only some are
    as given (``partial``), what is made of all of them is not known. At a ``loose`` point sizes
    count as one, and masks that are not known leave all but constants as it is.
    """

    numbers: Mapping[Value, float]
    others: float | None = None
    free: Callable[[Value], bool] = is_number
    alike: bool = True
    partial: bool = False
    loose: bool = False
    _known: dict[int, float | None] = field(default_factory=dict)
    _steps: int = 0

    def number(self, value: Value) -> float | None:
        """What a value is at this point; None where it is not known."""
        given = self.numbers.get(value.token)
        if given is not None:
            return given
        if isinstance(value, Const):
            number = value.value
            return held(float(number)) if isinstance(number, bool | int | float) else None
        if isinstance(value, External):
            return CONSTANTS.get(value.name)
        if self.loose and isinstance(value, Static):
            return 1.0
        term = value.fact(Term)
        if term is None or term.op in OPAQUE or (self.partial and term.op in OVERALL):
            return self.others if self.free(value) else None
        key = id(value)
        if key not in self._known:
            self._known[key] = None
            self._steps += 1
            self._known[key] = self.of(term) if self._steps < NODES else None
        return self._known[key]

    def of(self, term: Term) -> float | None:
        """What a term is at this point."""
        if term.op == "where":
            return self._chosen(*term.operands)
        if term.op == "clip":
            return self._clipped(term)
        numbers = self.numbers_of(term)
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return self._partly(term, numbers)
        if not self.alike and term.op in APART:
            return APART[term.op](*known)
        if not self.alike and term.op == "*" and _are_different(*term.operands):
            return math.copysign(BINARY["*"](*known), known[1])  # may have either sign
        if not self.alike and term.op == "-" and _are_given(*term.operands):
            return known[0]  # the other one may be near to zero
        return UNARY[term.op].value(*known) if term.op in UNARY else BINARY[term.op](*known)

    def numbers_of(self, term: Term) -> list[float | None]:
        """What the operands of a term are at this point."""
        if term.op in SPREADS and self.others is not None:
            return [self.others]
        return [self.number(one) for one in term.operands]

    def _partly(self, term: Term, numbers: list[float | None]) -> float | None:
        """What a term is although one of its operands is not known: that one may be any number."""
        if any(number is not None and math.isnan(number) for number in numbers):
            return math.nan if term.op in ARITHMETIC else None
        sides = zip(term.operands, numbers, strict=True)
        if not all(is_number(one) for one, number in sides if number is None):
            return None
        if term.op in ABSORBED:
            return ABSORBED[term.op] if ABSORBED[term.op] in numbers else None
        if term.op == "/" and numbers[0] == 0:
            return 0.0
        meet = self.others is not None and not any(isinstance(o, Const) for o in term.operands)
        return 0.0 if term.op == "-" and meet else None

    def _chosen(self, condition: Value, one: Value, other: Value) -> float | None:
        truth = self.number(condition)
        if truth is None and self.loose:
            return self.number(other if isinstance(one, Const) else one)
        return None if truth is None else self.number(one if truth else other)

    def _clipped(self, term: Term) -> float | None:
        low, number, high = self.clip(term)
        if low is None or number is None or high is None:
            return None
        return number if math.isnan(number) else min(max(number, low), high)

    def clip(self, term: Term) -> tuple[float | None, float | None, float | None]:
        """A number between its bounds, of which there may be one only."""
        value, *given = term.operands
        low, high = (given[at] if at < len(given) else None for at in (0, 1))
        return self._bound(low, -math.inf), self.number(value), self._bound(high, math.inf)

    def _bound(self, value: Value | None, end: float) -> float | None:
        return end if value is None or is_none(value) else self.number(value)
