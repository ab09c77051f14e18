"""What this domain knows of a value: how it was computed, and whether its slope is taken."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from operator import is_

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Traced, Value, like
from jaxlint.knowledge.numerics import ARGUMENT, POINTWISE

# How deep terms are compared, and how deep those of a function are made those of another call.
_DEPTH = 3
_DEEP = 8
# How deep it is told how a number was made.
_RECIPE = 5
# What a function may take the logarithm of, or divide by.
_TELLING = frozenset(("softmax", "sigmoid", "exp", "norm", "std"))


@dataclass(slots=True, frozen=True)
class Term(Fact):
    """Said of a number that an operation made of others, or of an array of such numbers.

    Where a call is answered by that of another one, ``first`` is what that made.
    """

    op: str
    operands: tuple[Value, ...]
    first: Term | None = field(default=None, compare=False, repr=False)

    def join(self, other: Term | None) -> Term | None:
        """What was computed alike on all paths."""
        return self if other is not None and _are_alike(self, other, _DEPTH) else None

    def cross(self, edge: Edge) -> Term | None:
        """Rows, elements and stacks were computed in the same way; another turn's number was not.

        Of a part of an argument that may be a tree somebody may have seen to it that it is small;
        what a function with a derivative rule computes says nothing of its slope.
        """
        if edge is Edge.RULED:
            return Term(ARGUMENT, ())
        if edge is Edge.NEXT_TURN:
            return None
        return None if self.op == ARGUMENT and edge is Edge.PART else self

    def recalled(self, given: Mapping[Value, Value]) -> Term:
        """The same of other numbers."""
        return self._recalled(given, _DEEP)

    def _recalled(self, given: Mapping[Value, Value], depth: int) -> Term:
        operands = tuple([_recalled(one, given, depth) for one in self.operands])
        same = all(map(is_, operands, self.operands))
        return self if same else Term(self.op, operands, self.first or self)

    def recipe(self) -> Hashable:
        """The operation and the recipes of its operands, if nothing else decides what it gives."""
        return _recipe(self, _RECIPE)

    def sign(self) -> Hashable:
        """The operation, of those that make a difference to what a function makes of the number."""
        return self.op if self.op in _TELLING else None


def op_of(value: Value) -> str:
    """The operation that made a number, or ""."""
    term = value.fact(Term)
    return "" if term is None else term.op


def bare(value: Value) -> Value:
    """A number without what only brought it into another shape or order."""
    term = value.fact(Term)
    while term is not None and term.op == "same":
        value = term.operands[0]
        term = value.fact(Term)
    return value


def is_small(value: Value, most: float) -> bool:
    """Whether a number is a constant above zero, of Python or in an array, and small enough."""
    value = bare(value)
    return isinstance(value, Const) and type(value.value) is float and 0 < value.value <= most


def is_two(value: Value) -> bool:
    """Whether a number is the constant two, as an exponent is."""
    return isinstance(value, Const) and value.value == 2


def root_of_square(value: Value) -> Value | None:
    """What a number is the square of: ``square(x)``, ``x**2`` or ``x * x``."""
    term = value.fact(Term)
    if term is None or not term.operands:
        return None
    first, last = term.operands[0], term.operands[-1]
    even = term.op == "square" or (term.op == "**" and is_two(last))
    return first if even or (term.op == "*" and is_same(first, last)) else None


def is_same(one: Value, other: Value, depth: int = _DEPTH) -> bool:
    """Whether two numbers are the same, or are computed alike from the same numbers."""
    if one.token is other.token:
        return True
    if isinstance(one, Const) and isinstance(other, Const):
        return type(one.value) is type(other.value) and bool(one.value == other.value)
    mine, theirs = one.fact(Term), other.fact(Term)
    if mine is None or theirs is None or not mine.operands:
        return False
    return _are_alike(mine, theirs, depth)


def _are_alike(one: Term, other: Term, depth: int) -> bool:
    if one.op != other.op or len(one.operands) != len(other.operands) or not depth:
        return False
    pairs = zip(one.operands, other.operands, strict=True)
    return all(is_same(mine, theirs, depth - 1) for mine, theirs in pairs)


def _recipe(term: Term, depth: int) -> Hashable:
    if term.op not in POINTWISE or not depth:
        return None
    return (term.op, *[_ingredient(one, depth - 1) for one in term.operands])


def _ingredient(value: Value, depth: int) -> Hashable:
    """What a number was made of: by which recipe, or else which number of which map it is."""
    if isinstance(value, Const):
        return type(value.value), repr(value.value)
    term = value.fact(Term)
    made = None if term is None else _recipe(term, depth)
    return made or (value.token, value.region if isinstance(value, Traced) else None)


def are_equal(one: Value, other: Value) -> bool:
    """Whether two numbers, or arrays of them, are certainly equal."""
    made = one.facts.recipe()
    return one.token is other.token or (made is not None and made == other.facts.recipe())


def _recalled(value: Value, given: Mapping[Value, Value], depth: int) -> Value:
    own = given.get(value.token)
    if own is not None:
        return own
    term = value.fact(Term)
    moved = term if term is None or not depth else term._recalled(given, depth - 1)
    if moved is term or moved is None:
        return value
    return like(value, fresh=True, facts=value.facts.plus(moved))


@dataclass(slots=True, frozen=True)
class Slope(Fact):
    """Said of a number: whether it depends on what code around it differentiates.

    ``cut`` says that it does not, as what made it has no slope anywhere.
    """

    taken: bool
    cut: bool = False

    def join(self, other: Slope | None) -> Slope:
        """What depends on it on one path may do so where paths meet."""
        if self.taken:
            return self
        if other is not None and (other.taken or other.cut == self.cut):
            return other
        return Slope(taken=False)

    def cross(self, edge: Edge) -> Slope:
        """Whatever is made of it depends on it as well; a derivative rule may give it a slope."""
        return Slope(taken=True) if edge is Edge.RULED and self.cut else self

    def sign(self) -> Hashable:
        """What is said of a number depends on it."""
        return self.taken, self.cut


@dataclass(slots=True, frozen=True)
class Learnt(Fact):
    """Said of what a layer gives that has parameters: it depends on these."""

    def cross(self, edge: Edge) -> Learnt:
        """So does whatever is made of it."""
        return self


def is_learnt(value: Value, depth: int = _DEEP) -> bool:
    """Whether a number is certainly computed from what a layer gave."""
    if value.fact(Learnt) is not None:
        return True
    term = value.fact(Term)
    operands = term.operands if term is not None and depth else ()
    return any(is_learnt(one, depth - 1) for one in operands)
