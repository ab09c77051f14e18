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
    """The scopes that have been looked through, and by whom."""

    scopes: set[tuple[ir.Scope, str]] = field(default_factory=set)


def is_first(engine: Engine, scope: ir.Scope, judge: str) -> bool:
    """Whether a scope is looked through by a judge for the first time in a run."""
    done = engine.kept(_Done).scopes
    if (scope, judge) in done:
        return False
    done.add((scope, judge))
    return True


def assignments(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Assign]:
    """The assignments of a block, and of those in it."""
    return (one for one in ir.statements_in(*body) if isinstance(one, ir.Assign))
