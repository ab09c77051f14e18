"""What a test says in its simplest terms, in the one arm or in the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxlint.analysis.core import named_tests
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.program import ir
from jaxlint.program.operators import COMPARISONS, COMPLEMENTS

_NUMERIC = re.compile(r"[aA]rray|\b(int|float|bool|complex)\b|Number")


@dataclass(slots=True, frozen=True)
class Fact:
    """What a condition says in its simplest terms: ``left op right`` holds.

    ``about`` is the left side, if it is as simple. ``among`` are texts that the right side lists.
    """

    left: str
    op: str
    right: str
    constant: bool
    about: ir.Expr | None = None
    among: frozenset[str] = frozenset()

    @property
    def of_text(self) -> bool:
        """Whether the right side is a text as it is written."""
        return self.constant and self.right[:1] in "\"'"

    def is_denied_by(self, value: Value | None) -> bool:
        """Whether it does not hold where its left side has a value, as far as that is known."""
        if not isinstance(value, Const):
            return False
        if self.right == "true":
            return bool(value.value) != (self.op == "is")
        number = value.value if isinstance(value.value, int) else None
        if number is None or not self.right.isdigit() or self.op not in COMPARISONS:
            return False
        return not COMPARISONS[self.op](number, int(self.right))


# The parts of a test of which one or another holds, each with all that it says.
Choice = tuple[list[Fact], ...]


def facts_of(test: ir.Expr, holds: bool) -> list[Fact]:
    """What holds where a test does, or where it does not."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return facts_of(test.operand, not holds)
    if isinstance(test, ir.BoolOp):
        whole = [Fact(ir.spelled(test), "is" if holds else "is not", "true", False)]
        if holds != (test.op == "and"):
            return whole
        return [*whole, *facts_of(test.left, holds), *facts_of(test.right, holds)]
    if isinstance(test, ir.Compare) and len(test.rest) == 1:
        op, right = test.rest[0]
        if isinstance(right, ir.Constant) and isinstance(right.value, bool) and op in ("is", "=="):
            return facts_of(test.left, holds == right.value)
        op = op if holds else COMPLEMENTS[op]
        constant = isinstance(right, ir.Constant)
        listed = named_tests.texts_in(right)
        said = Fact(ir.spelled(test.left), op, ir.spelled(right), constant, test.left, listed)
        return [said, *_of_rank(test.left, op, right)]
    return [Fact(ir.spelled(test), "is" if holds else "is not", "true", False, test)]


def choices_of(test: ir.Expr, holds: bool) -> list[Choice]:
    """The choices that a test leaves: none, but where an ``or`` holds or an ``and`` does not."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return choices_of(test.operand, not holds)
    if not isinstance(test, ir.BoolOp):
        return []
    if holds == (test.op == "and"):
        return [*choices_of(test.left, holds), *choices_of(test.right, holds)]
    return [tuple(_alternatives(test, holds))]


def _alternatives(test: ir.Expr, holds: bool) -> Iterator[list[Fact]]:
    """What each of the parts says of which one holds."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        yield from _alternatives(test.operand, not holds)
    elif isinstance(test, ir.BoolOp) and holds != (test.op == "and"):
        yield from _alternatives(test.left, holds)
        yield from _alternatives(test.right, holds)
    else:
        yield facts_of(test, holds)


def is_sort(fact: Fact) -> bool:
    """Whether a fact says of which sort a value is, arrays and numbers apart."""
    if fact.left.startswith("isinstance("):
        return (fact.op, fact.right) == ("is", "true") and not _NUMERIC.search(fact.left)
    return fact.op == "==" and (fact.of_text or fact.left.endswith(".ndim") or "len(" in fact.left)


def says(fact: Fact, number: int) -> bool:
    """Whether a condition says that something is this number: ``i == 0``, or ``not i``."""
    if fact.op == "==" and fact.constant:
        return fact.right == repr(number)
    return number == 0 and (fact.op, fact.right) == ("is not", "true")


def says_one(fact: Fact) -> bool:
    """Whether a condition says that a count is one, or less: ``n == 1``, not ``n > 1``."""
    return says(fact, 1) or (fact.op, fact.right) in (("<=", "1"), ("<", "2"))


def _of_rank(left: ir.Expr, op: str, right: ir.Expr) -> list[Fact]:
    """What a comparison of a shape, or of its length, says of the rank."""
    shape = shape_in(left)
    if shape is not None:
        constant = isinstance(right, ir.Constant)
        rank = replace(shape, attr="ndim")
        return [Fact(ir.spelled(rank), op, ir.spelled(right), constant, rank)]
    whole = isinstance(left, ir.Attribute) and left.attr == "shape"
    if not whole or not isinstance(left, ir.Attribute) or not isinstance(right, ir.Display):
        return []
    if any(isinstance(one, ir.Starred) for one in right.elements):
        return []
    said = op == "==" or (op == "!=" and not right.elements)
    rank = replace(left, attr="ndim")
    return [Fact(ir.spelled(rank), op, repr(len(right.elements)), True, rank)] if said else []


def shape_in(expr: ir.Expr) -> ir.Attribute | None:
    """The shape of which ``len(x.shape)`` is the rank."""
    if not isinstance(expr, ir.Call) or expr.keywords or len(expr.args) != 1:
        return None
    shape = expr.args[0]
    of_shape = isinstance(shape, ir.Attribute) and shape.attr == "shape"
    named = isinstance(expr.func, ir.Name) and expr.func.id == "len"
    return shape if named and of_shape and isinstance(shape, ir.Attribute) else None
