"""What the methods of a class give the fields of its objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.semantics import classes
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


class Given(NamedTuple):
    """What a method of an object gives a field; the ``part`` of it, if only one of its elements."""

    scope: ir.Scope
    receiver: str
    value: ir.Expr
    part: int | None


def assigned(engine: Engine, cls: ClassValue, attr: str) -> Iterator[Given | None]:
    """What methods give a field; None for each change that is no plain assignment."""
    for scope, receiver in scopes(engine, cls, attr):
        engine.looks_into(scope)
        found = list(_assigned_in(scope, receiver, attr))
        yield from found
        if len(changes_of(scope, receiver, attr)) != len(found):
            yield None


def values(engine: Engine, cls: ClassValue, attr: str) -> list[ir.Expr]:
    """All that methods assign to a field; nothing if one of them does so in another way."""
    found = list[ir.Expr]()
    for scope, receiver in scopes(engine, cls, attr):
        engine.looks_into(scope)
        given = list(_assigned_in(scope, receiver, attr))
        stores = [one for one in changes_of(scope, receiver, attr) if _is_store(one)]
        if len(stores) != len(given) or any(one.part is not None for one in given):
            return []
        found += [one.value for one in given]
    return found


def _is_store(event: ir.Event) -> bool:
    return event.kind.startswith("attribute:")


def scopes(engine: Engine, cls: ClassValue, attr: str) -> Iterator[tuple[ir.Function, str]]:
    """The methods of an object, and functions in them, with the name of the object there."""
    for owner in classes.ancestry(cls):
        if not isinstance(owner, ClassValue):
            continue
        engine.looks_for_writing(owner.definition.module, attr)
        for method in owner.definition.inner:
            if isinstance(method, ir.Function) and method.parameters:
                for one in changes.sharing(method, method.receiver):
                    if isinstance(one, ir.Function):
                        yield one, method.receiver


def changes_of(scope: ir.Scope, receiver: str, attr: str) -> list[ir.Event]:
    """The changes of a field, and of what is in it."""
    return [
        one
        for one in scope.mutations.get(receiver, ())
        if one.kind == f"attribute:{attr}" or one.kind.startswith(f"within:{attr}/")
    ]


def _assigned_in(scope: ir.Function, receiver: str, attr: str) -> Iterator[Given]:
    for one in ir.assignments_in(*scope.body):
        if one.value is None:
            continue
        for target in one.targets:
            if ir.field_of(target, receiver) == attr:
                yield Given(scope, receiver, one.value, None)
            elif isinstance(target, ir.Display):
                parts = enumerate(target.elements)
                found = (at for at, part in parts if ir.field_of(part, receiver) == attr)
                yield from (Given(scope, receiver, one.value, at) for at in found)
