"""Which expressions of a scope are only read for a part of what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class LookedInto:
    """By the scope, the expressions of which it reads attributes and elements."""

    known: dict[ir.Scope, frozenset[ir.Expr]] = field(default_factory=dict)


def is_looked_into(engine: Engine, scope: ir.Scope, node: ir.Expr) -> bool:
    """Whether an attribute or an element is read of what an expression gives, and nothing else."""
    known = engine.world.kept(LookedInto).known
    if scope not in known:
        known[scope] = frozenset(_bases(scope.body))
    return node in known[scope]


def _bases(body: object) -> Iterator[ir.Expr]:
    """The expressions below statements or an expression that are looked into."""
    return (one.base for one in ir.nodes_in(body) if isinstance(one, ir.Attribute | ir.Subscript))
