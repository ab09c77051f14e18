"""Logarithms of densities and probabilities of the normal distribution, which vanish far away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Term, bare
from jaxlint.analysis.domains.numerics.observations import Density, DensityLogged
from jaxlint.analysis.domains.numerics.terms import is_differentiated
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.numerics import NORMAL, operation

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DENSITIES = {one.value: one for one in Density}
# XLA takes the logarithm of an exponential for its exponent: compiled, the value is right (run on
# 0.10.2), while its gradient, which is taken before that, is NaN.
_OF_EXPONENTIALS = (Density.PDF, Density.OF_MANY)
_SUMS = ("sum", "mean")


@numerics.deduce(Call, about=NORMAL.__contains__)
def of_density(call: Call) -> Term:
    """How the density was computed."""
    return Term(NORMAL[call.name], call.arguments.positional)


def _is_logarithm(name: str) -> bool:
    return operation(name) == "log"


@numerics.on(OutsideCalled, about=_is_logarithm)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the logarithm of a number."""
    values = event.arguments.positional
    density = _density(values[0]) if values else None
    if density is None or engine.context.selecting:
        return
    compiled = density in _OF_EXPONENTIALS and frame.region is not None
    if compiled and not is_differentiated(values[0], frame.region):
        return
    engine.observe(DensityLogged(*frame.at(event.node), density))


def _density(value: Value) -> Density | None:
    """Which density a number is, if it is one, or a mixture of some."""
    term = bare(value).fact(Term)
    if term is None:
        return None
    parts = [term.operands[0]] if term.op in _SUMS else term.operands if term.op == "@" else []
    mixed = any(op in _DENSITIES for part in parts for op in _factors(part))
    return Density.MIXTURE if mixed else _DENSITIES.get(term.op)


def _factors(value: Value) -> Iterator[str]:
    """The operation that made a number, or those that made the numbers it is the product of."""
    term = bare(value).fact(Term)
    if term is not None and term.op == "*":
        for one in term.operands:
            yield from _factors(one)
    elif term is not None:
        yield term.op
