"""Globals that start out empty, and that one function fills before they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.program.changes import Changes

_EMPTY = frozenset(
    f"{module}.{name}"
    for module in ("numpy", "jax.numpy")
    for name in ("empty", "zeros", "empty_like", "zeros_like")
)


def is_filled_once(
    changes: Changes, home: ir.Module, name: str, events: Sequence[ir.Event]
) -> bool:
    """Whether one function alone fills a global for which its module has only a placeholder.

    ``events`` are all changes of the global. Nothing can be computed with None. Zeros and negative
    numbers may be values as any other, unless the function is given nothing to replace them with.
    """
    writers = {event.scope for event in events} - {home}
    first = _only_value(home, name)
    if len(writers) != 1 or first is None:
        return False
    if ir.is_none(first):
        return True
    (writer,) = writers
    given = isinstance(writer, ir.Function) and writer.parameters
    return not given and _is_empty(changes, home, first)


def _only_value(home: ir.Module, name: str) -> ir.Expr | None:
    """The value that the body of a module gives to a name, if it does so once."""
    values = [
        one.value
        for one in home.body
        if isinstance(one, ir.Assign) and any(_is_named(target, name) for target in one.targets)
    ]
    once = len(home.stores.get(name, ())) == 1 and len(values) == 1
    return values[0] if once else None


def _is_named(target: ir.Expr, name: str) -> bool:
    return isinstance(target, ir.Name) and target.id == name


def _is_empty(changes: Changes, home: ir.Module, value: ir.Expr) -> bool:
    """Whether an expression is a negative number, or an array without anything in it."""
    if isinstance(value, ir.Constant):
        return isinstance(value.value, int | float) and value.value < 0
    return isinstance(value, ir.Call) and changes.dotted(home, value.func) in _EMPTY
