"""Fields with a converter: an object holds what that makes of what it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import calls, classes, static_fields
from jaxlint.analysis.values import converters
from jaxlint.analysis.values.kinds import Instance, Unknown, Value, is_none
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def run(engine: Engine, frame: Frame, instance: Instance, node: ir.Place) -> None:
    """Call the converters of a new object's fields, as Equinox does when all else has run."""
    cls, fields = instance.cls, engine.store.fields
    if not isinstance(cls, ClassValue) or not _converts(cls):
        return
    for name in classes.field_names(cls):
        given, converter = fields.get(instance, NO_FIELDS).get(name), _of(cls, name)
        if given is not None and converter is not None:
            made = calls.apply(engine, frame, converter, Arguments((given,)), node)
            engine.store.fields.put(instance, name, made)


def _converts(cls: ClassValue) -> bool:
    """Whether the library of a class looks for converters."""
    if classes.kind(cls) == "equinox":
        return True
    return any(name.startswith(libraries.CONVERTING_DECORATORS) for name in cls.decorators)


def _of(cls: ClassValue, name: str) -> Value | None:
    """The converter of a field; an unknown one where the class may say so in a way not seen."""
    declared, bound = classes.declaration(cls, name), classes.find(cls, name)
    if declared is None or declared.value is None:
        return None
    found = None if bound is None else converters.of(bound)
    if found is None:
        return Unknown() if static_fields.may_convert(declared.value) else None
    return None if is_none(found) else found
