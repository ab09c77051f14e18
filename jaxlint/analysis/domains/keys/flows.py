"""Where the values of calls go in a function: through which parts of later expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.keys import reach
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level

# How many variables a value is followed through.
_STEPS = 32
# Of how many functions is kept which statement each part stands in.
_SCOPES = 8

# Which part is taken of each expression that has several, by the place of that.
Way = dict[ir.Place, int]
# The parts of an expression that are told apart; none of most.
Sides = Callable[[ir.Expr], tuple[ir.Expr, ...]]


def ways(scope: ir.Scope, level: Level, sides: Sides) -> Iterator[Way]:
    """The parts through which the value of a call leaves a function, for each way that it goes."""
    begun = statement_at(scope, level.node)
    pending = [] if level.node is None else [(level.node, begun, Way())]
    followed: set[tuple[ir.Stmt | None, str, frozenset[tuple[ir.Place, int]]]] = set()
    while pending:
        place, statement, taken = pending.pop()
        taken = taken | _above(statement, place, sides)
        name = held_by(scope, statement, place)
        if not name or len(followed) >= _STEPS:
            yield taken
        elif (statement, name, frozenset(taken.items())) not in followed:
            followed.add((statement, name, frozenset(taken.items())))
            pending += [(*reader, taken) for reader in _reached(scope, statement, place)]


def are_apart(one: Way, other: Way) -> bool:
    """Whether two ways go through different parts of one expression."""
    return any(other.get(place, part) != part for place, part in one.items())


def feeds(scope: ir.Scope, level: Level, call: ir.Call) -> bool:
    """Whether a call is given what comes of the one at a level."""
    pending = [] if level.node is None else [(level.node, statement_at(scope, level.node))]
    followed: set[ir.Stmt | None] = set()
    while pending and len(followed) < _STEPS:
        place, statement = pending.pop()
        if any(is_in(place, part) for part in call.given):
            return True
        if statement not in followed:
            followed.add(statement)
            pending += _reached(scope, statement, place)
    return False


def is_read_in(scope: ir.Scope, name: str, loop: int) -> bool:
    """Whether a function, or one inside it, reads a variable in a loop."""
    inside = any(name not in one.bound and one.is_read(name) for one in scope.inner)
    return inside or any(loop in event.loops for event in scope.loads.get(name, ()))


def held_by(scope: ir.Scope, statement: ir.Stmt | None, place: ir.Place | None) -> str:
    """The variable that holds what comes of a place in a statement; "" where others may see it."""
    target = _target(statement, place)
    if target is None or target.id in scope.outside:
        return ""
    inner = any(target.id not in one.bound and one.is_read(target.id) for one in scope.inner)
    return "" if inner or target.id not in scope.loads else target.id


def _target(statement: ir.Stmt | None, place: ir.Place | None) -> ir.Name | None:
    """The name that an assignment binds to the part of its value in which a place is."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    targets: tuple[ir.Expr, ...] = (target,)
    if isinstance(target, ir.Display) and isinstance(value, ir.Display):
        if len(target.elements) != len(value.elements):
            return None
        pairs = zip(target.elements, value.elements, strict=True)
        targets = tuple([name for name, part in pairs if is_in(place, part)])
    return next((one for one in targets if isinstance(one, ir.Name)), None)


def is_in(place: ir.Place | None, written: ir.Stmt | ir.Expr) -> bool:
    """Whether a place is that of a part of a statement's value, or of an expression."""
    return any(one.place is place for one in parts(written))


def parts(written: ir.Stmt | ir.Expr) -> Iterator[ir.Expr]:
    """The expressions in the value of a statement, or in an expression, itself among them."""
    whole = written if isinstance(written, ir.Expr) else getattr(written, "value", ())
    return (one for one in ir.nodes_in(whole) if isinstance(one, ir.Expr))


def statement_at(scope: ir.Scope, place: ir.Place | None) -> ir.Stmt | None:
    """The statement of a scope in whose value something stands, if it has one."""
    return None if place is None else _statements(scope).get(place)


def readers(scope: ir.Scope, name: str) -> list[tuple[ir.Place, ir.Stmt | None]]:
    """Where a variable is read, and in which statement; None where that is none with a value."""
    return [(event.node, statement_at(scope, event.node)) for event in scope.loads[name]]


def _reached(
    scope: ir.Scope, statement: ir.Stmt | None, place: ir.Place
) -> list[tuple[ir.Place, ir.Stmt | None]]:
    """Where what comes of a place is read by the variable that a statement binds it to."""
    target = _target(statement, place)
    seen = [] if target is None else reach.loads(scope, target.id, target.place)
    return [(event.node, statement_at(scope, event.node)) for event in seen]


@lru_cache(maxsize=_SCOPES)
def _statements(scope: ir.Scope) -> dict[ir.Place, ir.Stmt]:
    """The statements with a value, by the places of all that stands in it."""
    return {
        part.place: statement
        for statement in ir.statements_in(*scope.body)
        for part in parts(statement)
    }


def _above(statement: ir.Stmt | None, place: ir.Place, sides: Sides) -> Way:
    """The sides of expressions in which a part of a statement stands."""
    if statement is None:
        return {}
    return {
        part.place: number
        for part in parts(statement)
        for number, side in enumerate(sides(part))
        if is_in(place, side)
    }
