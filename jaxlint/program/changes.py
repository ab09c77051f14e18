"""Who changes which name: stores and mutations gathered from every scope that can reach it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.program.project import Project
    from jaxlint.program.table import Asked

ByName = dict[str, list[ir.Event]]
# The path of a module, and the name of one of its globals.
_Foreign = dict[tuple[str, str], list[ir.Event]]


class Changes:
    """The changes to the names of any scope, gathered when first asked for."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._declared: dict[ir.Scope, ByName] = {}
        self._mutations: dict[ir.Scope, ByName] = {}
        self._imports: dict[ir.Module, dict[str, str]] = {}
        self._foreign: dict[ir.Module, tuple[Asked, _Foreign]] = {}
        self._readers: dict[ir.Scope, dict[str, list[ir.Scope]]] = {}
        self._first: dict[ir.Scope, set[int]] = {}
        self._callers: dict[ir.Scope, dict[str, list[ir.Scope]]] = {}

    def declared_stores(self, scope: ir.Scope, name: str) -> list[ir.Event]:
        """Stores by inner functions that declare the name of this scope global or nonlocal."""
        self._look_for(scope, name)
        if scope not in self._declared:
            found: ByName = {}
            word = "global" if isinstance(scope, ir.Module) else "nonlocal"
            for inner in below(scope):
                for outer, declared in inner.outside.items():
                    if declared == word and (word == "global" or owner_of(inner, outer) is scope):
                        found.setdefault(outer, []).extend(inner.stores.get(outer, ()))
            self._declared[scope] = found
        return self._declared[scope].get(name, [])

    def mutations(self, scope: ir.Scope, name: str) -> list[ir.Event]:
        """Changes in place of what a name of this scope holds, in every scope that sees it."""
        self._look_for(scope, name)
        if scope not in self._mutations:
            found: ByName = {seen: list(events) for seen, events in scope.mutations.items()}
            for inner in below(scope):
                for seen, events in inner.mutations.items():
                    if owner_of(inner, seen) is scope:
                        found.setdefault(seen, []).extend(events)
            self._mutations[scope] = found
        return self._mutations[scope].get(name, [])

    def foreign(self, module: ir.Module, name: str, paths: Iterable[str]) -> list[ir.Event]:
        """Changes to a global of a module, and to what it holds, by the modules at some paths."""
        others = (self._project.module(path) for path in paths)
        return [
            event
            for other in others
            if other is not None
            for event in self._abroad(other).get((module.path, name), ())
        ]

    def origin(
        self, module: ir.Module, name: str, find: Callable[[str], ir.Module | None]
    ) -> tuple[ir.Module, str] | None:
        """Where a name comes from that a module only imports: the module and its name there.

        ``find`` gives the module that has a dotted name.
        """
        self._look_for(module, name)
        if any(event.kind != "import" for event in module.stores.get(name, ())):
            return None
        owner, _, attribute = self.imports(module).get(name, "").rpartition(".")
        found = find(owner) if owner else None
        return None if found is None else (found, attribute)

    def helpers(self, scope: ir.Scope, names: set[str], most: int) -> list[str]:
        """The functions of a scope that use the named ones, directly or further down, sorted.

        No more than ``most``, the nearest first.
        """
        if scope not in self._readers:
            self._readers[scope] = _readers(scope)
        readers = self._readers[scope]
        found: set[str] = set()
        pending = deque(sorted(names))
        while pending:
            name = pending.popleft()
            self._look_for(scope, name)
            for reader in readers.get(name, ()):
                if reader.name not in names and reader.name not in found:
                    if len(found) >= most:
                        return sorted(found)
                    found.add(reader.name)
                    pending.append(reader.name)
        return sorted(found)

    def is_first(self, scope: ir.Scope, event: ir.Event) -> bool:
        """Whether an event is what binds its name in the first place."""
        if scope not in self._first:
            self._first[scope] = {id(events[0]) for events in scope.stores.values() if events}
        return id(event) in self._first[scope]

    def callers(self, scope: ir.Scope, method: str) -> list[ir.Scope]:
        """The scopes in this one that call a method of this name, of whatever object, or assign it.

        What is assigned may be a property, whose setter that calls.
        """
        self._look_for(scope, method)
        if scope not in self._callers:
            found = self._callers[scope] = {}
            for inner in (scope, *below(scope)):
                for name in {*inner.methods_called, *assigned(inner)}:
                    found.setdefault(name, []).append(inner)
        return self._callers[scope].get(method, [])

    def mentioning(self, scope: ir.Scope, name: str) -> list[ir.Scope]:
        """The scopes in this one that read a variable or an attribute of a name."""
        self._look_for(scope, name)
        attribute = f"attribute:{name}"
        return [
            inner
            for inner in (scope, *below(scope))
            if name in inner.loads
            or name in inner.methods_called
            or any(event.kind == attribute for read in inner.entries.values() for event in read)
        ]

    def imports(self, module: ir.Module) -> dict[str, str]:
        """The dotted names that a module's imports bind, wherever in the module they stand."""
        if module not in self._imports:
            self._imports[module] = _imports(module)
        return self._imports[module]

    def dotted(self, module: ir.Module, node: ir.Expr) -> str:
        """What an expression names, by the imports of its module, as a dotted name.

        It is "" if that is none. What the module neither binds nor imports is Python's own.
        """
        attributes: list[str] = []
        while isinstance(node, ir.Attribute):
            attributes.insert(0, node.attr)
            node = node.base
        if not isinstance(node, ir.Name):
            return ""
        own = node.id if node.id in module.bound else f"builtins.{node.id}"
        return ".".join((self.imports(module).get(node.id, own), *attributes))

    def _look_for(self, scope: ir.Scope, word: str) -> None:
        """Note that what spells a word is looked into, where that may be any part of a module."""
        if isinstance(scope, ir.Module):
            self._project.look_for(scope, word)

    def _abroad(self, module: ir.Module) -> _Foreign:
        """A module's mutations of imported things, under the things' own homes."""
        if module not in self._foreign:
            found: _Foreign = {}
            with self._project.noting() as asked:
                self._project.look_through(module)
                if any(scope.mutations for scope in (module, *below(module))):
                    self._gather(module, found)
            self._foreign[module] = asked, found
        asked, found = self._foreign[module]
        self._project.note(asked)
        return found

    def _gather(self, module: ir.Module, found: _Foreign) -> None:
        imported = self.imports(module)
        for scope in (module, *below(module)):
            for name, events in scope.mutations.items():
                dotted = imported.get(name)
                if dotted is not None:
                    for event in events:
                        self._file(dotted, event, found)

    def _file(self, dotted: str, event: ir.Event, found: _Foreign) -> None:
        target = self._project.path_of(dotted)
        if target is not None:
            how, _, rest = event.kind.partition(":")
            if how == "attribute":
                found.setdefault((target, rest), []).append(event._replace(kind="bind"))
            elif how == "within":
                name, _, inner = rest.partition("/")
                found.setdefault((target, name), []).append(event._replace(kind=inner))
            return
        owner, _, attribute = dotted.rpartition(".")
        home = self._project.path_of(owner) if owner else None
        if home is not None:
            found.setdefault((home, attribute), []).append(event)


