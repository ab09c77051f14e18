"""Names of outer scopes: whether what they hold stays, and who binds them for a while only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Const, Container, Static, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def settled(engine: Engine, owner: Frame, name: str, value: Value) -> Value:
    """A constant read from an outer scope, as far as it can be trusted when the function runs."""
    scope = owner.scope
    inner = [e for e in engine.world.changes.declared_stores(scope, name) if not is_scoped(e.scope)]
    if len(scope.stores.get(name, ())) + len(inner) <= 1:
        if isinstance(value, Container) and engine.world.changes.mutations(scope, name):
            return _loosened(value)
        return value
    if not isinstance(value, Const):
        return value
    if inner or not _is_under_way(engine, owner):
        return Static()
    engine.pruned += 1
    return value


def _is_under_way(engine: Engine, owner: Frame) -> bool:
    """Whether the function of a frame is running: what it has bound is what its callees find."""
    called = isinstance(owner.scope, ir.Function) and not owner.scope.is_generator
    return called and any(level.frame.env is owner.env for level in engine.path)


def _loosened(value: Container) -> Container:
    """The same container, of which is known by now only which containers it was made with."""
    inner = {k: _loosened(v) for k, v in value.items.items() if isinstance(v, Container)}
    rest = _loosened(value.rest) if isinstance(value.rest, Container) else Unknown()
    loose = Container(value.kind, inner, rest, value.region)
    loose.twin = value
    return loose


def is_scoped(scope: ir.Scope) -> bool:
    """Whether a function sets something for the time of a with block, and puts it back."""
    if scope.name in ("__enter__", "__exit__"):
        return True
    return isinstance(scope, ir.Function) and scope.is_generator
