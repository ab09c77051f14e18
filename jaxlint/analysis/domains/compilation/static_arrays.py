"""Arrays in static fields of modules of Equinox and other trees, which are told apart by them.

Two arrays are compared number by number, unless they are one and the same.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import AttributeWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.arrays.facts import Ranked
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.compilation.observations import Holder, StaticArgumentUnhashable
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.semantics import classes, flattening, records, static_fields
from jaxlint.analysis.values.kinds import Array, Instance, Value
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MAKERS = ("__init__", "__post_init__", "__new__")


@compilation.on(AttributeWritten)
def assigned(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Judge what a module gives to a field of its own."""
    target, base, value = event
    if isinstance(base, Instance) and isinstance(base.cls, ClassValue):
        _judge(engine, frame, base.cls, target.attr, value, target.place)


@compilation.on(CallStarting)
def constructed(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge what a call gives to the fields of a module that has no constructor of its own."""
    cls, arguments, _ = event
    if not isinstance(cls, ClassValue):
        return
    if any(classes.find(cls, name) is not None for name in _MAKERS):
        return
    if classes.kind(cls) != "equinox" and not _compared(cls):
        return
    fields = records.filled(cls)
    for place, value, written in misuse.written(arguments):
        name = place if isinstance(place, str) else next(iter(fields[place : place + 1]), "")
        if written is not None:
            _judge(engine, frame, cls, name, value, written.place)


def _judge(
    engine: Engine, frame: Frame, cls: ClassValue, name: str, value: Value, at: ir.Place
) -> None:
    if not _is_array(value) or not _is_static(cls, name) or _is_shared(frame, value):
        return
    what, field = "an array", f"`{cls.definition.name}.{name}`"
    seen = StaticArgumentUnhashable(*frame.at(at), field, what, None, Holder.FIELD)
    misuse.note(engine, seen)


def _is_array(value: Value) -> bool:
    """Whether a value is certainly an array, and may well be of more than one number.

    What is made of something unknown may be made of a number.
    """
    if not isinstance(value, Array) and value.fact(Ranked) is None:
        return False
    shape = forms.of_value(value).shape
    if shape is None:
        return not isinstance(value, Array) or value.origin not in names.FROM_SEQUENCES
    return prod(shape) != 1


def _is_static(cls: ClassValue, name: str) -> bool:
    """Whether a field of a module is certainly static, and keeps what it is given."""
    if name in _compared(cls):
        return True
    if classes.kind(cls) != "equinox":
        return False
    declared = classes.declaration(cls, name)
    default = None if declared is None else declared.value
    if not isinstance(default, ir.Call) or static_fields.may_convert(default):
        return False
    said = dict(default.keywords).get("static")
    told = isinstance(said, ir.Constant) and said.value is True
    return told or ir.last_name(default.func) == "static_field"


def _compared(cls: ClassValue) -> frozenset[str]:
    """The fields that the registration of a class has JAX compare."""
    return frozenset(cls.meta) | flattening.compared(cls)


def _is_shared(frame: Frame, value: Value) -> bool:
    """Whether a variable of the module or of a function around holds the very array."""
    outer: Frame | None = frame if frame.closure is None else frame.closure
    while outer is not None:
        if any(held.token is value.token for held in outer.env.values()):
            return True
        outer = outer.closure
    return False
