"""Globals that only take what is said: loggers, and objects of classes that print or log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import looked_into, upkeep
from jaxlint.knowledge import host
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Methods that Python calls to make, copy and show objects; what they return is no answer.
_OF_PYTHON = frozenset(
    "__init__ __repr__ __str__ __enter__ __exit__ __getstate__ __setstate__ __reduce__".split()
)


@dataclass(slots=True, eq=False)
class _Sinks:
    """By its module and name, whether a global is one."""

    known: dict[tuple[ir.Module, str], bool] = field(default_factory=dict)


def is_sink(engine: Engine, frame: Frame, node: ir.Name, scope: ir.Module) -> bool:
    """Whether each value of a global takes messages and gives nothing back.

    A field that is read of it may be an answer.
    """
    spoken_to = upkeep.called_on(frame.statement) is node
    if not spoken_to and looked_into.is_looked_into(engine, frame.scope, node):
        return False
    changes = engine.world.changes
    home, name = changes.origin(scope, node.id, engine.imports.find) or (scope, node.id)
    known = engine.kept(_Sinks).known
    if (home, name) not in known:
        known[home, name] = _is_sink(engine, home, name)
    return known[home, name]


def _is_sink(engine: Engine, home: ir.Module, name: str) -> bool:
    events = [*home.stores.get(name, ()), *engine.world.changes.declared_stores(home, name)]
    given = [
        (home, value)
        for one in {event.scope for event in events}
        for value in ir.assigned_to(one.body, name)
    ]
    abroad = engine.changes_from_outside(home, name)
    given += [one for event in abroad for one in _given_abroad(engine, event, name)]
    made = [(module, value) for module, value in given if not ir.is_none(value)]
    in_sight = len(given) == len(events) + len(abroad)
    return in_sight and bool(made) and all(_speaks(engine, *one) for one in made)


def _given_abroad(
    engine: Engine, event: ir.Event, name: str
) -> Iterator[tuple[ir.Module, ir.Expr]]:
    """What a global is given by another module, and by which: ``settings.log = Log()``."""
    if isinstance(event.scope, ir.Function):
        engine.looks_into(event.scope)
    module = event.scope.module
    for one in ir.assignments_in(*event.scope.body):
        here = any(
            isinstance(target, ir.Attribute)
            and target.attr == name
            and target.base.place == event.node
            for target in one.targets
        )
        if here and one.value is not None and module is not None:
            yield module, one.value


def _speaks(engine: Engine, module: ir.Module, value: ir.Expr) -> bool:
    """Whether an expression makes a logger, or an object of a class that prints or logs."""
    if not isinstance(value, ir.Call):
        return False
    dotted = engine.world.changes.dotted(module, value.func)
    if host.says(dotted):
        return True
    home = module
    if "." in dotted:
        owner, _, dotted = dotted.rpartition(".")
        found = engine.imports.find(owner)
        if found is None:
            return False
        home = found
    classes = (one for one in home.inner if isinstance(one, ir.Class))
    cls = next((one for one in classes if one.name == dotted), None)
    return cls is not None and _only_speaks(engine, home, cls)


def _only_speaks(engine: Engine, home: ir.Module, cls: ir.Class) -> bool:
    """Whether the methods of a class print or log, and none gives anything back."""
    if not all(host.says(engine.world.changes.dotted(home, base)) for base in cls.bases):
        return False
    said = bool(cls.bases)
    for method in cls.inner:
        if not isinstance(method, ir.Function) or method.is_generator:
            return False
        engine.looks_into(method)
        answers = method.name not in _OF_PYTHON
        if answers and any(_gives(one) for one in ir.statements_in(*method.body)):
            return False
        calls = (one for one in ir.nodes_in(method.body) if isinstance(one, ir.Call))
        said = said or any(host.says(engine.world.changes.dotted(home, one.func)) for one in calls)
    return said


def _gives(statement: ir.Stmt) -> bool:
    value = statement.value if isinstance(statement, ir.Return) else None
    return value is not None and not ir.is_none(value)
