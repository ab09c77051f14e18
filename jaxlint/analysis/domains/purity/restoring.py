"""Fields that a function gives another value for a while, and puts back before it returns."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.analysis.core import conditions
from jaxlint.program import ir


def is_put_back(scope: ir.Scope, written: ir.Place, field: str) -> bool:
    """Whether a field that is written gets back what it held, on each way out of a function.

    What it held is a variable that the body of the function bound to it before.
    """
    kept: set[str] = set()
    for number, statement in enumerate(scope.body):
        if _writes(statement, written):
            return _is_put_back_by((statement, *scope.body[number + 1 :]), field, kept)
        kept.update(_keeping(statement, field))
    return False


def _is_put_back_by(statements: tuple[ir.Stmt, ...], field: str, kept: set[str]) -> bool:
    """Whether one of some statements puts a field back, before one of them may return."""
    for number, statement in enumerate(statements):
        last = statement.final if isinstance(statement, ir.Try) else ()
        if any(_puts_back(one, field, kept) for one in (*last, statement)):
            return True
        if number and any(isinstance(one, ir.Return) for one in _nested(statement)):
            return False
    return False


def _writes(statement: ir.Stmt, place: ir.Place) -> bool:
    """Whether the assignment to a field at a place, or of the object at it, is in a statement."""
    return any(
        place.number in (target.place.number, target.base.place.number)
        for one in _nested(statement)
        if isinstance(one, ir.Assign)
        for target in one.targets
        if isinstance(target, ir.Attribute)
    )


def _keeping(statement: ir.Stmt, field: str) -> Iterator[str]:
    """The variables that a statement binds to what the field holds."""
    read = statement.value if isinstance(statement, ir.Assign) else None
    if isinstance(statement, ir.Assign) and isinstance(read, ir.Attribute):
        names = (one.id for one in statement.targets if isinstance(one, ir.Name))
        yield from (name for name in names if conditions.spelled(read) == field)


def _puts_back(statement: ir.Stmt, field: str, kept: set[str]) -> bool:
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Name):
        return False
    written = {conditions.spelled(one) for one in statement.targets}
    return statement.value.id in kept and field in written


def _nested(statement: ir.Stmt) -> Iterator[ir.Stmt]:
    """A statement and those inside it, but for what it defines."""
    yield statement
    if isinstance(statement, ir.If | ir.While | ir.For):
        inner = (*statement.body, *statement.orelse)
    elif isinstance(statement, ir.With):
        inner = statement.body
    elif isinstance(statement, ir.Try):
        handled = (one for handler in statement.handlers for one in handler.body)
        inner = (*statement.body, *handled, *statement.orelse, *statement.final)
    else:
        return
    for one in inner:
        yield from _nested(one)
