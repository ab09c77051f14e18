"""What the target of an assignment, a loop or a comprehension binds."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program.ir.expressions import Display, Expr, Name, Starred


def bound_names(target: Expr) -> Iterator[str]:
    """Yield the names that a target binds, those in tuples and lists as well."""
    if isinstance(target, Name):
        yield target.id
    elif isinstance(target, Starred):
        yield from bound_names(target.value)
    elif isinstance(target, Display):
        for element in target.elements:
            yield from bound_names(element)
