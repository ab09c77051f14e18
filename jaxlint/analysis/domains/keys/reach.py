"""Which reads of a variable see what one of its bindings gave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlint.program import ir


def loads(scope: ir.Scope, name: str, bound: ir.Place) -> list[ir.Event]:
    """The reads of a variable that its binding at a place may reach.

    Not those before it, unless a loop leads back to them, and none from which another binding keeps
    it, which is always passed between the two.
    """
    stores, found = scope.stores.get(name, ()), scope.loads.get(name, ())
    own = next((one for one in stores if one.node is bound), None)
    if own is None:
        return [*found]
    others = [one for one in stores if one is not own]
    return [
        read
        for read in found
        if _comes_to(own, read) and not any(_is_between(own, one, read) for one in others)
    ]


def _comes_to(own: ir.Event, read: ir.Event) -> bool:
    """Whether a read is behind a binding, or a loop leads from there back to it."""
    return own.order < read.order or bool(_shared(own, read))


def _shared(one: ir.Event, other: ir.Event) -> tuple[int, ...]:
    """The loops that are around both."""
    return tuple([loop for loop in one.loops if loop in other.loops])


def _is_between(own: ir.Event, other: ir.Event, read: ir.Event) -> bool:
    """Whether who comes from one binding to a read always passes another one on the way."""
    if not _leads(other, read):
        return False
    if own.order < read.order:
        return own.order < other.order
    return other.loops[: len(_shared(own, read))] == _shared(own, read)


def _leads(store: ir.Event, read: ir.Event) -> bool:
    """Whether a read is only come to by way of a binding, which stands in a block around it."""
    return (
        store.order < read.order
        and read.arms[: len(store.arms)] == store.arms
        and read.loops[: len(store.loops)] == store.loops
    )
