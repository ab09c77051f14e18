"""Which reads of a variable see what one of its bindings gave it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlint.program import ir

# Of how many variables is kept which bindings lead to each read.
_NAMES = 8


def loads(scope: ir.Scope, name: str, bound: ir.Place) -> list[ir.Event]:
    """The reads of a variable that its binding at a place may reach.

    Not those before it, unless a loop leads back to them, and none from which another binding keeps
    it, which is always passed between the two.
    """
    own = next((one for one in scope.stores.get(name, ()) if one.node is bound), None)
    return [
        read
        for read, passed in _reads(scope, name)
        if own is None or (_comes_to(own, read) and not _is_kept_from(own, read, passed))
    ]


@lru_cache(maxsize=_NAMES)
def _reads(scope: ir.Scope, name: str) -> list[tuple[ir.Event, list[ir.Event]]]:
    """The reads of a variable, each with its bindings by way of which it is always come to."""
    stores = scope.stores.get(name, ())
    return [
        (read, [store for store in stores if _leads(store, read)])
        for read in scope.loads.get(name, ())
    ]


def _comes_to(own: ir.Event, read: ir.Event) -> bool:
    """Whether a read is behind a binding, or a loop leads from there back to it."""
    return own.order < read.order or bool(_shared(own, read))


def _shared(one: ir.Event, other: ir.Event) -> tuple[int, ...]:
    """The loops that are around both."""
    return tuple([loop for loop in one.loops if loop in other.loops])


def _is_kept_from(own: ir.Event, read: ir.Event, passed: list[ir.Event]) -> bool:
    """Whether who comes from a binding to a read always passes another one on the way."""
    if own.order < read.order:
        return bool(passed) and passed[-1].order > own.order
    around = _shared(own, read)
    return any(other.loops[: len(around)] == around for other in passed)


def _leads(store: ir.Event, read: ir.Event) -> bool:
    """Whether a read is only come to by way of a binding, which stands in a block around it."""
    return (
        store.order < read.order
        and read.arms[: len(store.arms)] == store.arms
        and read.loops[: len(store.loops)] == store.loops
    )
