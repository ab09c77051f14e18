"""Keys that properties make: each reading gives another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.values import foreign
from jaxlint.analysis.values.kinds import Unknown, Value
from jaxlint.analysis.values.readings import Reading
from jaxlint.program import ir
from jaxlint.program.changes import below
from jaxlint.program.questions import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def given(engine: Engine, value: Value) -> Value:
    """The key that one reading gave, if another reading may give another one."""
    reading = value.fact(Reading) if type(value) is Unknown else None
    if reading is None or not any(map(_computes, _properties(engine, reading.attribute))):
        return foreign.given(value)
    return value.child(reading, Unknown)


def _properties(engine: Engine, name: str) -> Iterator[ir.Function]:
    """The properties of a name in the project, any of which may be that of an unknown object."""
    for path in engine.ask(Query("", (f"def {name}(",))):
        module = engine.world.project.module(path)
        for scope in () if module is None else below(module):
            if isinstance(scope, ir.Function) and scope.name == name and _is_property(scope):
                engine.looks_into(scope)
                yield scope


def _is_property(scope: ir.Function) -> bool:
    return scope.owner is not None and "property" in map(ir.last_name, scope.decorators)


def _computes(scope: ir.Function) -> bool:
    """Whether a property does more than to hand out what a field holds."""
    first = scope.body[-1] if scope.only_returns else None
    value = first.value if isinstance(first, ir.Return) else None
    return not isinstance(value, ir.Attribute)
