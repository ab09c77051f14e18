"""Small numbers that a dtype loses beside larger ones: steps of differences, jitter, weights."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms, narrow, widening
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Term, bare, is_two, op_of
from jaxlint.analysis.domains.numerics.observations import LostNumber, SmallNumberLost
from jaxlint.analysis.values.kinds import Array, Const, Traced, Value
from jaxlint.knowledge import dtypes
from jaxlint.knowledge.numerics import DIAGONAL
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Half the distance from one to the next number of float32, rounded up: less is lost beside one.
_LOST = 6e-8
# With a smaller step nearly all digits of a difference are those that rounding leaves.
_ROUGH = 1e-7
# What tells the size of numbers, to which a step may be in proportion.
_SIZES = frozenset(("abs", "max", "maximum", "norm"))
# So many variables are followed to what they hold.
_DEPTH = 4


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a quotient of a difference, and what is added to a matrix."""
    node, left, right = event
    if node.op == "/":
        step = _step(right)
        if step is not None and _is_step(frame.scope, node):
            _note(engine, frame, event, LostNumber.STEP, left, step)
    elif node.op == "+":
        for matrix, jitter in ((left, right), (right, left)):
            small = _on_the_diagonal(jitter)
            if small is not None:
                _note(engine, frame, event, LostNumber.JITTER, matrix, small)
            elif _is_small(jitter, dtypes.LEAST.get(narrow.of(matrix), 0.0)):
                _note_narrow(engine, frame, node.place, LostNumber.OFFSET, matrix, jitter)
        _average(engine, frame, event)


def _step(value: Value) -> Const | None:
    """A step that is small, or small beside the size of what it is added to."""
    if isinstance(value, Const):
        return value if _is_small(value, _ROUGH) else None
    term = bare(value).fact(Term) if value.facts else None
    if term is None or term.op != "*" or len(term.operands) != 2:
        return None
    for number, size in (term.operands, term.operands[::-1]):
        if isinstance(number, Const) and _is_small(number, _ROUGH) and op_of(size) in _SIZES:
            return number
        if is_two(number):
            return _step(size)
    return None


def _average(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a running average: what is added to it is too small a part of what is new."""
    node, left, right = event
    for old, change in ((left, right), (right, left)):
        dtype, term = narrow.of(old), change.fact(Term) if change.facts else None
        if dtype not in dtypes.PRECISION or term is None or term.op != "*":
            continue
        for weight, new in (term.operands, term.operands[::-1]):
            if _is_small(weight, dtypes.PRECISION[dtype]) and _replaces(old, new, weight):
                _note_narrow(engine, frame, node.place, LostNumber.WEIGHT, old, weight)


def _replaces(old: Value, new: Value, weight: Value) -> bool:
    """Whether a part of what is new takes the place of the same part of what is old."""
    if narrow.of(new) != narrow.of(old):
        return False
    kept, difference = old.fact(Term), new.fact(Term)
    if difference is not None and difference.op == "-":
        return difference.operands[1].token is old.token
    if kept is None or kept.op != "*":
        return False
    shares = [one.value for one in kept.operands if isinstance(one, Const)]
    given = weight.value if isinstance(weight, Const) else None
    return isinstance(given, float) and any(
        isinstance(share, float) and isclose(share + given, 1.0) for share in shares
    )


def _note_narrow(
    engine: Engine, frame: Frame, at: ir.Place, form: LostNumber, other: Value, small: Value
) -> None:
    """Observe a small number beside an array of JAX's whose dtype is certain."""
    if isinstance(other, Array | Traced) and isinstance(small, Const):
        seen = SmallNumberLost(*frame.at(at), form, _in_digits(small), narrow.of(other))
        engine.observe(seen)


def _note(
    engine: Engine,
    frame: Frame,
    event: OperatorApplied,
    form: LostNumber,
    other: Value,
    small: Const,
) -> None:
    """Observe a small number beside an array of JAX's, which has 32 bits unless more are on."""
    if isinstance(other, Array | Traced) and forms.kind_of(other) in ("", "float", "inexact"):
        seen = SmallNumberLost(*frame.at(event.node.place), form, _in_digits(small))
        engine.observe(widening.only(engine, seen, wide=False))


def _in_digits(small: Const) -> str:
    """A small number as messages write it."""
    return f"{float(small.value):.0e}" if isinstance(small.value, int | float) else ""


def _is_small(value: Value, most: float) -> bool:
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, float) and 0 < number <= most


def _on_the_diagonal(value: Value) -> Const | None:
    """The small number that a matrix has on its diagonal, and nothing else."""
    term = bare(value).fact(Term) if value.facts else None
    if term is None or term.op != "*" or len(forms.axes_of(value) or ()) != 2:
        return None
    for number, matrix in (term.operands, term.operands[::-1]):
        if isinstance(number, Const) and _is_small(number, _LOST) and op_of(matrix) == DIAGONAL:
            return number
    return None


def _is_step(scope: ir.Scope, quotient: ir.BinaryOp) -> bool:
    """Whether a difference of what a function gives is divided by the step of its argument."""
    difference = _written(scope, quotient.left)
    if not isinstance(difference, ir.BinaryOp) or difference.op != "-":
        return False
    one, other = (_written(scope, side) for side in (difference.left, difference.right))
    if not isinstance(one, ir.Call) or not isinstance(other, ir.Call):
        return False
    same = ir.spelled(_written(scope, one.func)) == ir.spelled(_written(scope, other.func))
    steps = {name for call in (one, other) for name in _added(scope, call)}
    return same and not steps.isdisjoint(_named(scope, quotient.right))


def _written(scope: ir.Scope, node: ir.Expr, depth: int = _DEPTH) -> ir.Expr:
    """What an expression is, where it is a variable that is bound once, to something written."""
    if not isinstance(node, ir.Name) or not depth:
        return node
    around = (one for one in scope.functions if node.id in one.bound)
    owner = next(around, scope)
    if len(owner.stores.get(node.id, ())) != 1:
        return node
    value = next(ir.assigned_to(owner.body, node.id), None)
    return node if value is None else _written(owner, value, depth - 1)


def _parts(scope: ir.Scope, node: ir.Expr, depth: int = _DEPTH) -> Iterator[ir.Expr]:
    """An expression and all that it is made of, in variables, too."""
    for one in ir.nodes_in(node):
        if isinstance(one, ir.Expr):
            yield one
            inner = _written(scope, one)
            if inner is not one and depth:
                yield from _parts(scope, inner, depth - 1)


def _added(scope: ir.Scope, call: ir.Call) -> Iterator[str]:
    """The names of what is added to the arguments of a call, or taken from them."""
    for argument in call.given:
        for node in _parts(scope, argument):
            if isinstance(node, ir.BinaryOp) and node.op in ("+", "-"):
                yield from _named(scope, node.right)
                yield from _named(scope, node.left)


def _named(scope: ir.Scope, node: ir.Expr) -> set[str]:
    """The variables, fields and small numbers that an expression is made of."""
    parts = [*_parts(scope, node)]
    bases = [one.base for one in parts if isinstance(one, ir.Attribute)]
    return {
        ir.spelled(one)
        for one in parts
        if isinstance(one, ir.Name | ir.Attribute | ir.Constant)
        and not any(one is base for base in bases)
        and (not isinstance(one, ir.Constant) or _is_tiny(one))
    }


def _is_tiny(node: ir.Constant) -> bool:
    return isinstance(node.value, float) and 0 < node.value <= _ROUGH
