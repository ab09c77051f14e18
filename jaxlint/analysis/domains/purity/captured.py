"""The tracers that a value keeps alive: in itself, in its parts, in the frames around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values import contents
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3


def tracers(engine: Engine, value: Value, depth: int = _DEPTH) -> list[Traced]:
    """The tracers in a value, in the variables that a function reads of the frames around it too.

    Looks ``depth`` levels deep into containers, partials and the fields of objects.
    """
    if isinstance(value, Function):
        return _closed_over(value)
    if isinstance(value, Container | Partial | Instance):
        parts = _parts(engine, value) if depth else ()
        return [one for part in parts for one in tracers(engine, part, depth - 1)]
    return contents.tracers(value)


def _parts(engine: Engine, value: Container | Partial | Instance) -> Iterable[Value]:
    if isinstance(value, Container):
        return value.values
    if isinstance(value, Partial):
        return (value.func, *value.args, *value.keywords.values())
    if value.traced is not None:
        return (value.traced,)
    stored = engine.store.fields.get(value.token, NO_FIELDS)
    made = (held for field, held in value.fields.items() if field not in stored)
    return (*made, *stored.values())


def _closed_over(function: Function) -> list[Traced]:
    """The tracers in the variables of traced code that a function reads."""
    read = sorted(function.definition.loads.keys() - function.definition.bound)
    found: list[Traced] = []
    frame: Frame | None = function.closure
    while frame is not None and frame.region is not None:
        held = [frame.env[name] for name in read if name in frame.env]
        found += [one for value in held for one in contents.tracers(value)]
        frame = frame.closure
    return found
