"""Variables of a module that are None until a function imports what they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.values import optionals
from jaxlint.analysis.values.kinds import External, ModuleValue, Unknown
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def found(engine: Engine, name: str, stores: list[ir.Event]) -> Unknown | None:
    """What such a variable is, by all the stores of functions: None, or the one thing imported."""
    scopes = {event.scope for event in stores}
    bound = [one for scope in scopes for one in _bound(scope, name)]
    same = all(one.whole == other.whole for one, other in pairwise(bound))
    module = stores[0].scope.module
    if len(bound) != len(stores) or not same or module is None:
        return None
    value = engine.imports.imported(module, bound[0])
    return optionals.made(value) if isinstance(value, External | ModuleValue) else None


def _bound(scope: ir.Scope, name: str) -> Iterator[ir.ImportedName]:
    """The imports of a function that a variable is bound to, at once or by the name they bind."""
    statements = [*ir.statements_in(*scope.body)]
    imports = [s for s in statements if isinstance(s, ir.Import)]
    imported = {one.name: one for statement in imports for one in statement.names}
    if name in imported:
        yield imported[name]
    for statement in statements:
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Name):
            held = statement.value.id
            bound = [*ir.bound_names(statement.targets[0])]
            if bound == [name] and held in imported and len(scope.stores.get(held, ())) == 1:
                yield imported[held]
