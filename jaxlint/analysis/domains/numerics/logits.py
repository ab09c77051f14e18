"""Probabilities where logits are taken, of which a softmax or a sigmoid is taken once more."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Term, bare, is_same, op_of
from jaxlint.analysis.domains.numerics.observations import Normal, ProbabilitiesTaken
from jaxlint.analysis.values.kinds import Const, Container, Value
from jaxlint.knowledge.logits import LOGITS
from jaxlint.knowledge.numerics import ONE_HOT, WRITTEN

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MADE = {one.value: one for one in (Normal.SOFTMAX, Normal.SIGMOID)}


@numerics.on(OutsideCalled, about=LOGITS.__contains__)
def taken(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what is given as logits. A sigmoid may stand in the last layer before a softmax."""
    place, function, named = LOGITS[event.name]
    given = event.arguments.get(place, "logits")
    made = None if given is None else _made(given)
    if made is not None and (made is not Normal.SIGMOID or made.value == function):
        taker = event.name.rpartition(".")[2]
        engine.observe(ProbabilitiesTaken(*frame.at(event.node), taker, made, named))


def _made(value: Value) -> Normal | None:
    """How a number was made, if that makes probabilities of all numbers, or how it is written."""
    term = bare(value).fact(Term)
    if term is None:
        return None
    if term.op == WRITTEN:
        return Normal.WRITTEN if any(map(_are_shares, term.operands)) else None
    if term.op == "/":
        return Normal.QUOTIENT if _is_share(*map(bare, term.operands)) else None
    if term.op == "+":
        return Normal.MIXTURE if _is_mixture(*map(bare, term.operands)) else None
    return _MADE.get(term.op)


def _are_shares(written: Value) -> bool:
    """Whether numbers are written out that add up to one, in each row, and are not all equal."""
    if not isinstance(written, Container) or not written.items:
        return False
    rows = [one for one in written.values if isinstance(one, Container)]
    if rows:
        return len(rows) == len(written.items) and all(map(_are_shares, rows))
    numbers = (one.value for one in written.values if isinstance(one, Const))
    shares = [one for one in numbers if isinstance(one, int | float) and 0 <= one < 1]
    return len(shares) == len(written.items) and len({*shares}) > 1 and isclose(sum(shares), 1)


def _is_share(part: Value, whole: Value) -> bool:
    """Whether a number is divided by the sum of all those that it is one of."""
    term = whole.fact(Term)
    return term is not None and term.op == "sum" and is_same(part, bare(term.operands[0]))


def _is_mixture(one: Value, other: Value) -> bool:
    """Whether weighted probabilities are added to something else that has a weight."""
    pairs = ((one, other), (other, one))
    return any(
        _is_weighted(a) and (isinstance(b, Const) or op_of(b) in ("*", "/")) for a, b in pairs
    )


def _is_weighted(value: Value) -> bool:
    """Whether probabilities are multiplied with what another number lacks to one."""
    term = value.fact(Term)
    if term is None or term.op != "*":
        return False
    one, other = map(bare, term.operands)
    return any(_is_rest(a) and _is_row(b) for a, b in ((one, other), (other, one)))


def _is_rest(value: Value) -> bool:
    term = value.fact(Term)
    if term is None or term.op != "-":
        return isinstance(value, Const) and type(value.value) is float and 0 < value.value < 1
    whole = term.operands[0]
    return isinstance(whole, Const) and whole.value == 1


def _is_row(value: Value) -> bool:
    return op_of(value) in (Normal.SOFTMAX.value, ONE_HOT)
