"""All that stands in some code, as a flat sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from jaxlint.program.ir.expressions import Place
from jaxlint.program.ir.scopes import Scope


def nodes_in(body: object) -> Iterator[object]:
    """Yield statements, or an expression, and all that is below; what is defined is left out."""
    return (node for node, _ in nested_in(body))


def nested_in(body: object) -> Iterator[tuple[object, object]]:
    """The same, each with what it stands in; None for the outermost."""
    pending: list[tuple[object, object]] = [(body, None)]
    while pending:
        one, around = pending.pop()
        if isinstance(one, tuple):
            pending.extend([(part, around) for part in one])
            continue
        kind: Any = type(one)
        if parts := _parts(kind):
            yield one, around
            pending.extend([(getattr(one, part), one) for part in parts])


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields of a node; empty for all that is no node."""
    if not is_dataclass(kind) or issubclass(kind, Scope | Place):
        return ()
    return tuple(part.name for part in fields(kind))
