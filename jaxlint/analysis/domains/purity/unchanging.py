"""Variables that each assignment gives the same constant: a second one changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxlint.program import ir


def is_unchanged(events: Sequence[ir.Event]) -> bool:
    """Whether all that happens to a name is that it is given one constant, over and over."""
    if len(events) < 2 or any(one.kind != "bind" for one in events):
        return False
    given = _given_in({event.scope for event in events})
    first, *others = [given.get(event.node) for event in events]
    return isinstance(first, ir.Constant) and all(_are_equal(one, first) for one in others)


def _given_in(scopes: Iterable[ir.Scope]) -> dict[ir.Place, ir.Expr | None]:
    """What the assignments in some scopes give to each of their targets, by the target's place."""
    return {
        target.place: one.value
        for scope in scopes
        for one in ir.statements_in(*scope.body)
        if isinstance(one, ir.Assign)
        for target in one.targets
    }


def _are_equal(one: ir.Expr | None, other: ir.Constant) -> bool:
    """Whether an expression is the same constant as another one."""
    if not isinstance(one, ir.Constant):
        return False
    return type(one.value) is type(other.value) and one.value == other.value
