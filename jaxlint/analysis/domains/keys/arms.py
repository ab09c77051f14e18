"""Draws of which each result takes one: the arms of ``where``, the entries of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.keys import flows
from jaxlint.knowledge import random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.state import Draw

_CHOOSING = frozenset(("where", "select"))
_SCALAR = "[]"


def are_arms(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether two draws end in different arms of one choice, wherever they end.

    A ``where`` chooses element by element, so that its arms have to be of one shape, as far as
    those of the draws are known; a dict display of which one entry is used chooses as a whole.
    ``first`` and ``second`` are the calls in one function that lead to them.
    """
    scope = first.frame.scope
    if scope is not second.frame.scope or first.node is second.node:
        return False
    if _are_entries(scope, first, second):
        return True
    shapes = {earlier.use.shape, later.use.shape} - {""}
    if len(shapes) > 1:
        return False
    ways = [list(flows.ways(scope, level, _arms)) for level in (first, second)]
    return all(ways) and all(flows.are_apart(one, other) for one in ways[0] for other in ways[1])


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
    return next((at for at, one in values if flows.is_in(place, one)), None)


def _tables(scope: ir.Scope, statement: ir.Stmt) -> Iterator[ir.DictDisplay]:
    """The dict displays in a statement of which only one entry is ever used.

    It is looked up where the display stands, or where the variable is read that holds it.
    """
    for part in flows.parts(statement):
        if isinstance(part, ir.Subscript) and isinstance(part.base, ir.DictDisplay):
            yield part.base
    name = flows.held_by(scope, statement, None)
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


def _arms(choice: ir.Expr) -> tuple[ir.Expr, ...]:
    """What a call chooses from: two arguments, or a list and what there is otherwise."""
    if not isinstance(choice, ir.Call) or ir.last_name(choice.func) not in _CHOOSING:
        return ()
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
    return _SCALAR if given is None else ir.spelled(given)
