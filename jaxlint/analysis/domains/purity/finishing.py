"""What a function keeps for its ``finally``, which puts it back on each way out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame

# Of how many functions is kept which of their statements have a ``finally``.
_SCOPES = 64


def is_undone(engine: Engine, frame: Frame, attr: str) -> bool:
    """Whether the write of a field is one that a ``finally`` undoes, or does so itself.

    On the way to it stands a call in such a statement, which puts back what it read of it before.
    """
    return any(
        _is_undone_by(one, level.node, attr, level.frame.scope)
        for level in engine.path
        if level.node is not None and level.frame.region is frame.region
        for one in _tries(level.frame.scope)
    )


def is_reset(scope: ir.Scope, field: str) -> bool:
    """Whether a function writes a field, and a ``finally`` of it does so once more at the end."""
    final = tuple(one for statement in _tries(scope) for one in statement.final)
    return 0 < _writes(final, field) < _writes(scope.body, field)


def is_kept(scope: ir.Scope, read: ir.Place) -> bool:
    """Whether what is read goes into a variable that nothing but a ``finally`` reads."""
    if not _tries(scope):
        return False
    final = {one.place for statement in _tries(scope) for one in _expressions(statement.final)}
    return any(
        any(one.place is read for one in _expressions(kept))
        and all(event.node in final for event in scope.loads.get(name, ()))
        for kept, name in _bound(scope)
        if scope.loads.get(name)
    )


def _is_undone_by(statement: ir.Try, call: ir.Place, attr: str, scope: ir.Scope) -> bool:
    """Whether a statement makes a call, and its ``finally`` reads what such fields held before."""
    if not any(one.place is call for one in _expressions(statement)):
        return False
    kept = {
        name
        for one, name in _bound(scope)
        if one.place.number < statement.place.number
        and any(isinstance(part, ir.Attribute) and part.attr == attr for part in _expressions(one))
    }
    return any(isinstance(one, ir.Name) and one.id in kept for one in _expressions(statement.final))


@lru_cache(maxsize=_SCOPES)
def _tries(scope: ir.Scope) -> tuple[ir.Try, ...]:
    """The statements of a scope that have a ``finally``."""
    tries = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.Try))
    return tuple([one for one in tries if one.final])


def _expressions(written: ir.Stmt | tuple[ir.Stmt, ...]) -> Iterator[ir.Expr]:
    return (one for one in ir.nodes_in(written) if isinstance(one, ir.Expr))


def _bound(scope: ir.Scope) -> Iterator[tuple[ir.Assign, str]]:
    """The assignments of a scope to one name each."""
    for one in ir.assignments_in(*scope.body):
        target, *others = one.targets
        if isinstance(target, ir.Name) and not others:
            yield one, target.id


def _writes(body: tuple[ir.Stmt, ...], field: str) -> int:
    """How many assignments in some statements write a field."""
    targets = (ir.single_targets(*one.targets) for one in ir.assignments_in(*body))
    return sum(field in map(ir.spelled, each) for each in targets)
