"""All that stands in some code, as a flat sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from jaxlint.program.ir.expressions import Place
from jaxlint.program.ir.scopes import Scope


def nodes_in(body: object) -> Iterator[object]:
    """Yield statements, or an expression, and all that is below; what is defined is left out."""
    pending = [body]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending.extend(one)
        elif is_dataclass(one) and not isinstance(one, Scope | Place | type):
            yield one
            pending.extend(getattr(one, part.name) for part in fields(one))
