"""Functions that are composed of others and leave the numbers of float32 on the way."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import forms, widening
from jaxlint.analysis.domains.numerics import numerics, ranges
from jaxlint.analysis.domains.numerics.directions import is_cosine
from jaxlint.analysis.domains.numerics.facts import (
    Term,
    bare,
    is_same,
    is_small,
    op_of,
    root_of_square,
)
from jaxlint.analysis.domains.numerics.observations import Composition, UnstableComposition
from jaxlint.analysis.domains.numerics.points import Point
from jaxlint.analysis.domains.numerics.terms import is_differentiated
from jaxlint.analysis.values.kinds import Const, Static, Unknown, Value
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.numerics import (
    DIAGONAL,
    DOUBLE,
    DRAWN,
    OFF_DIAGONAL,
    ONE_HOT,
    OPAQUE,
    PLACED,
    WRITTEN,
    lost,
    of_width,
    operation,
)
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ONE = struct.pack("f", 1.0)
# What is added to a probability to keep it from zero is no larger.
_OFFSET = 1e-3
# Numbers that are plausible, and whose exponentials float32 does not have.
_FAR = (100.0, -100.0, 1000.0, -1000.0)
# float32 has the exponentials of what is nearer to zero.
_NEAR = 40.0
# A matrix of so many rows of about 0.1 has a determinant that float32 has not.
_MANY = 30
# So deep it is looked for what a number is made of.
_DEPTH = 6
# float32 has the probabilities of logits that are no farther apart.
_APART = 80.0
# What is made in these ways is not as large as one likes.
_BOUNDED = frozenset((DIAGONAL, DRAWN, OFF_DIAGONAL, ONE_HOT, PLACED, WRITTEN))
_INFINITE, _EITHER = (math.inf,), (0.0, math.inf)
_DRAWS_BY_LOGITS = "jax.random.categorical"
_PROBABILITIES = {"softmax": Composition.LOG_SOFTMAX, "sigmoid": Composition.LOG_SIGMOID}
# What breaks in types of 64 bits as well at the numbers that are told, 100 and 20.
_OF_ANY_WIDTH = (Composition.LOG_ONE_MINUS_SIGMOID, Composition.LOG_ONE_MINUS_TANH)


@dataclass(slots=True)
class _Entropies:
    """The numbers, by their tokens, whose logarithms are multiplied with what they are made of."""

    weighted: set[Value] = field(default_factory=set)


@dataclass(slots=True)
class _Logits:
    """What is written as the logits of a draw, for which -inf is a number like any other."""

    places: set[ir.Place] = field(default_factory=set)


@numerics.on(OutsideCalled, about=_DRAWS_BY_LOGITS.__eq__)
def drawn(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of the logits that a draw is given."""
    source = event.source
    if source is not None:
        engine.kept(_Logits).places.update(one.place for one in source.given)


def _is_logarithm(name: str) -> bool:
    return operation(name) in ("log", "log1p")


@numerics.on(OutsideCalled, about=_is_logarithm)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the logarithm of a number that may have become zero or infinite."""
    op, values = operation(event.name), event.arguments.positional
    if len(values) != 1 or engine.context.selecting:
        return
    value = bare(values[0])
    judge = _of_log if op == "log" else _of_log1p
    form = judge(value)
    if op == "log" and _is_clamped(value) and is_differentiated(value, frame.region):
        engine.observe(UnstableComposition(*frame.at(event.node), Composition.LOG_CLAMPED))
    elif form is not None and not _is_setting(frame, value):
        fix = _fix(frame, event.node, op_of(value)) if op_of(value) in _PROBABILITIES else None
        places, node = engine.kept(_Logits).places, event.node
        sloped = is_differentiated(value, frame.region)
        settled = lambda: sloped or node not in places  # noqa: E731
        seen = UnstableComposition(*frame.at(node), form, fix, settled=settled)
        _observe(engine, seen, lambda: judge(value))
    elif op == "log" and _is_offset(value) and is_differentiated(value, frame.region):
        entropies = engine.kept(_Entropies).weighted
        settled = lambda: value.token not in entropies  # noqa: E731
        form = Composition.LOG_OFFSET
        apart = _cut_at(value)
        where = frame.at(event.node)
        engine.observe(UnstableComposition(*where, form, apart=apart, settled=settled))
    if op == "log" and _is_vain(value):
        bound = UnstableComposition(*frame.at(event.node), Composition.LOG_BOUND)
        engine.observe(widening.only(engine, bound, wide=False))


@numerics.on(OperatorApplied)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a quotient of exponentials."""
    node, left, right = event.node, bare(event.left), bare(event.right)
    if node.op not in ("/", "*") or engine.context.selecting or not right.facts:
        return
    if node.op == "*":
        _weigh(engine, frame, node.place, left, right)
        return
    form = _of_quotient(left, right)
    gradient_only = form is Composition.SIGMOID and _is_one(left)
    if gradient_only and not is_differentiated(right, frame.region):
        return
    if form is not None:
        seen = UnstableComposition(*frame.at(node.place), form)
        _observe(engine, seen, lambda: _of_quotient(left, right))