def assigned(scope: ir.Scope) -> set[str]:
    """The attributes that a scope assigns, of whatever object."""
    kinds = {event.kind for events in scope.mutations.values() for event in events}
    return {kind.removeprefix("attribute:") for kind in kinds if kind.startswith("attribute:")}


def _imports(module: ir.Module) -> dict[str, str]:
    found: dict[str, str] = {}
    for scope in (module, *below(module)):
        for statement in ir.statements_in(*scope.body):
            if isinstance(statement, ir.Import):
                for name in statement.names:
                    parts = [part for part in (name.module, name.attribute) if part]
                    found[name.name] = ".".join(parts)
    return found


def _readers(scope: ir.Scope) -> dict[str, list[ir.Scope]]:
    """The named functions of a scope that read each name from outside of themselves."""
    found: dict[str, list[ir.Scope]] = {}
    for inner in scope.inner:
        if isinstance(inner, ir.Function) and not inner.is_lambda:
            for name in sorted(_free(inner)):
                found.setdefault(name, []).append(inner)
    return found


def _free(scope: ir.Scope) -> set[str]:
    """The names that a scope and those inside it read without binding them."""
    free = set(scope.loads)
    for inner in scope.inner:
        free |= _free(inner)
    return free - scope.bound


def below(scope: ir.Scope) -> list[ir.Scope]:
    """Every scope inside this one."""
    found: list[ir.Scope] = []
    pending = deque(scope.inner)
    while pending:
        current = pending.popleft()
        found.append(current)
        pending.extend(current.inner)
    return found


def sharing(scope: ir.Scope, name: str) -> list[ir.Scope]:
    """A scope and those inside it that bind no variable of a name anew."""
    return [scope, *(one for one in below(scope) if name not in one.bound)]


def owner_of(scope: ir.Scope, name: str) -> ir.Scope | None:
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


def is_scoped(scope: ir.Scope) -> bool:
    """Whether a function sets something for the time of a with block, and puts it back."""
    if scope.name in ("__enter__", "__exit__"):
        return True
    if not isinstance(scope, ir.Function) or not scope.is_generator:
        return False
    tried = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.Try))
    return bool(scope.decorators) or any(one.final for one in tried)
