"""Gradients that are not a number although what they are taken of is one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import filterfalse, islice
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import widening
from jaxlint.analysis.domains.numerics import (
    branches,
    missing,
    numerics,
    pairs,
    ranges,
    reaching,
    squares,
    terms,
)
from jaxlint.analysis.domains.numerics.backward import Culprit, broken, is_sloped
from jaxlint.analysis.domains.numerics.facts import Term, bare, is_same, is_small, is_two, op_of
from jaxlint.analysis.domains.numerics.observations import PoisonedGradient, Root, RootAtZero
from jaxlint.analysis.domains.numerics.points import Point
from jaxlint.analysis.domains.tracing.events import TransformMade
from jaxlint.analysis.values.kinds import Const, Container, Unknown, Value
from jaxlint.knowledge.numerics import (
    DIAGONAL,
    DOUBLE,
    EXPONENTIAL,
    OFF_DIAGONAL,
    OVERALL,
    SINGLE,
    TRUTHS,
    Width,
    is_operation,
    of_width,
)
from jaxlint.knowledge.transforms import OWN_RULES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PLAUSIBLE = (0.0, 1.0, -1.0, 100.0, -100.0)
# What holds of these holds of all numbers below zero, as of what rounding leaves of a zero.
_NEGATIVE = (-1e-6, -1.0, -100.0)
# What is infinite of this is so in float64 too.
_FAR = 1000.0
_DEPTH = 3
# Choices in each other that are looked at.
_CHOICES = 8
# So deep a value is looked for that has a name.
_NAMED = 6
# So deep terms are searched for a number that was computed twice.
_DEEP = 3
# Roots of what is zero where all numbers are zero, or all alike.
_AT_ZERO = frozenset(("sqrt", "norm", "std", "**"))
_ROOTS = _AT_ZERO | {"arccosh", "arctan2"}
# What has an infinite slope where it begins and ends, and how far rounding carries a cosine.
_EDGED = frozenset(("arccos", "arcsin"))
_ENDS = (1.0, -1.0, 1.000001, -1.000001)
_ALIKE = (0.0, 1.0)
# What is added to a root to divide by it is no larger.
_OFFSET = 0.1
_CLAMPS = frozenset(("maximum", "minimum", "clip"))


@dataclass(slots=True)
class _Guarded:
    """The roots that are guarded where it does not help, by what they are taken of."""

    roots: set[tuple[str, Value]] = field(default_factory=set)


class Mark(Enum):
    """What this domain says of a function: that it has a derivative rule of its own."""

    OWN_RULE = "own rule"


@numerics.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note of functions that are not differentiated themselves."""
    transformed = event.made
    if transformed.transform.name in OWN_RULES and isinstance(transformed.func, Function):
        engine.facts.marks.add((Mark.OWN_RULE, transformed.func.definition))


def _is_sloped_operation(name: str) -> bool:
    return is_operation(name) and not terms.is_flat(name)


@numerics.on(OutsideCalled, traced=True, about=_is_sloped_operation)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a function of numbers that are differentiated."""
    operands = event.arguments.positional
    listed = [one for value in operands if isinstance(value, Container) for one in value.values]
    if _are_judged(frame, (*operands, *listed)):
        _judge(engine, frame, terms.called(event.name, event.arguments), event.node)


@numerics.on(MethodCalled, traced=True)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge a method of an array of numbers that are differentiated."""
    flat = terms.is_flat_method(event.name, event.arguments)
    if not flat and _are_judged(frame, (event.base,)):
        term = terms.method(event.base, event.name, event.arguments)
        _judge(engine, frame, term, event.node)


