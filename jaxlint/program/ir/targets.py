"""What the target of an assignment, a loop or a comprehension binds."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program.ir.expressions import Display, Expr, Name, Starred


def bound_names(target: Expr) -> Iterator[str]:
    """Yield the names that a target binds, those in tuples and lists as well."""
    return (one.id for one in single_targets(target) if isinstance(one, Name))


def single_targets(*targets: Expr) -> Iterator[Expr]:
    """Yield the targets of an assignment, those of tuples, lists and stars one by one."""
    for target in targets:
        if isinstance(target, Display):
            yield from single_targets(*target.elements)
        elif isinstance(target, Starred):
            yield from single_targets(target.value)
        else:
            yield target
