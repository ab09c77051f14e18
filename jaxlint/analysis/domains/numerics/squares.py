"""Roots of sums of squares, which are zero where all numbers are."""

from __future__ import annotations

from jaxlint.analysis.domains.numerics.facts import Term, is_same, is_two
from jaxlint.analysis.values.kinds import Const, Value

_DEPTH = 6
_OF_ALL = frozenset(("sum", "mean", "same", "maximum", "clip", "neg", "/"))
_SQUARED = frozenset(("square", "var"))


def are_under(root: Term) -> bool:
    """Whether a root is one of a sum of squares, or does more than take the root of a number.

    Of other numbers it is not seen that they may be zero: sizes, rates and temperatures are not.
    """
    return root.op not in ("sqrt", "**", "cbrt") or _are_summed(root.operands[0], _DEPTH)


def _are_summed(value: Value, depth: int) -> bool:
    term = value.fact(Term)
    if term is None or not depth:
        return False
    if term.op in _SQUARED or (term.op == "**" and is_two(term.operands[1])):
        return True
    if term.op in ("*", "@"):
        first, *others = term.operands
        return bool(others) and all(is_same(first, one) for one in others)
    if term.op in ("+", "-", "where"):
        parts = term.operands[1:] if term.op == "where" else term.operands
        made = [one for one in parts if not isinstance(one, Const)]
        return bool(made) and all(_are_summed(one, depth - 1) for one in made)
    return term.op in _OF_ALL and _are_summed(term.operands[0], depth - 1)
