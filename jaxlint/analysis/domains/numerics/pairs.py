"""Differences between all points of one set, ``x[:, None] - x[None]``: one of each is zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.facts import Term
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So many operations lie between a difference and the root of its square.
_DEPTH = 5


@dataclass(slots=True)
class _Pairs:
    """The differences of a set with itself, by the tokens of their operands."""

    known: set[tuple[Value, Value]] = field(default_factory=set)


@numerics.on(OperatorApplied, traced=True)
def operated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Take note of a difference between all points of one set."""
    node, left, right = event
    if node.op == "-" and is_sloped(left) and _are_of_one(node.left, node.right):
        engine.kept(_Pairs).known.add((left.token, right.token))


def are_in(engine: Engine, root: Term) -> bool:
    """Whether a root is one of such differences."""
    known = engine.kept(_Pairs).known
    return bool(known) and any(pair in known for pair in _differences(root, _DEPTH))


def _differences(term: Term, depth: int) -> Iterator[tuple[Value, Value]]:
    if term.op == "-":
        one, other = term.operands
        yield one.token, other.token
    for operand in term.operands if depth else ():
        inner = operand.fact(Term)
        if inner is not None:
            yield from _differences(inner, depth - 1)


def _are_of_one(left: ir.Expr, right: ir.Expr) -> bool:
    """Whether one variable is spread along two different axes."""
    if not isinstance(left, ir.Subscript) or not isinstance(right, ir.Subscript):
        return False
    one, other = left.base, right.base
    same = isinstance(one, ir.Name) and isinstance(other, ir.Name) and one.id == other.id
    axes = {_new_axis(left.index), _new_axis(right.index)}
    return same and len(axes) == 2 and None not in axes


def _new_axis(index: ir.Expr) -> int | None:
    """Where an index puts a new axis, if it does nothing else."""
    parts = index.elements if isinstance(index, ir.Display) else (index,)
    new = [at for at, part in enumerate(parts) if _is_new(part)]
    return new[0] if len(new) == 1 and all(map(_is_plain, parts)) else None


def _is_new(part: ir.Expr) -> bool:
    named = isinstance(part, ir.Attribute) and part.attr == "newaxis"
    return named or (isinstance(part, ir.Constant) and part.value is None)


def _is_plain(part: ir.Expr) -> bool:
    whole = isinstance(part, ir.Slice) and not (part.lower or part.upper or part.step)
    return whole or _is_new(part)