def _observe(
    engine: Engine, seen: UnstableComposition, judge: Callable[[], Composition | None]
) -> None:
    """Observe a composition, as it is in float32 and as it is where types of 64 bits may be on.

    They have the exponentials of larger numbers, and tell smaller ones from zero. ``judge`` says
    what it is for numbers of the width under way.
    """
    if seen.form in _OF_ANY_WIDTH:
        engine.observe(seen)
        return
    engine.observe(widening.only(engine, seen, wide=False))
    with of_width(DOUBLE):
        also = judge() is seen.form
    if also:
        engine.observe(replace(widening.only(engine, seen, wide=True), wide=True))


# --- forms ---------------------------------------------------------------------------------------


def _of_log(value: Value) -> Composition | None:
    op, operands = op_of(value), _operands(value)
    if op in _PROBABILITIES:
        return _PROBABILITIES[op] if _may_vanish(value) else None
    if op == "-" and _is_one(operands[0]):
        return _of_failure(operands[1])
    if op == "where":
        forms = [None if op_of(one) == "where" else _of_log(one) for one in operands[1:]]
        return forms[0] if all(forms) else None
    if op in ("det", "abs"):
        matrix = operands[0] if op == "det" else _determined(operands[0])
        return None if matrix is None or _is_small(matrix) else Composition.LOG_DET
    if op == "cosh":
        return Composition.LOG_COSH if _reaches(value, _INFINITE) else None
    if op == "/":
        return Composition.LOG_RATIO if any(map(_may_vanish, operands)) else None
    if op == "+":
        power = _beside_one(operands)
        return Composition.SOFTPLUS if power is not None and _reaches(power, _INFINITE) else None
    if op in ("sum", "mean"):
        powers = [one for one in (operands[0], *_factors(operands[0])) if op_of(one) == "exp"]
        found = any(map(_goes_wrong, powers))
        return Composition.LOGSUMEXP if found else None
    return None


def _is_setting(frame: Frame, value: Value) -> bool:
    """Whether a number is made of settings: numbers of Python, and parameters for whole ones.

    What is written in the source is known, and judged by what it is.
    """
    made_of = [one for one in _leaves(value) if not isinstance(one, Const)]
    given = frame.scope.parameters if isinstance(frame.scope, ir.Function) else ()
    whole = {one.name for one in given if ir.root_name(one.annotation) == "int"}
    return bool(made_of) and all(
        isinstance(one, Static)
        or (isinstance(one, Unknown) and one.parameter and one.name in whole)
        for one in made_of
    )


def _leaves(value: Value, depth: int = 5) -> Iterator[Value]:
    """What a number is made of that no operation made."""
    term = value.fact(Term)
    if term is None or not term.operands or not depth:
        yield value
        return
    for one in term.operands:
        yield from _leaves(one, depth - 1)


def _is_clamped(value: Value) -> bool:
    """Whether a number is zero wherever what it is made of is below zero, which it may be."""
    op, operands = op_of(value), _operands(value)
    bounds = [one.value for one in operands if isinstance(one, Const)]
    at_zero = op == "relu" or (op in ("maximum", "clip") and bounds[:1] == [0])
    inner = [one for one in operands if not isinstance(one, Const)]
    return at_zero and len(inner) == 1 and ranges.of(inner[0])[0] < 0


def _determined(value: Value) -> Value | None:
    """The matrix of which a value is the determinant."""
    return _operands(value)[0] if op_of(value) == "det" else None


def _is_small(matrix: Value) -> bool:
    """Whether a matrix is known to have few rows, so that a determinant hardly vanishes."""
    shape = forms.of_value(matrix).shape
    return shape is not None and shape[-1:] < (_MANY,)


def _of_log1p(value: Value) -> Composition | None:
    if op_of(value) == "exp":
        return Composition.SOFTPLUS if _reaches(value, _INFINITE) else None
    return _of_failure(_operands(value)[0]) if op_of(value) == "neg" else None


def _of_failure(success: Value) -> Composition | None:
    """The logarithm of what a number that may round to one lacks to it."""
    if _is_square_of_tanh(success):
        return Composition.LOG_ONE_MINUS_TANH
    if op_of(success) == "exp":
        tiny = _may_be_tiny(_operands(success)[0])
        return Composition.LOG_ONE_MINUS_EXP if tiny else None
    if op_of(success) != "sigmoid" or not _may_be_far(_operands(success)[0], 1.0):
        return None
    return Composition.LOG_ONE_MINUS_SIGMOID


