"""Names that nothing binds: code that reads one raises NameError."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge.host import INJECTED
from jaxlint.program import ir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame

_GIVEN = frozenset((*dir(builtins), *INJECTED))
# What may bind names that the source does not show.
_BINDERS = frozenset(("exec", "globals", "locals", "vars", "__import__"))


@dataclass(slots=True)
class _Bound:
    """The names that each module binds somewhere; None where code may bind any."""

    names: dict[ir.Module, set[str] | None] = field(default_factory=dict)


def is_unbound(engine: Engine, frame: Frame, name: str) -> bool:
    """Whether a name that no scope around holds is one that nothing in its file ever binds."""
    if name in _GIVEN or frame.module.path.endswith(".ipynb"):
        return False
    known = engine.kept(_Bound).names
    if frame.module not in known:
        known[frame.module] = _bound(frame.module)
    bound = known[frame.module]
    return bound is not None and name not in bound


def _bound(module: ir.Module) -> set[str] | None:
    names: set[str] = set()
    for scope in _scopes(module):
        names |= scope.bound | set(scope.outside)
        if not _BINDERS.isdisjoint(scope.loads) or any(map(_is_star, _imports(scope))):
            return None
    return names


def _scopes(scope: ir.Scope) -> Iterator[ir.Scope]:
    yield scope
    for inner in scope.inner:
        yield from _scopes(inner)


def _imports(scope: ir.Scope) -> Iterator[ir.Import]:
    return (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.Import))


def _is_star(statement: ir.Import) -> bool:
    return statement.star is not None
