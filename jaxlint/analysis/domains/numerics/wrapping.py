"""Whole numbers of few bits: differences below zero, and sums of products, that wrap around."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import Compared, OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms, narrow
from jaxlint.analysis.domains.arrays.array_misuse import is_array
from jaxlint.analysis.domains.numerics import numerics, reaching, terms
from jaxlint.analysis.domains.numerics.facts import Term, bare, op_of
from jaxlint.analysis.domains.numerics.observations import NumberWraps, Wrapping
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge.dtypes import BYTES, UNSIGNED
from jaxlint.knowledge.numerics import (
    ORDERING,
    SUMS_OF_PRODUCTS,
    WIDENED,
    is_operation,
    operation,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DIFF = "jax.numpy.diff"
# Uses of a difference for which it has to have a sign.
_SIGNED = frozenset("abs square ** / mean std var norm sqrt < <= > >=".split())
_CAST = "astype"
_WITH_A_SIGN = re.compile(r"(float|bfloat|int|complex)\d*$|half$|single$|double$")


@dataclass(slots=True)
class _Differences:
    """The differences of unsigned numbers, as last taken, by what they are known by."""

    taken: dict[reaching.Key, NumberWraps] = field(default_factory=dict)


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Take note of a difference; judge a product of matrices, or what is made of a difference."""
    node, left, right = event
    if node.op == "-" and narrow.of(left) in UNSIGNED and not _is_ordered(frame, node):
        _note(engine, frame, node.place, terms.operated("-", left, right))
    elif node.op == "@":
        _judge_product(engine, frame, node.place, (left, right))
    elif node.op in _SIGNED:
        _use(engine, (left, right))


@numerics.on(Compared)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Judge what is compared."""
    if event.node.rest[event.position][0] in _SIGNED:
        _use(engine, (event.left, event.right))


def _is_judged(name: str) -> bool:
    return is_operation(name) or name == _DIFF or name in SUMS_OF_PRODUCTS


@numerics.on(OutsideCalled, about=_is_judged)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of a difference by a function, and judge what functions make of such."""
    given, op = event.arguments.positional, operation(event.name)
    if event.name == _DIFF:
        if given and narrow.of(given[0]) in UNSIGNED and is_array(given[0]):
            seen = NumberWraps(*frame.at(event.node), Wrapping.DIFFERENCE, narrow.of(given[0]))
            engine.observe(seen)
    elif op == "-":
        _note(engine, frame, event.node, terms.called(event.name, event.arguments))
    elif op in _SIGNED:
        _use(engine, given)
    elif event.name in SUMS_OF_PRODUCTS and event.arguments.rest is None:
        operands = given[1:] if event.name.endswith("einsum") else given
        if WIDENED not in event.arguments.keywords and not _keeps_all(given):
            _judge_product(engine, frame, event.node, operands[:2])


@numerics.on(MethodCalled)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge what methods make of a difference."""
    if not event.base.facts or not engine.kept(_Differences).taken:
        return
    dtype = event.arguments.get(0, "dtype") if event.name == _CAST else None
    if event.name in _SIGNED or _WITH_A_SIGN.match(forms.dtype_name(dtype)):
        _use(engine, (event.base,))


def _keeps_all(given: tuple[Value, ...]) -> bool:
    """Whether an ``einsum`` sums nothing: the result has all letters of what it is made of."""
    letters = given[0].value if given and isinstance(given[0], Const) else None
    made, arrow, kept = letters.partition("->") if isinstance(letters, str) else ("", "", "")
    return bool(arrow) and set(made) - set(", ") <= set(kept)


def _note(engine: Engine, frame: Frame, at: ir.Place, term: Term | None) -> None:
    """Take note of a difference of arrays of one unsigned dtype, which may be less than zero."""
    dtype = "" if term is None else _dtype_of(term.operands)
    if term is None or dtype not in UNSIGNED:
        return
    if not any(op_of(bare(one)) in ORDERING for one in term.operands):
        seen = NumberWraps(*frame.at(at), Wrapping.DIFFERENCE, dtype)
        engine.kept(_Differences).taken[reaching.key_of(term)] = seen


def _use(engine: Engine, values: tuple[Value, ...]) -> None:
    """Observe the differences that are used as numbers with a sign."""
    taken = engine.kept(_Differences).taken
    for value in values if taken else ():
        term = bare(value).fact(Term)
        seen = None if term is None else taken.get(reaching.key_of(term))
        if seen is not None:
            engine.observe(seen)


def _judge_product(engine: Engine, frame: Frame, at: ir.Place, operands: tuple[Value, ...]) -> None:
    """Observe a product of matrices of one dtype of few bits."""
    dtype = _dtype_of(operands)
    if dtype in BYTES:
        engine.observe(NumberWraps(*frame.at(at), Wrapping.PRODUCT, dtype))


def _dtype_of(operands: tuple[Value, ...]) -> str:
    """The narrow dtype that all of some values have, of which one is an array of JAX; else ""."""
    dtypes = {narrow.of(one) for one in operands}
    return dtypes.pop() if len(dtypes) == 1 and any(map(is_array, operands)) else ""


def _is_ordered(frame: Frame, difference: ir.BinaryOp) -> bool:
    """Whether the statement compares what it subtracts, so that the larger may come first."""
    sides = {ir.spelled(difference.left), ir.spelled(difference.right)}
    return any(
        {ir.spelled(node.left), ir.spelled(node.rest[0][1])} == sides
        for node in ir.nodes_in(frame.statement)
        if isinstance(node, ir.Compare)
    )
