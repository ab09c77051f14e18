"""Vectors that are divided by their length: the products of two such are cosines."""

from __future__ import annotations

from jaxlint.analysis.domains.numerics.facts import Term, bare, is_same, op_of, root_of_square
from jaxlint.analysis.values.kinds import Const, Value

_GUARDS = frozenset(("+", "maximum", "clip"))


def is_cosine(value: Value) -> bool:
    """Whether a number is a product of vectors none of which is longer than one."""
    term = value.fact(Term)
    if term is None or term.op != "@":
        return False
    vectors = [one for one in term.operands if not _is_spelled(one)]
    return bool(vectors) and all(map(_is_unit, vectors))


def _is_spelled(value: Value) -> bool:
    """Whether an operand is the text that says which axes are multiplied."""
    return isinstance(value, Const) and isinstance(value.value, str)


def _is_unit(value: Value) -> bool:
    """Whether a vector was divided by its length, or multiplied with the reciprocal."""
    term = bare(value).fact(Term)
    if term is None or len(term.operands) != 2:
        return False
    vector, other = term.operands
    if term.op == "/":
        return _is_length_of(other, vector)
    return term.op == "*" and any(
        op_of(length) == "rsqrt" and _is_squares_of(_operand(length), whole)
        for length, whole in ((other, vector), (vector, other))
    )


def _is_length_of(value: Value, vector: Value) -> bool:
    """Whether a number is the length of a vector, kept from zero or not."""
    term = bare(value).fact(Term)
    if term is None:
        return False
    if term.op in _GUARDS:
        return any(_is_length_of(one, vector) for one in term.operands)
    if term.op == "norm":
        return is_same(bare(term.operands[0]), bare(vector))
    return term.op == "sqrt" and _is_squares_of(term.operands[0], vector)


def _is_squares_of(value: Value | None, vector: Value) -> bool:
    """Whether a number is the sum of the squares of a vector's numbers, or a little more."""
    term = None if value is None else bare(value).fact(Term)
    if term is not None and term.op in _GUARDS:
        return any(_is_squares_of(one, vector) for one in term.operands)
    if term is None or term.op != "sum":
        return False
    root = root_of_square(bare(term.operands[0]))
    return root is not None and is_same(bare(root), bare(vector))


def _operand(value: Value) -> Value | None:
    term = value.fact(Term)
    return None if term is None else term.operands[0]
