"""Numbers that each turn of a loop makes of those of the turn before: ``t *= 0.9``.

They may be fields of records: ``cfg = cfg._replace(t=cfg.t * 0.9)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.compilation import counting, looping
from jaxlint.analysis.domains.compilation.counting import Code
from jaxlint.knowledge.libraries import REPLACING
from jaxlint.program import ir
from jaxlint.program.operators import ARITHMETIC, COMPARISONS, ORDERINGS, mirrored

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_STEPS = ("+", "-", "*", "/")
_TESTS = (*ORDERINGS, "!=")
# By a greater factor a number is out of bounds after a few turns.
_FACTOR = 2


def steps(engine: Engine, code: Code, name: str) -> bool:
    """Whether each turn of a loop under way, of more than a few, moves a number on.

    Nothing else in that loop binds it.
    """
    return any(
        len(moves) == 1 and _apart(engine, code, *moves[0]) and not _is_short(engine, code, loop)
        for loop in _binding(code, name)
        for moves in [_moves(loop, name)]
    )


def replaces(engine: Engine, code: Code, name: str) -> bool:
    """Whether each turn of such a loop replaces a record by one with a number moved on."""
    return any(
        any(_apart(engine, code, *move) for move in _moved_fields(loop, name))
        and not _is_short(engine, code, loop)
        for loop in _binding(code, name)
    )


def _binding(code: Code, name: str) -> list[ir.For | ir.While]:
    """The loops under way in which a name is bound once."""
    events = code.scope.stores.get(name, ())
    return [
        loop
        for loop in counting.loops_of(code)
        if len([one for one in events if loop.place.number in one.loops]) == 1
    ]


def _moved_fields(loop: ir.For | ir.While, name: str) -> Iterator[tuple[str, ir.Expr]]:
    """By which operators and operands every turn moves on fields of a record that it replaces."""
    for one in loop.body:
        call = one.value if isinstance(one, ir.Assign) and _is(one.targets[0], name) else None
        if not isinstance(call, ir.Call) or ir.last_name(call.func) not in REPLACING:
            continue
        method = isinstance(call.func, ir.Attribute) and _is(call.func.base, name)
        if not method and not (call.args and _is(call.args[0], name)):
            continue
        for field, value in call.keywords:
            if isinstance(value, ir.BinaryOp) and _is_field(value.left, name, field):
                yield value.op, value.right


def _is_field(node: ir.Expr, name: str, field: str | None) -> bool:
    return isinstance(node, ir.Attribute) and node.attr == field and _is(node.base, name)


def _moves(loop: ir.For | ir.While, name: str) -> list[tuple[str, ir.Expr]]:
    """By which operators and operands every turn moves a number on."""
    found = []
    for one in loop.body:
        if isinstance(one, ir.AugAssign) and _is(one.target, name):
            found.append((one.op, one.value))
        elif isinstance(one, ir.Assign) and [_is(target, name) for target in one.targets] == [True]:
            value = one.value
            if isinstance(value, ir.BinaryOp) and _is(value.left, name):
                found.append((value.op, value.right))
    return found


def _is(node: ir.Expr, name: str) -> bool:
    return isinstance(node, ir.Name) and node.id == name


def _apart(engine: Engine, code: Code, op: str, by: ir.Expr) -> bool:
    """Whether a number moved on so is another one for many turns."""
    chosen = counting.assigned(code, by.id) if isinstance(by, ir.Name) else by
    if isinstance(chosen, ir.IfExp):
        return _either(engine, code, op, (chosen.body, chosen.orelse))
    if op in ("+", "-"):
        return counting.stays(code, by, (0,))
    factor = (
        counting.number(engine, code, by)
        if op in ("*", "/") and counting.stays(code, by, ())
        else None
    )
    return factor is not None and factor != 1 and 1 / _FACTOR < factor < _FACTOR


def _either(engine: Engine, code: Code, op: str, by: tuple[ir.Expr, ir.Expr]) -> bool:
    """Whether this is so whichever of two factors a turn takes: one does not undo the other."""
    if op not in ("*", "/") or not all(_apart(engine, code, op, one) for one in by):
        return False
    one, other = (counting.number(engine, code, each) or 0 for each in by)
    return not isclose(one * other, 1)


def _is_short(engine: Engine, code: Code, loop: ir.For | ir.While) -> bool:
    """Whether a loop is seen to have at most a few turns."""
    if isinstance(loop, ir.For):
        return looping.is_short(engine, code.frame, loop.iterable)
    return 0 < _turns(engine, code, loop) <= looping.FEW


def _turns(engine: Engine, code: Code, loop: ir.While) -> int:
    """How many turns a test of a number has that the turns move on; 0 where it is not known."""
    test = loop.test
    if not isinstance(test, ir.Compare) or len(test.rest) != 1:
        return 0
    sign, right = test.rest[0]
    moved, bound = test.left, right
    if not isinstance(moved, ir.Name) or not _moves(loop, moved.id):
        moved, bound, sign = right, test.left, mirrored(sign)
    name = moved.id if isinstance(moved, ir.Name) else ""
    moves = _moves(loop, name)
    if len(moves) != 1 or sign not in _TESTS or moves[0][0] not in _STEPS:
        return 0
    op, by = moves[0]
    starts = [
        one.value
        for one in code.scope.body
        if isinstance(one, ir.Assign) and one.value is not None
        if [_is(target, name) for target in one.targets] == [True]
    ]
    known = [counting.number(engine, code, one) for one in (*starts, by, bound)]
    if len(known) != 3 or None in known:
        return 0
    number, step, end = (one or 0 for one in known)
    for turn in range(looping.FEW + 1):
        if not COMPARISONS[sign](number, end):
            return turn
        number = ARITHMETIC[op](number, step)
    return looping.FEW + 1
