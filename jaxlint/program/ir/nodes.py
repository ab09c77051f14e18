"""All that stands in some code, as a flat sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from jaxlint.program.ir.expressions import Attribute, Place
from jaxlint.program.ir.scopes import Scope
from jaxlint.program.ir.statements import Assign


def nodes_in(body: object) -> Iterator[object]:
    """Yield statements, or an expression, and all that is below; what is defined is left out."""
    pending = [body]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending.extend(one)
            continue
        kind: Any = type(one)
        if parts := _parts(kind):
            yield one
            pending.extend([getattr(one, part) for part in parts])


def reads_attribute(body: object, name: str) -> bool:
    """Whether code reads an attribute, of whatever object; to assign it is no read."""
    assigned, found = list[object](), list[object]()
    for one in nodes_in(body):
        if isinstance(one, Assign):
            assigned.extend(one.targets)
        elif isinstance(one, Attribute) and one.attr == name:
            found.append(one)
    return any(not any(one is target for target in assigned) for one in found)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields of a node; empty for all that is no node."""
    if not is_dataclass(kind) or issubclass(kind, Scope | Place):
        return ()
    return tuple(part.name for part in fields(kind))
