"""Transformed functions that are made and that nothing in sight calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.tracing.runs import Runs
from jaxlint.knowledge.names import BUILDERS
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import Transformed
    from jaxlint.analysis.core.engine import Engine


def is_uncalled(engine: Engine, made: Transformed) -> bool:
    """Whether a function keeps what it made where nothing reads it.

    That is a variable of its own, or a field that it sets while it does its work. What an object
    is given while it is made is there for whoever uses it. A variable may be read in calls alone
    that the code did not come to with what its caller gave it to transform.
    """
    scope = made.frame.scope
    if not isinstance(scope, ir.Function):
        return False
    kept = _kept_in(scope, made.node)
    name = kept.id if isinstance(kept, ir.Name) else _defined_in(scope, made.node)
    if name:
        if name in scope.outside:
            return False
        return not scope.is_read(name) or _is_left_aside(engine, scope, made, name)
    if not isinstance(kept, ir.Attribute) or scope.owner is None or scope.name in BUILDERS:
        return False
    return not _is_read(engine, made, kept.attr)


def _is_left_aside(engine: Engine, scope: ir.Function, made: Transformed, name: str) -> bool:
    """Whether what was made of a parameter is only for calls in sight, of which none was made."""
    if made in engine.kept(Runs).called or made in engine.facts.handed:
        return False
    if not _is_of_parameter(scope, made.node):
        return False
    users = [one for one in (scope, *changes.below(scope)) if name in one.loads]
    called = {place for user in users for place in _in_calls(user)}
    return all(use.node in called for user in users for use in user.loads[name])


def _is_of_parameter(scope: ir.Function, made: ir.Place) -> bool:
    """Whether a call at a place transforms what a function is given."""
    given = {one.name for one in scope.parameters}
    return any(
        one.place is made and any(isinstance(arg, ir.Name) and arg.id in given for arg in one.args)
        for one in ir.nodes_in(scope.body)
        if isinstance(one, ir.Call)
    )


def _in_calls(scope: ir.Scope) -> Iterator[ir.Place]:
    """What is called in a scope, and what is handed to a call there."""
    for one in ir.nodes_in(scope.body):
        if isinstance(one, ir.Call):
            yield from (part.place for part in (one.func, *one.given))


def _kept_in(scope: ir.Function, made: ir.Place) -> ir.Expr | None:
    """The one variable or field to which a statement gives what a call at a place makes."""
    for one in ir.assignments_in(*scope.body):
        if one.value is not None and one.value.place is made:
            return one.targets[0] if len(one.targets) == 1 else None
    return None


def _defined_in(scope: ir.Function, made: ir.Place) -> str:
    """The name of the function that a decorator at a place makes, if no other gets hold of it."""
    defined = (one.function for one in ir.statements_in(*scope.body) if isinstance(one, ir.Define))
    return next(
        (one.name for one in defined if one.decorators and one.decorators[0].place is made), ""
    )


def _is_read(engine: Engine, made: Transformed, field: str) -> bool:
    """Whether code may read a field, of whatever object."""
    module = made.frame.module
    engine.world.project.look_for(module, field)
    scopes = (module, *changes.below(module))
    return engine.named_elsewhere(field) or any(
        ir.reads_attribute(scope.body, field) or "getattr" in scope.loads for scope in scopes
    )
