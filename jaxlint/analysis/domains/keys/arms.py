"""Draws of which each result takes one: the arms of ``where``, the entries of a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions
from jaxlint.knowledge import random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.state import Draw

_CHOOSING = frozenset(("where", "select"))
_SCALAR = "[]"
# How many variables a draw is followed through.
_STEPS = 32
# Of how many functions is kept which statement each name stands in.
_SCOPES = 8

# Which arm is taken of each expression that chooses, by the place of that.
_Choices = dict[ir.Place, int]


def are_arms(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether two draws end in different arms of one choice, wherever they end.

    A ``where`` chooses element by element, so that its arms have to be of one shape; a dict
    display of which one entry is used chooses as a whole. ``first`` and ``second`` are the calls
    in one function that lead to them.
    """
    scope = first.frame.scope
    if scope is not second.frame.scope or first.node is second.node:
        return False
    if _are_entries(scope, first, second):
        return True
    if not earlier.use.shape or earlier.use.shape != later.use.shape:
        return False
    ways = [list(_ways(scope, level)) for level in (first, second)]
    return all(ways) and all(_are_apart(one, other) for one in ways[0] for other in ways[1])


def _are_entries(scope: ir.Scope, first: Level, second: Level) -> bool:
    """Whether two calls stand in different entries of a dict display of which one entry is used."""
    statement, places = first.statement, (first.node, second.node)
    if statement is None or statement is not second.statement:
        return False
    return any(
        len({_entry(display, place) for place in places} - {None}) == len(places)
        for display in _tables(scope, statement)
    )


def _entry(display: ir.DictDisplay, place: ir.Place | None) -> int | None:
    """The number of the entry of a dict display whose value a place is in."""
    values = enumerate(value for _, value in display.items)
    return next((at for at, one in values if any(p.place is place for p in _parts(one))), None)


def _tables(scope: ir.Scope, statement: ir.Stmt) -> Iterator[ir.DictDisplay]:
    """The dict displays in a statement of which only one entry is ever used.

    It is looked up where the display stands, or where the variable is read that holds it.
    """
    for part in _parts(statement):
        if isinstance(part, ir.Subscript) and isinstance(part.base, ir.DictDisplay):
            yield part.base
    name = _held_by(scope, statement)
    display = statement.value if name and isinstance(statement, ir.Assign) else None
    if isinstance(display, ir.DictDisplay) and _is_looked_up_once(scope, name):
        yield display


def _is_looked_up_once(scope: ir.Scope, name: str) -> bool:
    """Whether a variable is bound once, and one place, in the same turn, reads an entry of it."""
    loads, entries = scope.loads.get(name, ()), scope.entries.get(name, ())
    events = (*scope.stores.get(name, ()), *loads)
    looks_up = [one for one in entries if one.kind == "entry" or one.kind.startswith("item:")]
    alike = len({one.loops for one in events}) == 1
    return alike and len(events) == 2 and len(looks_up) == 1


def _are_apart(one: _Choices, other: _Choices) -> bool:
    """Whether two ways go through different arms of one expression."""
    return any(other.get(place, arm) != arm for place, arm in one.items())


def _ways(scope: ir.Scope, level: Level) -> Iterator[_Choices]:
    """The arms through which the value of a call leaves a function, for each way that it goes."""
    pending = [] if level.node is None else [(level.node, level.statement, _Choices())]
    followed: set[tuple[str, frozenset[tuple[ir.Place, int]]]] = set()
    while pending:
        place, statement, taken = pending.pop()
        taken = taken | _above(statement, place)
        name = _held_by(scope, statement)
        if not name or len(followed) >= _STEPS:
            yield taken
        elif (name, frozenset(taken.items())) not in followed:
            followed.add((name, frozenset(taken.items())))
            pending += [(*reader, taken) for reader in _readers(scope, name)]


def _held_by(scope: ir.Scope, statement: ir.Stmt | None) -> str:
    """The variable that holds what a statement makes; "" where that may be seen by others."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return ""
    target = statement.targets[0]
    if not isinstance(target, ir.Name) or target.id in scope.outside:
        return ""
    inner = any(target.id not in one.bound and one.is_read(target.id) for one in scope.inner)
    return "" if inner or target.id not in scope.loads else target.id


def _readers(scope: ir.Scope, name: str) -> list[tuple[ir.Place, ir.Stmt | None]]:
    """Where a variable is read, and in which statement; None where that is none with a value."""
    statements = _statements(scope)
    return [(event.node, statements.get(event.node)) for event in scope.loads[name]]


@lru_cache(maxsize=_SCOPES)
def _statements(scope: ir.Scope) -> dict[ir.Place, ir.Stmt]:
    """The statements with a value in which the names stand that a scope reads."""
    return {
        part.place: statement
        for statement in ir.statements_in(*scope.body)
        for part in _parts(statement)
        if isinstance(part, ir.Name)
    }


def _above(statement: ir.Stmt | None, place: ir.Place) -> _Choices:
    """The arms in which a part of a statement stands."""
    if statement is None:
        return {}
    return {
        part.place: number
        for part in _parts(statement)
        if isinstance(part, ir.Call) and ir.last_name(part.func) in _CHOOSING
        for number, arm in enumerate(_arms(part))
        if any(one.place is place for one in _parts(arm))
    }


def _parts(written: ir.Stmt | ir.Expr) -> Iterator[ir.Expr]:
    """The expressions in the value of a statement, or in an expression, itself among them."""
    whole = written if isinstance(written, ir.Expr) else getattr(written, "value", ())
    return (one for one in ir.nodes_in(whole) if isinstance(one, ir.Expr))


def _arms(choice: ir.Call) -> tuple[ir.Expr, ...]:
    """What a call chooses from: two arguments, or a list and what there is otherwise."""
    first, *others = choice.args[1:3] or (None,)
    if isinstance(first, ir.Display):
        return (*first.elements, *others)
    return () if first is None else (first, *others)


def shape(sampler: str, source: ir.Call | None) -> str:
    """The shape that a sampler is given, as it is written; "" where it is not known."""
    if source is None or f"jax.random.{sampler}" not in random.SHAPED:
        return ""
    named = next((value for name, value in source.keywords if name == "shape"), None)
    given = source.args[1] if len(source.args) > 1 else named
    return _SCALAR if given is None else conditions.spelled(given)