def _is_square_of_tanh(value: Value) -> bool:
    """Whether a number is the square of a hyperbolic tangent that may round to one."""
    root = root_of_square(value)
    if root is None or op_of(root) != "tanh":
        return False
    return any(_may_be_far(_operands(root)[0], sign) for sign in (1.0, -1.0))


def _of_quotient(above: Value, below: Value) -> Composition | None:
    """An exponential by the sum of all, or one by the sum of one and an exponential."""
    powers = _operands(below)[0] if op_of(below) == "sum" else None
    if powers is not None and op_of(powers) == "exp":
        whole = op_of(above) == "sum"
        for one in _factors(_operands(above)[0]) if whole else (above,):
            part = op_of(one) == "exp" and (is_same(powers, one) or _is_part(one, powers))
            if part and _goes_wrong(one):
                return Composition.SOFTMAX
    power = _beside_one(_operands(below)) if op_of(below) == "+" else None
    if power is not None and (_is_one(above) or is_same(power, above)):
        return Composition.SIGMOID if _reaches(power, _INFINITE) else None
    if op_of(above) == "-" and op_of(below) == "+":
        return Composition.TANH if _is_tanh(_operands(above), _operands(below)) else None
    return None


def _is_part(exponential: Value, exponentials: Value) -> bool:
    """Whether one exponential is of a number that is among those of which others are."""
    number, numbers = (_operands(one)[0] for one in (exponential, exponentials))
    return number.token is numbers.token


def _is_tanh(above: tuple[Value, ...], below: tuple[Value, ...]) -> bool:
    """Whether both have an exponential that may be large, and its reciprocal or one."""
    same = all(is_same(one, other) for one, other in zip(above, below, strict=True))
    if not same:
        return False
    power = _beside_one(above)
    if power is not None:
        return _reaches(power, _INFINITE)
    if not all(op_of(one) == "exp" for one in above):
        return False
    first, second = (_operands(one)[0] for one in above)
    opposite = op_of(second) == "neg" and _operands(second)[0].token is first.token
    return opposite and _reaches(above[0], _INFINITE)


def _weigh(engine: Engine, frame: Frame, node: ir.Place, left: Value, right: Value) -> None:
    """Take note of a probability times its logarithm, which is small where that is large.

    Of what is zero for certain the product is no number.
    """
    for weight, logarithm in ((left, right), (right, left)):
        zeros = _has_zeros(weight, compiled=frame.region is not None)
        if zeros and any(is_same(one, weight) for one in _logged(logarithm)):
            engine.observe(UnstableComposition(*frame.at(node), Composition.LOG_ONE_HOT))
        probable = op_of(weight) in _PROBABILITIES or _is_offset(weight)
        if probable and op_of(logarithm) == "log":
            engine.kept(_Entropies).weighted.add(_operands(logarithm)[0].token)


def _has_zeros(value: Value, *, compiled: bool) -> bool:
    """Whether some numbers of an array are one-hot rows.

    XLA chooses by labels where such rows alone are multiplied, and multiplies nothing with zero.
    """
    if op_of(value) == ONE_HOT:
        return not compiled
    arms = _operands(value)[1:] if op_of(value) == "where" else ()
    return any(op_of(one) == ONE_HOT for one in arms)


def _logged(value: Value) -> Iterator[Value]:
    """The numbers whose logarithms a value is, or is the sum or difference of."""
    if op_of(value) == "log":
        yield _operands(value)[0]
    for one in _operands(value) if op_of(value) in ("+", "-") else ():
        if op_of(one) == "log":
            yield _operands(one)[0]


def _is_offset(value: Value) -> bool:
    """Whether a number is a probability that is kept from zero by a small one."""
    op, operands = op_of(value), _operands(value)
    if op not in ("+", "maximum", "clip"):
        return False
    small = any(is_small(one, _OFFSET) for one in operands)
    return small and any(_is_probability(one) for one in operands)


def _cut_at(value: Value) -> int | None:
    """How far logits are apart where a bound takes over from a probability, if one does."""
    small = next(one for one in _operands(value) if is_small(one, _OFFSET))
    if op_of(value) == "+" or not isinstance(small, Const) or not isinstance(small.value, float):
        return None
    return round(-math.log(small.value))


def _is_vain(value: Value) -> bool:
    """Whether a number is one less what is kept below one by a bound that float32 rounds to one."""
    op, operands = op_of(value), _operands(value)
    if op != "-" or not _is_one(operands[0]) or op_of(operands[1]) not in ("clip", "minimum"):
        return False
    return any(_rounds_to_one(bound) for bound in _operands(operands[1]))


