"""Blocks of statements, and the statements inside."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program.ir.expressions import Compare, Expr, Name
from jaxlint.program.ir.scopes import Event, Module
from jaxlint.program.ir.statements import Assign, For, If, Match, Stmt, Try, While, With
from jaxlint.program.ir.targets import bound_names

_NAME = "__name__"
_COMPOUND = (If, For, While, With, Try, Match)


def inner_blocks(statement: Stmt) -> Iterator[tuple[Stmt, ...]]:
    """The blocks of a compound statement, those of definitions left out."""
    if isinstance(statement, If | For | While):
        yield statement.body
        yield statement.orelse
    elif isinstance(statement, With):
        yield statement.body
    elif isinstance(statement, Try):
        yield statement.body
        yield from (handler.body for handler in statement.handlers)
        yield statement.orelse
        yield statement.final
    elif isinstance(statement, Match):
        yield from (case.body for case in statement.cases)


def statements_in(*body: Stmt) -> Iterator[Stmt]:
    """Yield statements and those inside them, in order; those of definitions are left out."""
    pending = [*reversed(body)]
    while pending:
        statement = pending.pop()
        yield statement
        if isinstance(statement, _COMPOUND):
            inside = [one for block in inner_blocks(statement) for one in block]
            pending.extend(reversed(inside))


def assignments_in(*body: Stmt) -> Iterator[Assign]:
    """Yield the assignments among some statements and those inside them, in order."""
    return (one for one in statements_in(*body) if isinstance(one, Assign))


def assigned_to(body: tuple[Stmt, ...], name: str) -> Iterator[Expr]:
    """The values that the assignments in a block give to a variable as they are."""
    for one in assignments_in(*body):
        named = any(isinstance(target, Name) and target.id == name for target in one.targets)
        if named and one.value is not None:
            yield one.value


def names_assigned(*body: Stmt) -> set[str]:
    """The names that the assignments among some statements, and those inside them, bind."""
    stores = assignments_in(*body)
    return {name for one in stores for target in one.targets for name in bound_names(target)}


def loop_at(body: tuple[Stmt, ...], number: int) -> For | While | None:
    """The loop of a block, or further in, whose place has a number."""
    loops = (one for one in statements_in(*body) if isinstance(one, For | While))
    return next((one for one in loops if one.place.number == number), None)


def is_of_script(module: Module, event: Event) -> bool:
    """Whether something happens only where a module runs as a script, and is not imported."""
    guards = (one for one in module.body if isinstance(one, If) and _asks_by_which_name(one.test))
    branches = {arm.branch for arm in event.arms}
    return any(one.place.number in branches for one in guards)


def _asks_by_which_name(test: Expr) -> bool:
    """Whether a test asks by which name a module runs."""
    if not isinstance(test, Compare) or len(test.rest) != 1:
        return False
    sides = (test.left, test.rest[0][1])
    return any(isinstance(one, Name) and one.id == _NAME for one in sides)
