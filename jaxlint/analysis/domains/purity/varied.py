"""Changes that give another value each time, as what a caller hands in is, or the old one changed.

Of what a function loads, builds or reads elsewhere it is not known that it differs from what was
there before: it may be made once, or always the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.program import ir

_STORES = ("bind", "attribute", "item", "within")


def is_varied(change: ir.Event) -> bool:
    """Whether a function gives what it changes another value, for all that its source shows.

    What stands in the source is another value than before, or nobody would write it.
    """
    scope = change.scope
    if not isinstance(scope, ir.Function) or change.kind.partition(":")[0] not in _STORES:
        return True
    found = next((one for one in ir.assignments_in(*scope.body) if _is_at(one, change.node)), None)
    if found is None or found.value is None:
        return True
    targets = {ir.spelled(one) for one in ir.single_targets(*found.targets)}
    parts = {type(one) for one in ir.nodes_in(found.value)}
    if not parts & {ir.Name, ir.Call}:
        return True
    return any(
        ir.spelled(one) in targets or _is_handed_in(scope, one)
        for value in _followed(scope, found.value)
        for one in ir.nodes_in(value)
        if isinstance(one, ir.Name | ir.Attribute | ir.Subscript)
    )


def _is_handed_in(scope: ir.Function, node: ir.Expr) -> bool:
    """Whether a name is one of a parameter, but for the object's own, or of a turn of a loop."""
    if not isinstance(node, ir.Name):
        return False
    for around in scope.functions:
        given = around.parameters if around.owner is None else around.parameters[1:]
        if any(one.name == node.id for one in given):
            return True
        if node.id in around.bound:
            return any(one.kind in ("loop", "augment") for one in around.stores.get(node.id, ()))
    return False


def _followed(scope: ir.Function, value: ir.Expr) -> Iterator[ir.Expr]:
    """An expression, and those that the function assigns to the names in it, and so on."""
    pending, seen = [value], set[str]()
    while pending:
        current = pending.pop()
        yield current
        names = {one.id for one in ir.nodes_in(current) if isinstance(one, ir.Name)} - seen
        seen |= names
        pending += [
            store.value
            for store in ir.assignments_in(*scope.body)
            if store.value is not None
            and any(not names.isdisjoint(ir.bound_names(target)) for target in store.targets)
        ]


def _is_at(store: ir.Assign, place: ir.Place) -> bool:
    """Whether an assignment writes what is at a place, or into it."""
    return any(
        place is target.place
        or (isinstance(target, ir.Attribute | ir.Subscript) and place is target.base.place)
        for target in ir.single_targets(*store.targets)
    )