@numerics.on(OperatorApplied, traced=True)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge an operator between numbers that are differentiated."""
    node, left, right = event
    if _are_judged(frame, (left, right)):
        _judge(engine, frame, terms.operated(node.op, left, right), node.place)


def _are_judged(frame: Frame, operands: tuple[Value, ...]) -> bool:
    """Whether the slope of one of some numbers is taken."""
    return terms.differentiates(frame.region) and any(map(is_sloped, operands))


def _judge(engine: Engine, frame: Frame, term: Term | None, node: ir.Place) -> None:
    if term is None or has_own_rule(engine) or engine.context.ends_in_error:
        return
    reaching.use(engine, term)
    edged = _is_root(term) or term.op in _EDGED
    if term.op == "where" or (edged and _is_clamped(term.operands[0])):
        if term.op != "where" or terms.differentiates_backwards(frame.region):
            _left_out(engine, frame, term, node)
    else:
        _root(engine, frame, term, node)


def _is_clamped(value: Value) -> bool:
    """Whether a number is a clamped one, or constants times or over or under one."""
    term = value.fact(Term)
    if term is None or term.op not in ("*", "/"):
        return term is not None and term.op in _CLAMPS
    varying = [one for one in term.operands if not isinstance(one, Const)]
    return len(varying) == 1 and _is_clamped(varying[0])


def has_own_rule(engine: Engine) -> bool:
    """Whether code around has a derivative rule, so that its own slopes are of no account."""
    return any(
        (Mark.OWN_RULE, definition) in facts.marks
        for definition in engine.stack
        for facts in engine.facts_of(definition.module)
    )


# --- what is left out ----------------------------------------------------------------------------


def _left_out(engine: Engine, frame: Frame, term: Term, node: ir.Place) -> None:
    """Judge a choice, or a root of what is clamped.

    Of what is left out the slope is multiplied with zero.
    """
    found = next(_slips(term, _own(term)), None)
    if found is None:
        if term.op == "where":
            _meeting(engine, frame, term, node)
        return
    culprit, tested, number = found
    reaching.watch(engine, term)
    settled = lambda: not reaching.is_aside(engine, term)  # noqa: E731
    where, name, truth = frame.at(node), _name(frame, tested), op_of(tested) in TRUTHS
    same = _tokens(term, tested)
    below = number < 0 and all(_breaks(term, same, one) for one in _NEGATIVE)
    reverse = term.op == "where"
    seen = PoisonedGradient(
        *where, culprit.op, name, number, below, reverse, truth, settled=settled
    )
    for one in _by_width(engine, seen, term, tested):
        engine.observe(one)


def _meeting(engine: Engine, frame: Frame, term: Term, node: ir.Place) -> None:
    """Judge a choice that leaves out the diagonal of what is made of all pairs of one set.

    There each point meets itself. What is made of a root is told of the root.
    """
    chosen = term.operands[0]
    eyes = [one for one in (chosen, *_inner(chosen, _DEPTH)) if op_of(one) == DIAGONAL]
    follow = lambda one: not _is_root(one)  # noqa: E731
    difference = pairs.difference_in(engine, term, follow) if eyes else None
    if difference is None:
        return
    point = Point({**{one.token: 1.0 for one in eyes}, difference.token: 0.0}, 1.0)
    whole, culprit = point.of(term), broken(term, point)
    if culprit is None or whole is None or not math.isfinite(whole):
        return
    reaching.watch(engine, term)
    settled = lambda: reaching.is_reached(engine, term)  # noqa: E731
    made = [inner for arm in term.operands[1:] for inner in (arm, *_inner(arm, _NAMED))]
    zeros = [one for one in made if is_sloped(one) and point.number(one) == 0]
    name = next(filter(None, [_name(frame, one) for one in zeros]), "")
    where, op = frame.at(node), culprit.term.op
    seen = PoisonedGradient(*where, op, name, 0.0, below=False, reverse=True, settled=settled)
    engine.observe(seen)


def _slips(term: Term, counts: Callable[[Culprit], bool]) -> Iterator[tuple[Term, Value, float]]:
    """What, of that which ``counts``, spoils the gradient of a term where a value is a number."""
    for chosen in [one.operands[0] for one in islice(_chain(term), _CHOICES)]:
        for tested, number in _candidates(term, chosen):
            culprit = _breaks(term, _tokens(term, tested), number, counts)
            if culprit is not None:
                yield culprit.term, tested, number


def _candidates(term: Term, chosen: Value) -> Iterator[tuple[Value, float]]:
    """The numbers that a condition is made of, and which each of them may be.

    A clamp does not say that tables out of sight have numbers below zero.
    """
    plausible = (*_ENDS, *_PLAUSIBLE) if term.op in _EDGED else _PLAUSIBLE
    data = ranges.ANY if term.op == "where" else ranges.POSITIVE
    for tested in filterfalse(_is_settled, _inner(chosen, _DEPTH)):
        possible = ranges.of(tested, data)
        for number in filter(possible.has, (*plausible, *_constants(chosen, _DEPTH))):
            yield tested, number
    for tested in missing.data_in(chosen):
        yield tested, math.nan


def _is_settled(value: Value) -> bool:
    """Whether a number is computed from constants, and so no other than the one that they give."""
    made = bare(value)
    return not isinstance(made, Const) and Point({}).number(made) is not None


def _own(term: Term) -> Callable[[Culprit], bool]:
    """Says of a culprit whether a term leaves it out, and no choice within is told for it."""
    chain, told = [*_chain(term)], dict[tuple[int, int], bool]()

    def counts(culprit: Culprit) -> bool:
        inner = culprit.choice
        if inner is None or any(inner is one for one in chain):
            return True
        key = (id(inner), id(culprit.term))
        if key not in told and len(told) == _CHOICES:
            return False
        if key not in told:
            slips = _slips(inner, lambda one: one.term is culprit.term)
            told[key] = next(slips, None) is not None
        return not told[key]

    return counts


def _chain(term: Term) -> Iterator[Term]:
    """A choice, and those of ``select`` that stand behind it."""
    yield term
    other = term.operands[-1].fact(Term)
    if type(term.operands[-1]) is Unknown and other is not None and other.op == "where":
        yield from _chain(other)


def _by_width(
    engine: Engine, seen: PoisonedGradient, term: Term, tested: Value
) -> Iterator[PoisonedGradient]:
    """What is observed in float32, and what where types of 64 bits are on."""
    same, number = _tokens(term, tested), seen.number
    far = math.copysign(_FAR, number)
    with of_width(DOUBLE):
        also = _breaks(term, same, number)
        beyond = _breaks(term, same, far) if not also and ranges.of(tested).has(far) else None
    if also:
        yield seen
        return
    yield widening.only(engine, seen, wide=False)
    if beyond:
        farther = replace(seen, op=beyond.term.op, number=far)
        yield widening.only(engine, farther, wide=True)


def _breaks(
    term: Term,
    same: tuple[Value, ...],
    number: float,
    counts: Callable[[Culprit], bool] = lambda _: True,
) -> Culprit | None:
    """What spoils the gradient where a value is a number, if anything does.

    The value is known by several tokens if it is computed several times.
    """
    partial = not _asks_of_all(term.operands[0], _DEPTH)
    point = Point(dict.fromkeys(same, number), partial=partial)
    whole = point.of(term)
    if whole is not None and not math.isfinite(whole):
        return None
    chosen = _chosen(term, point)
    spoiled = None if chosen is None else broken(chosen, point, counts)
    if spoiled is not None and spoiled.term.op not in EXPONENTIAL:
        return None
    return broken(term, point, counts)


def _chosen(term: Term, point: Point) -> Term | None:
    """How that is computed which a choice, or one of ``select`` behind it, chooses at a point.

    If its own gradient is no number, no other is to blame, but for an exponential: that was to be
    left out sooner.
    """
    truth = point.number(term.operands[0]) if term.op == "where" else None
    if truth is None:
        return None
    chosen = term.operands[1 if truth else 2].fact(Term)
    behind = any(chosen is one for one in _chain(term))
    return _chosen(chosen, point) if chosen is not None and behind else chosen


def _asks_of_all(value: Value, depth: int) -> bool:
    """Whether a choice is made by what all numbers of an array, or of a row, come to alone."""
    term = value.fact(Term)
    if term is None or not depth:
        return False
    made = [one for one in term.operands if is_sloped(one)]
    overall = bool(made) and all(_asks_of_all(one, depth - 1) for one in made)
    return term.op in OVERALL or overall


def _inner(value: Value, depth: int) -> Iterator[Value]:
    """The values that a number is computed from, the nearest first."""
    term = value.fact(Term)
    if term is None or not depth:
        return
    found = [one for one in term.operands if not isinstance(one, Const)]
    yield from found
    for one in found:
        yield from _inner(one, depth - 1)


def _tokens(term: Term, tested: Value) -> tuple[Value, ...]:
    """The tokens by which a number is known in a term."""
    return (tested.token, *_alike(term, tested, _DEEP))


def _alike(term: Term, tested: Value, depth: int) -> Iterator[Value]:
    """The tokens of the numbers in a term that are computed as another one is."""
    for one in term.operands if depth else ():
        if is_same(one, tested):
            yield one.token
        elif (inner := one.fact(Term)) is not None:
            yield from _alike(inner, tested, depth - 1)


def _constants(value: Value, depth: int) -> Iterator[float]:
    """The numbers that a condition compares with."""
    term = value.fact(Term)
    for one in () if term is None or not depth else term.operands:
        if isinstance(one, Const) and isinstance(one.value, int | float):
            yield float(one.value)
        yield from _constants(one, depth - 1)


# --- roots ---------------------------------------------------------------------------------------


def _root(engine: Engine, frame: Frame, term: Term, node: ir.Place) -> None:
    """Judge a root that is zero where all numbers are alike, and what is made of one."""
    form, root = _with_root(term)
    if root is None or (form is Root.BARE and not squares.are_under(root)):
        return
    spoiled = _spoiling(root)
    paired = form is Root.BARE and (spoiled or root.op in _AT_ZERO)
    difference = pairs.difference_in(engine, root) if paired else None
    if not spoiled and (difference is None or not _is_spoiled_by(root, difference)):
        return
    form = form if difference is None else Root.PAIRED
    if spoiled and all(branches.are_left_out(frame, root, number) for number in spoiled):
        # A comparison of the same root, by which the branch is chosen, has no slope either.
        engine.kept(_Guarded).roots.add(_key(root))
        return
    meant = root.op != "norm" or _is_of_difference(root)
    once = _once(engine, form, root)
    seen = RootAtZero(*frame.at(node), form, root.op, meant, settled=once)
    narrow = bool(spoiled) and not _spoiling(root, DOUBLE)
    engine.observe(widening.only(engine, seen, wide=False) if narrow else seen)


def _spoiling(root: Term, width: Width = SINGLE) -> list[float]:
    """Where all numbers are which of these, a root is zero, and its slope infinite."""
    with of_width(width):
        return [one for one in _ALIKE if _is_spoiled(root, Point({}, one, is_sloped))]


def _is_spoiled_by(root: Term, difference: Value) -> bool:
    """Whether a root is zero, and its slope infinite, where a difference is zero and all is one.

    That is on the diagonal.
    """
    made = [one for inner in root.operands for one in (inner, *_inner(inner, _NAMED))]
    zeros = [difference, *(one for one in made if op_of(one) == OFF_DIAGONAL)]
    return _is_spoiled(root, Point({one.token: 0.0 for one in zeros}, 1.0))


def _is_spoiled(root: Term, point: Point) -> bool:
    """Whether a root is zero, and its own slope infinite, at a point."""
    return point.of(root) == 0 and broken(root, point, lambda one: one.term is root) is not None


def _key(root: Term) -> tuple[str, Value]:
    """By what a root is told from others."""
    return root.op, root.operands[0].token


def _once(engine: Engine, form: Root, root: Term) -> Callable[[], bool]:
    """Whether it is in this form that a root is judged: as a bare one only if nothing guards it."""
    guarded, key = engine.kept(_Guarded).roots, _key(root)
    reaching.watch(engine, root)
    if form is Root.PAIRED:
        return lambda: key not in guarded and reaching.is_reached(engine, root)
    if form is not Root.BARE:
        guarded.add(key)
        return lambda: not reaching.is_aside(engine, root)
    return lambda: key not in guarded and not reaching.is_aside(engine, root)


def _is_of_difference(norm: Term) -> bool:
    """Whether a norm is that of a difference, in whatever shape, or of a cross product.

    Two points may be one, and three lie on a line.
    """
    inner = norm.operands[0].fact(Term)
    if inner is None:
        return False
    return inner.op in ("-", "cross") or (inner.op == "same" and _is_of_difference(inner))


def _with_root(term: Term) -> tuple[Root, Term | None]:
    """The root that a term guards against being zero, or is."""
    if term.op in ("+", "maximum", "clip"):
        small = any(is_small(one, _OFFSET) for one in term.operands)
        return Root.OFFSET_OUTSIDE, next(_roots(term), None) if small else None
    if term.op == "square" or (term.op == "**" and is_two(term.operands[1])):
        inner = term.operands[0].fact(Term)
        return Root.SQUARED, inner if inner is not None and inner.op == "norm" else None
    return Root.BARE, term if _is_root(term) else None


def _roots(term: Term) -> Iterator[Term]:
    for one in term.operands:
        inner = one.fact(Term)
        if inner is not None and _is_root(inner):
            yield inner


def _is_root(term: Term) -> bool:
    if term.op != "**":
        return term.op in _ROOTS
    exponent = term.operands[1]
    return isinstance(exponent, Const) and type(exponent.value) is float and 0 < exponent.value < 1


def _name(frame: Frame, value: Value) -> str:
    """The variable that holds a value, if one does; a comparison of two that have names."""
    held = (name for name, one in frame.env.items() if one.token is value.token)
    found, term = next(held, ""), value.fact(Term)
    if found or term is None or term.op not in TRUTHS or len(term.operands) != 2:
        return found
    sides = [_name(frame, one) for one in term.operands]
    return f" {term.op} ".join(sides) if all(sides) else ""