def _rounds_to_one(bound: Value) -> bool:
    number = bound.value if isinstance(bound, Const) else None
    return isinstance(number, float) and number < 1 and struct.pack("f", number) == _ONE


def _is_probability(value: Value) -> bool:
    if op_of(value) == "-":
        one, other = _operands(value)
        return _is_one(one) and _of_failure(other) is Composition.LOG_ONE_MINUS_SIGMOID
    return _may_vanish(value)


# --- terms ---------------------------------------------------------------------------------------


def _operands(value: Value) -> tuple[Value, ...]:
    term = value.fact(Term)
    return () if term is None else tuple(map(bare, term.operands))


def _factors(value: Value) -> tuple[Value, ...]:
    return _operands(value) if op_of(value) == "*" else ()


def _is_one(value: Value) -> bool:
    return isinstance(value, Const) and value.value == 1 and value.value is not True


def _beside_one(operands: tuple[Value, ...]) -> Value | None:
    """The exponential to which one is added, if that is what the operands are."""
    for one, other in (operands, operands[::-1]):
        if _is_one(one) and op_of(other) == "exp":
            return other
    return None


def _reaches(value: Value, ends: tuple[float, ...]) -> bool:
    """Whether a number gets to one of the ends where what it is made of is large."""
    return any(_at(value, far) in ends for far in _FAR)


def _goes_wrong(power: Value) -> bool:
    """Whether exponentials whose sum is taken overflow, or all vanish.

    Where the largest or least of the numbers is taken off them, one of the exponentials is one.
    """
    number = _operands(power)[0]
    if not _is_shifted(number):
        return _reaches(power, _EITHER)
    return ranges.of(number).low >= 0 and _reaches(power, _INFINITE)


def _is_shifted(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a number is, but for its sign and a factor, taken off the largest or least."""
    term = value.fact(Term)
    if term is None or not depth:
        return False
    inner = term.operands if term.op in ("neg", "*", "/") else ()
    return ranges.is_shift(term) or any(_is_shifted(one, depth - 1) for one in inner)


def _may_vanish(value: Value) -> bool:
    """Whether a number is a probability that may become zero."""
    if op_of(value) not in _PROBABILITIES:
        return False
    operand, several = _operands(value)[0], op_of(value) == "softmax"
    low, high = ranges.of(operand)
    if several and (high - low < _APART or _is_unread(operand)):
        return False
    return (several and _may_be_far(operand, 1.0)) or _may_be_far(operand, -1.0)


def _is_unread(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a number is made of so many written ones that nobody has read them."""
    unread = op_of(value) == WRITTEN and not _operands(value)
    return unread or any(_is_unread(one, depth - 1) for one in _operands(value) if depth)


def _may_be_far(value: Value, sign: float) -> bool:
    """Whether a number is not seen to stay near to zero, or on the other side of it."""
    if max(end * sign for end in ranges.of(value)) < _NEAR:
        return False
    numbers = (_at(value, far) for far in _FAR)
    return any(number is None or number * sign > _NEAR for number in numbers)


def _may_be_tiny(value: Value) -> bool:
    """Whether a number may be so near to zero, from below, that its exponential rounds to one.

    The difference of two numbers is zero, or larger.
    """
    low, high = ranges.of(value)
    tiny = lost()
    points = (Point({}, near, _is_open, loose=True) for near in (tiny, -tiny))
    numbers = (point.number(value) for point in points)
    return low < 0 and high >= -tiny and any(number and abs(number) <= tiny for number in numbers)


def _at(value: Value, far: float) -> float | None:
    """What a number is where what it is made of is far from zero."""
    return Point({}, far, _is_open, alike=False, loose=True).number(value)


def _is_open(value: Value) -> bool:
    """Whether a value may be as large as one likes.

    What unknown code gave may be bounded, and so is what is drawn, or a cosine.
    """
    made = op_of(value) in OPAQUE - _BOUNDED and not is_cosine(value)
    return made or (isinstance(value, Unknown) and value.parameter)


# --- fixes ---------------------------------------------------------------------------------------


def _fix(frame: Frame, node: ir.Place, inner: str) -> PlannedFix | None:
    """``log(softmax(...))`` as ``log_softmax(...)``, where both calls stand together."""
    ways = spelling.spellings(frame, f"jax.nn.log_{inner}")
    call = trees.node(node)
    if not ways or not isinstance(call, cst.Call) or len(call.args) != 1:
        return None
    given = call.args[0].value
    if not isinstance(given, cst.Call):
        return None
    func = trees.code(node, given.func)
    if func not in spelling.spellings(frame, f"jax.nn.{inner}"):
        return None
    text = ways[0] + trees.code(node, given).removeprefix(func)
    return PlannedFix(f"use log_{inner}", (Replace(node, text),), safe=True)
