"""Variables that each assignment gives the same: a second one changes nothing.

Nor does the size of data, by which a function is compiled anew that is given these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jaxlint.knowledge.libraries import STATIC_PARTS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.program.changes import Changes


def is_unchanged(changes: Changes, events: Sequence[ir.Event]) -> bool:
    """Whether all that happens to a name is that it is given the same, over and over.

    That is one constant, or what is static of a model that is taken apart: who takes it apart once
    more has put it together from the same. Or it is a size.
    """
    if any(one.kind != "bind" for one in events):
        return False
    scopes = {event.scope for event in events}
    given = _given_in(scopes)
    values = [given.get(event.node) for event in events]
    if values and all(map(_is_length, values)):
        return True
    if len(values) < 2:
        return False
    first, *others = values
    if isinstance(first, ir.Constant):
        return all(_are_equal(one, first) for one in others)
    static = _static_in(changes, scopes)
    return all(event.node in static for event in events)


def static_part(changes: Changes, scope: ir.Scope, statement: ir.Stmt | None) -> ir.Expr | None:
    """What a statement binds to the static part of a model that it takes apart, if it does so."""
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Call):
        return None
    target = statement.targets[0]
    if scope.module is None or not isinstance(target, ir.Display):
        return None
    part = STATIC_PARTS.get(changes.dotted(scope.module, statement.value.func))
    return None if part is None or part >= len(target.elements) else target.elements[part]


def is_size(statement: ir.Stmt | None) -> bool:
    """Whether a statement binds a length of an array, or all of them, as its shape has it."""
    return isinstance(statement, ir.Assign) and _is_length(statement.value)


def _is_length(value: ir.Expr | None) -> bool:
    shape = value.base if isinstance(value, ir.Subscript) else value
    return isinstance(shape, ir.Attribute) and shape.attr == "shape"


def _given_in(scopes: Iterable[ir.Scope]) -> dict[ir.Place, ir.Expr | None]:
    """What the assignments in some scopes give to each of their targets, by the target's place."""
    stores = (one for scope in scopes for one in ir.assignments_in(*scope.body))
    return {target.place: one.value for one in stores for target in one.targets}


def _static_in(changes: Changes, scopes: Iterable[ir.Scope]) -> set[ir.Place]:
    """The places of the variables that get the static part of a model that is taken apart."""
    stores = ((scope, one) for scope in scopes for one in ir.assignments_in(*scope.body))
    found = (static_part(changes, scope, one) for scope, one in stores)
    return {one.place for one in found if one is not None}


def _are_equal(one: ir.Expr | None, other: ir.Constant) -> bool:
    """Whether an expression is the same constant as another one."""
    if not isinstance(one, ir.Constant):
        return False
    return type(one.value) is type(other.value) and one.value == other.value
