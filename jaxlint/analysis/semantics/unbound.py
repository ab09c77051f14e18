"""Names that nothing binds: a statement that reads one raises NameError."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge.host import INJECTED
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame

_GIVEN = frozenset((*dir(builtins), *INJECTED))
# What may bind names that the source does not show.
_BINDERS = frozenset(("exec", "globals", "locals", "vars", "__import__"))
_PLAIN = (ir.Assign, ir.AugAssign, ir.ExprStmt, ir.Return)
# Of these a part may not be evaluated.
_PARTLY = (ir.BoolOp, ir.IfExp, ir.Lambda, ir.Comprehension)
_NOTEBOOK = ".ipynb"


@dataclass(slots=True)
class _Unbound:
    """The names that each module reads and never binds, where its source shows all that it does."""

    names: dict[ir.Module, frozenset[str]] = field(default_factory=dict)


def raises(engine: Engine, frame: Frame, statement: ir.Stmt) -> bool:
    """Whether a statement certainly reads a name that nothing in its file ever binds."""
    known, module = engine.kept(_Unbound).names, frame.module
    if module not in known:
        known[module] = frozenset(_unbound(module))
    unbound = known[module]
    if not unbound or not isinstance(statement, _PLAIN):
        return False
    nodes = [*ir.nodes_in(statement.value)]
    if any(isinstance(node, _PARTLY) for node in nodes):
        return False
    return any(isinstance(node, ir.Name) and node.id in unbound for node in nodes)


def _unbound(module: ir.Module) -> set[str]:
    if module.path.endswith(_NOTEBOOK):
        return set()
    bound, read = set(_GIVEN), set[str]()
    for scope in _scopes(module):
        imports = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.Import))
        if not _BINDERS.isdisjoint(scope.loads) or any(one.star is not None for one in imports):
            return set()
        bound |= {*scope.bound, *scope.outside}
        read |= {*scope.loads}
    return read - bound


def _scopes(scope: ir.Scope) -> Iterator[ir.Scope]:
    yield scope
    for inner in scope.inner:
        yield from _scopes(inner)
