"""Other modules as one sees them: what an import binds, and what a dotted name refers to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from jaxlint.analysis.values.kinds import (
    Const,
    External,
    Imported,
    ModuleValue,
    Static,
    Unknown,
    Value,
)
from jaxlint.knowledge import host
from jaxlint.knowledge.libraries import SAME_OBJECTS
from jaxlint.program import ir
from jaxlint.program.changes import is_scoped

if TYPE_CHECKING:
    from jaxlint.analysis.core.bound import Bound
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame


class Imports:
    """What a module imports, by the engine that runs it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._first = {one for one in engine.module.body if isinstance(one, ir.Import)}
        self._met: set[Bound] = set()
        self._loaded: dict[Imported, Value] = {}
        self._loading: set[Imported] = set()

    def find(self, name: str) -> ir.Module | None:
        """The module of the project that has a dotted name, if this one may import it."""
        project = self._engine.world.project
        path = project.path_of(name)
        if path is None or not project.sees(self._engine.module.path, path):
            return None
        self._engine.reached.add(path)
        return project.module(path)

    def beside(self, module: ir.Module, name: str) -> ir.Module | None:
        """The module that a script finds in its own folder under a plain name."""
        path = self._engine.world.project.path_beside(module, name)
        if path is None:
            return None
        self._engine.reached.add(path)
        return self._engine.world.project.module(path)

    def meet(self, module: ir.Module) -> Frame:
        """The frame of a module whose names are read; what that has met is met with it."""
        bound = self._engine.world.bound(module)
        if bound not in self._met:
            self._engine.reached |= bound.reached
            self._engine.facts.learn(bound.facts)
            if bound.whole:
                self._met.add(bound)
        return bound.frame

    def defers(self, frame: Frame, statement: ir.Import, what: ir.ImportedName) -> bool:
        """Whether an import waits until its name is read, so that only what is used is run.

        So do those at the top of a module that mean something in the project.
        """
        if frame is not self._engine.frame or statement not in self._first:
            return False
        project, name = self._engine.world.project, _dotted(what)
        known = (
            project.path_of(name),
            project.path_of(name.rpartition(".")[0]),
            project.path_beside(self._engine.module, what.module),
        )
        return known != (None, None, None) and not self._is_declared(name)

    def load(self, deferred: Imported) -> Value:
        """The value of an import that has waited."""
        value = self._loaded.get(deferred)
        if value is None:
            self._loading.add(deferred)
            value = self._loaded[deferred] = self.imported(deferred.module, deferred.what)
            self._loading.remove(deferred)
        return value

    def imported(self, module: ir.Module, what: ir.ImportedName) -> Value:
        """What an import of a module binds to a name.

        A script that is in no package looks beside itself first, as Python has it do.
        """
        top = what.module.partition(".")[0]
        outside = top in sys.stdlib_module_names or self.find(top) is not None
        if "." not in what.module and ("." not in module.name or not outside):
            sibling = self.beside(module, top)
            if sibling is not None and what.attribute is None:
                return ModuleValue(sibling)
            if sibling is not None and what.attribute is not None:
                return self.module_attribute(sibling, what.attribute) or Unknown(what.name)
        return self.external(_dotted(what))

    def external(self, name: str) -> Value:
        """The value of a dotted name: a project module, something in one, or an outside name."""
        engine = self._engine
        project = engine.world.project
        declared = name in engine.transforms or name in engine.declared
        if declared:
            return External(name)
        if not project.is_top(name.partition(".")[0]):
            number = host.CONSTANTS.get(name)
            return External(SAME_OBJECTS.get(name, name)) if number is None else Const(number)
        owner, _, attribute = name.rpartition(".")
        found = self.find(owner) if owner else None
        if found is not None:
            value = self.module_attribute(found, attribute)
            return Unknown(attribute) if value is None else value
        module = self.find(name)
        return External(name) if module is None else ModuleValue(module)

    def module_attribute(self, module: ir.Module, attribute: str) -> Value | None:
        """What a module of the project binds to a name, its submodules included."""
        if self._is_declared(f"{module.name}.{attribute}"):
            return External(f"{module.name}.{attribute}")
        found = self.meet(module).env.get(attribute)
        self._engine.reads(module, attribute)
        if isinstance(found, Imported):
            found = None if found in self._loading else self.load(found)
        if found is not None:
            return Static() if self._is_set_later(module, attribute, found) else found
        submodule = self.find(f"{module.name}.{attribute}")
        return None if submodule is None else ModuleValue(submodule)

    def _is_set_later(self, module: ir.Module, attribute: str, value: Value) -> bool:
        """Whether a constant is one of a moment: functions of its module give it other values."""
        if not isinstance(value, Const):
            return False
        stores = self._engine.world.changes.declared_stores(module, attribute)
        return not all(is_scoped(store.scope) for store in stores)

    def _is_declared(self, name: str) -> bool:
        """Whether the settings say what a name is, so that its source does not count."""
        return name in self._engine.transforms or name in self._engine.declared


def _dotted(what: ir.ImportedName) -> str:
    """The dotted name of what an import binds."""
    return ".".join(part for part in (what.module, what.attribute) if part)
