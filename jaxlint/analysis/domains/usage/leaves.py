"""The leaves of two trees, as far as both are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Container, Instance, Value, is_none
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3


def paired(
    engine: Engine, carry: Value, result: Value, depth: int = _DEPTH
) -> Iterator[tuple[Value, Value]]:
    """The leaves of a carry, each with what the body gives for it, as far as both are known."""
    parts, others = parts_of(engine, carry), parts_of(engine, result)
    if depth and parts and others is not None and parts.keys() == others.keys():
        for name, part in parts.items():
            yield from paired(engine, part, others[name], depth - 1)
    elif not is_none(carry):
        yield carry, result


def parts_of(engine: Engine, value: Value) -> dict[object, Value] | None:
    """What a container or a record is made of, None where that is not known."""
    if isinstance(value, Container):
        return dict(value.items) if value.rest is None else None
    if isinstance(value, Instance) and classes.kind(value.cls) in libraries.RECORDS:
        return dict(engine.store.fields.get(value.token, NO_FIELDS))
    return None
