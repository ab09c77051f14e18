"""What a class binds for all its objects, as long as nothing gives one of them anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Partial
from jaxlint.analysis.semantics import class_fields, classes
from jaxlint.analysis.values.exact import Exact
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Instance,
    ModuleValue,
    Unknown,
    Value,
)
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def held(engine: Engine, instance: Instance, attr: str, found: Value) -> Value | None:
    """What an object has of that which its class, or a base, binds to a name; None if not known."""
    cls = instance.cls
    if not isinstance(cls, ClassValue):
        return None
    if isinstance(found, Array):
        return None if class_fields.setters(engine, cls, None, {attr: found}) else found
    taken = isinstance(found, Container | Const | Partial) or _is_module(found)
    if not taken or not class_fields.is_shared(engine, cls, attr):
        return None
    if isinstance(found, Const):
        return found if _is_constant(instance, cls) else None
    return _shared(found) if isinstance(found, Container) else found


def _is_constant(instance: Instance, cls: ClassValue) -> bool:
    """Whether neither a subclass nor code that computes names gives an object another constant."""
    if instance.fact(Exact) is None or classes.may_wrap(cls) or classes.kind(cls) == "enum":
        return False
    family = [one for one in classes.ancestry(cls) if isinstance(one, ClassValue)]
    scopes = [scope for one in family for scope in one.definition.inner]
    return not any(name in scope.loads for scope in scopes for name in names.SETS_BY_NAME)


def _is_module(held: Value) -> bool:
    """Whether a value is a module, as of the functions that a class computes with."""
    if isinstance(held, External):
        return held.name in names.NAMED_MODULES
    return isinstance(held, ModuleValue)


def _shared(held: Container) -> Container:
    """What a class keeps in a container for all its objects: which of it is left is not known."""
    shared = Container(held.kind, {}, Unknown(), held.region)
    shared.twin = held
    return shared
