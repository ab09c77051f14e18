"""Fields that each assignment gives what equals what was there before: nothing can be stale."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import AttributeWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import given_fields
from jaxlint.analysis.semantics.given_fields import Given
from jaxlint.analysis.values.kinds import Instance
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Python's own functions that give the same for the same, and modules that are made of such.
_PURE = frozenset(
    f"builtins.{name}"
    for name in "abs bool float int len max min range round str sum tuple".split()
)
_PURE_MODULES = frozenset(("jax.numpy", "numpy", "math"))


@dataclass(slots=True, eq=False)
class _Known:
    """By the class and the field, whether it always gets the same."""

    known: dict[tuple[ClassValue, str], bool] = field(default_factory=dict)


def is_always_equal(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether the classes of an object give one of its fields the same in all places.

    That is the same expression of constants, and of fields that only constructors assign. A
    constructor is among those places, or calls one of them.
    """
    known, key = engine.kept(_Known).known, (cls, attr)
    if key not in known:
        texts = {_text(engine, cls, one) for one in given_fields.assigned(engine, cls, attr)}
        same = len(texts) == 1 and None not in texts
        known[key] = same and _is_given_first(engine, cls, attr)
    return known[key]


def _is_given_first(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether constructors give a field its value, by themselves or by a method, on all ways."""
    scopes = list(given_fields.scopes(engine, cls, attr))
    builders = [scope for scope, _ in scopes if scope.name in names.BUILDERS]
    called = set[str]().union(*(one.methods_called for one in builders))
    return any(
        (scope in builders or scope.name in called)
        and any(not one.arms for one in given_fields.changes_of(scope, receiver, attr))
        for scope, receiver in scopes
    )


def is_same_again(engine: Engine, frame: Frame, written: AttributeWritten) -> bool:
    """Whether a method gives a field of its object what all that assign it there do."""
    base, target, scope = written.base, written.target, frame.scope
    if not isinstance(base, Instance) or not isinstance(base.cls, ClassValue):
        return False
    if not isinstance(scope, ir.Function) or scope.owner is None or not scope.parameters:
        return False
    own = ir.field_of(target, scope.receiver)
    return bool(own) and is_always_equal(engine, base.cls, target.attr)


def _text(engine: Engine, cls: ClassValue, given: Given | None) -> str | None:
    """What is given, the same for equal things; None if it may be another one each time."""
    if given is None or given.scope.module is None:
        return None
    value, part = given.value, given.part
    if isinstance(value, ir.Display) and part is not None:
        if any(isinstance(one, ir.Starred) for one in value.elements[: part + 1]):
            return None
        value, part = value.elements[part], None
    if not _is_fixed(engine, cls, given, value):
        return None
    return f"{part} of {ir.spelled(value)}"


def _is_fixed(engine: Engine, cls: ClassValue, given: Given, value: ir.Expr) -> bool:
    """Whether an expression is made of nothing that changes, and gives the same each time."""
    inside = {one.base for one in ir.nodes_in(value) if isinstance(one, ir.Attribute)}
    for one in ir.nodes_in(value):
        if isinstance(one, ir.Name) and one.id != given.receiver:
            if not _is_of_module(engine, given.scope, one.id):
                return False
        elif isinstance(one, ir.Name) and one not in inside:
            return False
        elif isinstance(one, ir.Attribute) and ir.field_of(one, given.receiver):
            if not _is_constructed(engine, cls, one.attr):
                return False
        elif isinstance(one, ir.Call) and not _is_pure(engine, given.scope, one.func):
            return False
    return True


def _is_of_module(engine: Engine, scope: ir.Scope | None, name: str) -> bool:
    """Whether a name is one of Python, or one that the module binds once."""
    while scope is not None and not isinstance(scope, ir.Module):
        if name in scope.bound:
            return False
        scope = scope.parent
    if not isinstance(scope, ir.Module):
        return False
    engine.looks_at_imports(scope)
    return len(scope.stores.get(name, ())) < 2


def _is_constructed(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether only constructors give a field its value, and nothing changes what is in it."""
    events = [
        (scope, one)
        for scope, receiver in given_fields.scopes(engine, cls, attr)
        for one in given_fields.changes_of(scope, receiver, attr)
    ]
    return bool(events) and all(
        scope.name in names.BUILDERS and one.kind == f"attribute:{attr}" for scope, one in events
    )


def _is_pure(engine: Engine, scope: ir.Scope, called: ir.Expr) -> bool:
    """Whether a function gives the same for the same."""
    dotted = engine.dotted(scope, called)
    return dotted in _PURE or dotted.rpartition(".")[0] in _PURE_MODULES
