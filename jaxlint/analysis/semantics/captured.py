"""The tracers that a value keeps alive: in itself, in its parts, in the frames around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import asked_of, containers
from jaxlint.analysis.values import contents
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3


def tracers(engine: Engine, value: Value, depth: int = _DEPTH) -> list[Traced]:
    """The tracers in a value, in the variables that a function reads of the frames around it too.

    Looks ``depth`` levels deep into containers, partials and the fields of objects. A text that
    shows a tracer keeps nothing of it.
    """
    if contents.is_text(value):
        return []
    if isinstance(value, Function):
        return _closed_over(engine, value, depth)
    if isinstance(value, Container | Partial | Transformed | Instance):
        inside = parts(engine, value) if depth else ()
        return [one for part in inside for one in tracers(engine, part, depth - 1)]
    return contents.tracers(value)


def parts(engine: Engine, value: Container | Partial | Transformed | Instance) -> Iterable[Value]:
    """What is in a container, a callable or an object."""
    if isinstance(value, Container):
        return containers.as_it_is(engine, value).values
    if isinstance(value, Transformed):
        return (value.func,)
    if isinstance(value, Partial):
        return (value.func, *value.args, *value.keywords.values())
    if value.traced is not None:
        return (value.traced,)
    stored = engine.store.fields.get(value.token, NO_FIELDS)
    made = (held for field, held in value.fields.items() if field not in stored)
    return (*made, *stored.values())


def _closed_over(engine: Engine, function: Function, depth: int) -> list[Traced]:
    """The tracers in the variables of traced code that a function reads, and in its object.

    Not those of which it only asks what a dead tracer tells.
    """
    held = [] if function.instance is None else [function.instance]
    frame: Frame | None = function.closure
    while frame is not None and frame.region is not None:
        names = sorted(name for name in frame.env if _reads(function.definition, name))
        read = [
            one for one in names if not asked_of.is_asked_only(engine, function.definition, one)
        ]
        held += [frame.env[name] for name in read]
        frame = frame.closure
    return [one for value in held for one in tracers(engine, value, depth - 1)] if depth else []


def _reads(definition: ir.Scope, name: str) -> bool:
    """Whether a function reads a variable of the frames around it."""
    return name not in definition.bound and definition.is_read(name)
