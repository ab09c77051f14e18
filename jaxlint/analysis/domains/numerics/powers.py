"""Whole numbers to powers below zero: fractions, of which whole numbers keep nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.arrays.array_misuse import is_array
from jaxlint.analysis.domains.numerics import numerics, ranges
from jaxlint.analysis.domains.numerics.facts import Term, bare
from jaxlint.analysis.domains.numerics.observations import PowerOfIntegers
from jaxlint.analysis.values import spans
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge.numerics import POWERS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a power."""
    if event.node.op == "**":
        _judge(engine, frame, event.node.place, event.left, event.right)


@numerics.on(OutsideCalled, about=POWERS.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a power that a function gives."""
    given = event.arguments.positional
    if len(given) == 2 and event.arguments.rest is None:
        _judge(engine, frame, event.node, *given)


def _judge(engine: Engine, frame: Frame, at: ir.Place, base: Value, exponent: Value) -> None:
    if engine.context.expects_errors or not (is_array(base) or is_array(exponent)):
        return
    if {forms.kind_of(base), forms.kind_of(exponent)} != {"int"} or _is_one(base):
        return
    if _is_below_zero(exponent):
        engine.observe(PowerOfIntegers(*frame.at(at), isinstance(exponent, Const)))


def _is_below_zero(exponent: Value) -> bool:
    """Whether none of some numbers is above zero, but not for being zero throughout."""
    low, high = ranges.of(exponent)
    term = exponent.fact(Term)
    turned = bare(term.operands[0]) if term is not None and term.op == "neg" else None
    counted = None if turned is None else spans.of_value(turned)
    return low < 0 >= high or (counted is not None and counted.first >= 0)


def _is_one(base: Value) -> bool:
    return isinstance(base, Const) and base.value in (1, -1)
