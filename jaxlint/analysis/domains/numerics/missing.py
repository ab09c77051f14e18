"""Data that may be missing: numbers of which code asks whether they are NaN."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.facts import Term, bare, is_two
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge.numerics import TOTAL

# So deep conditions, and what they ask of, are looked into.
_DEPTH = 4


def data_in(condition: Value, depth: int = _DEPTH) -> Iterator[Value]:
    """The data of which a condition asks whether they are NaN.

    What depends on the parameters is no data. Where it is NaN, so is some of the data that it is
    made of, if no operation on the way makes a NaN of numbers.
    """
    term = condition.fact(Term)
    if term is None or not depth:
        return
    if term.op in ("isnan", "isfinite"):
        yield from _data(bare(term.operands[0]), depth)
    for one in term.operands:
        yield from data_in(one, depth - 1)


def _data(value: Value, depth: int) -> Iterator[Value]:
    if isinstance(value, Const) or not depth:
        return
    term = value.fact(Term)
    if not is_sloped(value):
        yield value
    elif term is not None and (term.op in TOTAL or _is_square(term)):
        for one in term.operands:
            yield from _data(one, depth - 1)


def _is_square(term: Term) -> bool:
    return term.op == "**" and is_two(term.operands[1])
