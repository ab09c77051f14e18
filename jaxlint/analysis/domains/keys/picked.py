"""What a turn of a loop makes of a key, and of which it takes the part that is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level


def is_picked(level: Level) -> bool:
    """Whether what a turn makes is read only where something equals what the loop goes through.

    So each turn may well take other rows of it.
    """
    scope, node = level.frame.scope, level.node
    loop = ir.loop_at(scope.body, level.frame.loops[-1]) if level.frame.loops else None
    if node is None or not isinstance(loop, ir.For):
        return False
    name = _bound(loop, node)
    turning = set(ir.bound_names(loop.target))
    asking = {
        one.place.number
        for one in ir.statements_in(*loop.body)
        if isinstance(one, ir.If) and _is_equality(one.test)
        if not turning.isdisjoint(ir.names_in(one.test))
    }
    loads = [one for one in scope.loads.get(name, ()) if loop.place.number in one.loops]
    return bool(loads) and all(any(arm.branch in asking for arm in one.arms) for one in loads)


def _is_equality(test: ir.Expr) -> bool:
    return isinstance(test, ir.Compare) and [op for op, _ in test.rest] == ["=="]


def _bound(loop: ir.For, call: ir.Place) -> str:
    """The name to which a loop assigns what a call is part of; "" if it is no single one."""
    for one in ir.assignments_in(*loop.body):
        if one.value is not None and one.value.place.encloses(call):
            target = one.targets[0]
            return target.id if isinstance(target, ir.Name) and len(one.targets) == 1 else ""
    return ""
