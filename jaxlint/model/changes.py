"""Who changes which name: stores and mutations gathered from every scope that can reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.model import ir

if TYPE_CHECKING:
    from jaxlint.project import Project

ByName = dict[str, list[ir.Event]]


class Changes:
    """The changes to the names of any scope, gathered when first asked for."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._declared: dict[ir.Scope, ByName] = {}
        self._mutations: dict[ir.Scope, ByName] = {}
        self._foreign: dict[ir.Module, ByName] | None = None

    def declared_stores(self, scope: ir.Scope) -> ByName:
        """Stores by inner functions that declare a name of this scope global or nonlocal."""
        if scope not in self._declared:
            found: ByName = {}
            word = "global" if isinstance(scope, ir.Module) else "nonlocal"
            for inner in _below(scope):
                for name, declared in inner.outside.items():
                    if declared == word and (word == "global" or _owner(inner, name) is scope):
                        found.setdefault(name, []).extend(inner.stores.get(name, ()))
            self._declared[scope] = found
        return self._declared[scope]

    def inner_mutations(self, scope: ir.Scope) -> ByName:
        """Changes in place of what this scope's names hold, wherever the name is seen."""
        if scope not in self._mutations:
            found: ByName = {name: list(events) for name, events in scope.mutations.items()}
            for inner in _below(scope):
                for name, events in inner.mutations.items():
                    if _owner(inner, name) is scope:
                        found.setdefault(name, []).extend(events)
            self._mutations[scope] = found
        return self._mutations[scope]

    def module_stores(self, module: ir.Module, name: str) -> list[ir.Event]:
        """Stores such as ``settings.scale = 2`` by modules that import ``settings``."""
        if self._foreign is None:
            self._foreign = {}
            for other in self._project.modules:
                self._gather_foreign(other, self._foreign)
        return self._foreign.get(module, {}).get(name, [])

    def _gather_foreign(self, module: ir.Module, found: dict[ir.Module, ByName]) -> None:
        if not module.attribute_stores:
            return
        imported = _imports(module)
        for path, event in module.attribute_stores:
            target = self._project.find(imported.get(path[0], "")) if len(path) == 2 else None
            if target is not None and target is not module:
                found.setdefault(target, {}).setdefault(path[1], []).append(
                    event._replace(kind="bind")
                )


def _imports(module: ir.Module) -> dict[str, str]:
    """The dotted names that a module's imports bind, wherever in the module they stand."""
    found: dict[str, str] = {}
    for scope in (module, *_below(module)):
        for statement in scope.body:
            if isinstance(statement, ir.Import):
                for name in statement.names:
                    dotted = [part for part in (name.module, name.attribute) if part]
                    found[name.name] = ".".join(dotted)
    return found


def _below(scope: ir.Scope) -> list[ir.Scope]:
    found: list[ir.Scope] = []
    pending = list(scope.inner)
    while pending:
        current = pending.pop(0)
        found.append(current)
        pending.extend(current.inner)
    return found


def _owner(scope: ir.Scope, name: str) -> ir.Scope | None:
    """The scope whose name it is, as Python resolves it from inside ``scope``."""
    declared = scope.outside.get(name)
    if declared == "global":
        return scope.module
    current: ir.Scope | None = scope
    if declared == "nonlocal":
        current = scope.parent
    while current is not None:
        hidden = isinstance(current, ir.Class) and current is not scope
        if not hidden and name in current.bound and name not in current.outside:
            return current
        current = current.parent
    return None
