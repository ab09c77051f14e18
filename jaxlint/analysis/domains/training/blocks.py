"""Blocks of statements, as judges look through them that ask for no values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True)
class _Done:
    """The scopes that have been looked through, as traced code or as any."""

    scopes: set[tuple[ir.Scope, bool]] = field(default_factory=set)


def is_first(engine: Engine, scope: ir.Scope, *, traced: bool = False) -> bool:
    """Whether a scope is looked through for the first time in a run."""
    done = engine.kept(_Done).scopes
    if (scope, traced) in done:
        return False
    done.add((scope, traced))
    return True
