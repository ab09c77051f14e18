"""Blocks of statements, as judges look through them that ask for no values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True)
class _Done:
    """The scopes that have been looked through."""

    scopes: set[ir.Scope] = field(default_factory=set)


def is_first(engine: Engine, scope: ir.Scope) -> bool:
    """Whether a scope is looked through for the first time in a run."""
    done = engine.kept(_Done).scopes
    if scope in done:
        return False
    done.add(scope)
    return True


def inner(statement: ir.Stmt) -> Iterator[tuple[ir.Stmt, ...]]:
    """The blocks of a compound statement, those of definitions left out."""
    if isinstance(statement, ir.If | ir.For | ir.While):
        yield statement.body
        yield statement.orelse
    elif isinstance(statement, ir.With):
        yield statement.body
    elif isinstance(statement, ir.Try):
        yield statement.body
        yield from (handler.body for handler in statement.handlers)
        yield statement.orelse
        yield statement.final
    elif isinstance(statement, ir.Match):
        yield from (case.body for case in statement.cases)
