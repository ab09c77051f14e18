"""Differences between all points of one set, of which one of each is zero.

They are written ``x[:, None] - x[None]``, or made by two maps over the same array, one in another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.events import ItemRead, OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Term, are_equal, op_of
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values.kinds import Traced, Value
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So many operations lie between a difference and what is made of its square.
_DEPTH = 10


class _Indexed(NamedTuple):
    """An array that is indexed: where its place is among what is read of it."""

    array: Value
    place: object

    def gave(self, value: Value) -> bool:
        """Whether a value is what the index gave."""
        children = self.array.children or {}
        places = (key for key, child in children.items() if child.token is value.token)
        return any(isinstance(key, tuple) and key[0] == self.place for key in places)


@dataclass(slots=True)
class _Pairs:
    """The differences of a set with itself, by the tokens of their operands.

    ``spread`` are arrays that an index gives a new axis, each with that. What is ``picked`` of a
    difference by indices may leave out where each point meets itself.
    """

    known: set[tuple[Value, Value]] = field(default_factory=set)
    spread: list[tuple[_Indexed, int]] = field(default_factory=list)
    picked: list[_Indexed] = field(default_factory=list)


@numerics.on(ItemRead, traced=True)
def indexed(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Take note of an array that gets a new axis, and of differences of which an index picks."""
    if not isinstance(event.base, Traced):
        return
    axis = _new_axis(event.node.index)
    picks = axis is None and op_of(event.base) == "-" and _picks(event.node.index)
    if axis is None and not picks:
        return
    read, pairs = _Indexed(event.base.token, subscripts.place(event.key)), engine.kept(_Pairs)
    if axis is None:
        pairs.picked.append(read)
    else:
        pairs.spread.append((read, axis))


@numerics.on(OperatorApplied, traced=True)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Take note of a difference between all points of one set."""
    node, left, right = event
    if node.op != "-":
        return
    pairs = engine.kept(_Pairs)
    if _are_of_one(frame, node.left, node.right) or _were_of_one(pairs, left, right):
        pairs.known.add((left.token, right.token))


def difference_in(
    engine: Engine, term: Term, beyond: Callable[[Term], bool] = lambda _: True
) -> Value | None:
    """The difference of that kind of which a term is made, by operations that may be followed."""
    pairs = engine.kept(_Pairs)
    known = pairs.known
    for value, one, other in _differences(term, _DEPTH, beyond, set()):
        if any(picked.gave(value) for picked in pairs.picked):
            continue
        if (one.token, other.token) in known or _are_rows_of_one(one, other):
            return value
    return None


def _are_rows_of_one(one: Value, other: Value) -> bool:
    """Whether two maps, one in another, give each a row of the same array, not of such a row."""
    if one.token is not other.token or not isinstance(one, Traced) or not isinstance(other, Traced):
        return False
    outer, inner = one.region, other.region
    mapped = (each.transform.arguments is Arguments.MAPPED for each in (outer, inner))
    if outer is inner or not all(mapped):
        return False
    nested = outer.within(inner) or inner.within(outer)
    return nested and not _is_made_of(one, other) and not _is_made_of(other, one)


def _is_made_of(row: Value, array: Value) -> bool:
    """Whether a value is a copy of another one, as a row of it is."""
    copy: Value | None = row
    while copy is not None and copy is not array:
        copy = copy.twin
    return copy is array


def _differences(
    term: Term, depth: int, beyond: Callable[[Term], bool], seen: set[Value]
) -> Iterator[tuple[Value, Value, Value]]:
    """The differences that a term is made of, each with its operands."""
    for operand in term.operands if depth else ():
        inner = operand.fact(Term)
        if inner is None or operand in seen or not beyond(inner):
            continue
        seen.add(operand)
        if inner.op == "-":
            one, other = inner.operands
            yield operand, one, other
        yield from _differences(inner, depth - 1, beyond, seen)


def _are_of_one(frame: Frame, left: ir.Expr, right: ir.Expr) -> bool:
    """Whether one array is spread along two different axes, under one name or under two."""
    if not isinstance(left, ir.Subscript) or not isinstance(right, ir.Subscript):
        return False
    one, other = left.base, right.base
    if not isinstance(one, ir.Name) or not isinstance(other, ir.Name):
        return False
    axes = {_new_axis(left.index), _new_axis(right.index)}
    same = one.id == other.id or _are_held_alike(frame, one.id, other.id)
    return same and len(axes) == 2 and None not in axes


def _were_of_one(pairs: _Pairs, left: Value, right: Value) -> bool:
    """Whether one array was spread along two different axes, wherever that was."""
    ones = [(read.array, axis) for read, axis in pairs.spread if read.gave(left)]
    others = [(read.array, axis) for read, axis in pairs.spread if ones and read.gave(right)]
    return any(array is same and axis != other for array, axis in ones for same, other in others)


def _are_held_alike(frame: Frame, one: str, other: str) -> bool:
    """Whether two variables of a frame hold the same array, or equal ones."""
    held, also = frame.env.get(one), frame.env.get(other)
    return held is not None and also is not None and are_equal(held, also)


def _new_axis(index: ir.Expr) -> int | None:
    """Where an index puts a new axis, if it does nothing else."""
    parts = index.elements if isinstance(index, ir.Display) else (index,)
    new = [at for at, part in enumerate(parts) if _is_new(part)]
    return new[0] if len(new) == 1 and all(map(_is_plain, parts)) else None


def _picks(index: ir.Expr) -> bool:
    """Whether an index has other parts than numbers and slices, as arrays of indices."""
    parts = index.elements if isinstance(index, ir.Display) else (index,)
    return not all(isinstance(part, ir.Slice | ir.Constant | ir.UnaryOp) for part in parts)


def _is_new(part: ir.Expr) -> bool:
    named = isinstance(part, ir.Attribute) and part.attr == "newaxis"
    return named or ir.is_none(part)


def _is_plain(part: ir.Expr) -> bool:
    whole = isinstance(part, ir.Slice) and not (part.lower or part.upper or part.step)
    return whole or _is_new(part)
