"""Arithmetic: what operators make of constants, arrays and tracers."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import (
    Asker,
    Converted,
    Converter,
    OperatorApplied,
    OperatorResult,
    UnaryApplied,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    containers,
    expressions,
    formatting,
    iterables,
    objects,
    results,
    truth,
    unions,
)
from jaxlint.analysis.values import salted, spans, telling, traced_asked
from jaxlint.analysis.values.contents import operand
from jaxlint.analysis.values.facts import Fact, Facts
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Instance,
    Static,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.numbers import WHOLE_NUMBER, result_of
from jaxlint.analysis.values.promises import promised
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.analysis.values.unseen import Unseen
from jaxlint.program import ir
from jaxlint.program.operators import ARITHMETIC

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.BinaryOp)
def binary(engine: Engine, frame: Frame, node: ir.BinaryOp) -> Value:
    left = operand(expressions.evaluate(engine, frame, node.left))
    right = operand(expressions.evaluate(engine, frame, node.right))
    engine.tell(frame, OperatorApplied, node, left, right)
    if isinstance(left, Instance) or isinstance(right, Instance):
        return objects.operate(engine, frame, node, node.op, left, right)
    if node.op == "*":
        _repeat(engine, frame, node, left, right)
    text = left.value if isinstance(left, Const) and not isinstance(right, Const) else None
    if node.op == "%" and isinstance(text, str):
        return formatting.percent(engine, frame, text, right, node.place)
    union = unions.of(left, right) if node.op == "|" else None
    return combine(engine, frame, node, node.op, left, right) if union is None else union


def _repeat(engine: Engine, frame: Frame, node: ir.BinaryOp, left: Value, right: Value) -> None:
    """Text or a list times a tracer."""
    for sequence, count in ((node.left, right), (node.right, left)):
        repeats = isinstance(sequence, ir.Display)
        repeats = repeats or (isinstance(sequence, ir.Constant) and type(sequence.value) is str)
        if repeats and isinstance(count, Traced):
            engine.tell(frame, Converted, count, node.place, Converter.REPETITION, "", None, ())


def combine(
    engine: Engine, frame: Frame, node: ir.Node, op: str, left: Value, right: Value
) -> Value:
    """The result of an arithmetic operator at a node."""
    if type(left) is Const and type(right) is Const:
        return _fold(op, left, right)
    moved = _moved(op, left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Traced):
            facts = (*engine.deduced(OperatorResult(op, left, right)), *moved)
            return _traced_arithmetic(op, one, other, facts)
    if isinstance(left, Array) or isinstance(right, Array):
        other = right if isinstance(left, Array) else left
        if not numeric(other):
            return results.of_unknowns(engine, OperatorResult(op, left, right), left, right)
        facts = engine.deduced(OperatorResult(op, left, right))
        return computed(frame, node, facts, left, right)
    if op == "+" and any(isinstance(v, Container) and v.kind == "text" for v in (left, right)):
        return formatting.text_of(frame, (left, right))
    if isinstance(left, Container) and isinstance(right, Container) and op == "+":
        return Container(left.kind, {}, _any_of(left, right), frame.region)
    if isinstance(left, Container) and op == "*":
        return _repeated(left, right, frame.region)
    if moved:
        return Static(WHOLE_NUMBER, *moved)
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        if not numeric(left) or not numeric(right):
            return Unknown()
        known = left.facts or right.facts
        return HostArray(*(engine.deduced(OperatorResult(op, left, right)) if known else ()))
    if salted.holds(left) or salted.holds(right):
        return salted.made()
    if isinstance(left, Static | Const) and isinstance(right, Static | Const):
        known = left.facts or right.facts
        deduced = engine.deduced(OperatorResult(op, left, right)) if known else ()
        return Static(result_of(op, left, right), *deduced)
    return results.of_unknowns(engine, OperatorResult(op, left, right), left, right)


def _moved(op: str, left: Value, right: Value) -> tuple[spans.Span, ...]:
    """The span of an index to which a known number is added, or from which one is taken."""
    if op == "+" and isinstance(left, Const):
        left, right = right, left
    if not isinstance(left, Static | Traced) or not isinstance(right, Const):
        return ()
    span = spans.moved(op, left, right.value) if type(right.value) is int else None
    return () if span is None else (span,)


def computed(frame: Frame, node: ir.Node, facts: Facts, *operands: Value) -> Value:
    """What an operator makes of concrete arrays: an array, or a tracer where all is traced."""
    region = frame.region
    if region is None or not region.constants:
        return Array("an operator", *facts, promised(*operands))
    text = f"inside {region.label} even an operator on constant arrays is traced"
    why = Why(text, frame.module, node.place, frame.why)
    return Traced(region.home, why, None, abstract=True, facts=facts)


def _repeated(left: Container, right: Value, region: Region | None) -> Container:
    """A list or tuple that holds the same several times: one element fills it."""
    times = right.value if isinstance(right, Const) else None
    if type(times) is int and left.rest is None and len(left.items) * times <= budgets.TURNS:
        again = [*left.items.values()] * times
        return Container(left.kind, dict[object, Value](enumerate(again)), None, region)
    if left.rest is None and len(left.items) == 1:
        return containers.filled(left.kind, left.values[0], region)
    return Container(left.kind, {}, _any_of(left), region)


def _any_of(*containers: Container) -> Value:
    values = [value for container in containers for value in container.values]
    return iterables.fresh(join_all(values)) if values else Unknown()


def numeric(value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, int | float | complex)
    return isinstance(value, Array | HostArray | Static)


def _traced_arithmetic(op: str, tracer: Traced, other: Value, facts: Iterable[Fact]) -> Value:
    """A tracer with anything that is not text or a container gives a tracer."""
    if isinstance(other, Container) or (isinstance(other, Const) and isinstance(other.value, str)):
        return Container("text", {0: tracer}, None, None) if op == "%" else Unknown()
    if isinstance(other, Traced):
        if not tracer.abstract and other.abstract:
            tracer, other = other, tracer
        for one, two in ((tracer, other), (other, tracer)):
            if one.source is not None and two.source is None:
                one.source.array = True
    elif tracer.source is not None and (op != "+" or numeric(other)):
        tracer.source.array = True
    source = tracer.source
    if isinstance(other, Traced) and other.source is None:
        source = None
    return tracer.result(source, *facts)


def _fold(op: str, left: Const, right: Const) -> Value:
    function = ARITHMETIC.get(op)
    if (
        function is None
        or not isinstance(left.value, int | float | complex | str)
        or _large(op, right)
    ):
        return Static()
    try:
        folded = function(left.value, right.value)
    except Exception:
        return Static()
    long = isinstance(folded, str) and len(folded) > budgets.TEXT
    return Static() if long else Const(folded)


def _large(op: str, right: Const) -> bool:
    return op in ("**", "<<", "*") and not (
        isinstance(right.value, int | float) and abs(right.value) < 64
    )


@expressions.evaluates(ir.UnaryOp)
def unary(engine: Engine, frame: Frame, node: ir.UnaryOp) -> Value:
    value = expressions.evaluate(engine, frame, node.operand)
    if node.op == "not":
        known = truth.test(engine, frame, value, node.operand.place, Asker.NOT)
        if known is None:
            opposite = traced_asked.opposite(value) or Static()
            told = telling.changed(value, operator.not_)
            return opposite.with_fact(value.fact(Unseen)).with_fact(told)
        return Const(not known, *engine.deduced(OperatorResult(node.op, value, None)))
    value = operand(value)
    engine.tell(frame, UnaryApplied, node, value)
    if isinstance(value, Traced):
        if value.source is not None:
            value.source.array = True
        facts = engine.deduced(OperatorResult(node.op, value, None))
        return value.result(value.source, *facts)
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return Const(-value.value) if node.op == "-" else Static()
    if isinstance(value, Array):
        facts = engine.deduced(OperatorResult(node.op, value, None))
        return computed(frame, node, facts, value)
    if isinstance(value, HostArray | Static):
        return value
    return results.of_unknowns(engine, OperatorResult(node.op, value, None), value)
