"""Variables that each assignment gives the same constant: a second one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.program import ir


def is_unchanged(events: Sequence[ir.Event]) -> bool:
    """Whether all that happens to a name is that it is given one constant, over and over."""
    if len(events) < 2 or any(one.kind != "bind" for one in events):
        return False
    given = [_given(one) for one in events]
    first = given[0]
    return first is not None and all(one is not None and _are_equal(one, first) for one in given)


def _given(event: ir.Event) -> ir.Constant | None:
    """The constant that an assignment gives to a name; None if it gives something else."""
    for one in ir.statements_in(*event.scope.body):
        if isinstance(one, ir.Assign) and any(part.place is event.node for part in one.targets):
            return one.value if isinstance(one.value, ir.Constant) else None
    return None


def _are_equal(one: ir.Constant, other: ir.Constant) -> bool:
    return type(one.value) is type(other.value) and one.value == other.value
