"""Where a key that is consumed twice could be split before its first use."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from jaxlint.analysis.core.frames import Level
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.keys.observations import KeyUse
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir, trees

_SIMPLE = (ir.Assign, ir.AugAssign, ir.ExprStmt, ir.Return)


def first_use(first: Level, second: Level, key: Value) -> KeyUse | None:
    """The first use of a key, if both uses name it by one local variable of one function."""
    frame, statement = first.frame, first.statement
    if frame is not second.frame or not isinstance(statement, _SIMPLE):
        return None
    given = _names_given(first, key)
    if len(given) != 1 or given.keys() != _names_given(second, key).keys():
        return None
    name, argument = given.popitem()
    ways = spelling.spellings(frame, "jax.random.split")
    if not ways or name not in frame.scope.bound or name in frame.scope.outside:
        return None
    split, dropped = _split_like(first, ways), _dropped_key(first, statement, ways)
    subkey = "subkey" if name == "key" else f"sub_{name}"
    if not _may_be_bound(frame.scope, subkey, statement.place):
        subkey = spelling.free_name(frame, subkey)
    return KeyUse(name, argument, statement.place, split, subkey, dropped)


def _may_be_bound(scope: ir.Scope, name: str, before: ir.Place) -> bool:
    """Whether a variable of a scope can be bound again before a statement, and nothing misses it.

    So it is where each read stands behind a binding in the same turn of the same loop, and the
    statement not between the two.
    """
    stores = scope.stores.get(name, ())
    is_argument = isinstance(scope, ir.Function) and any(p.name == name for p in scope.parameters)
    is_shared = any(one.is_read(name) for one in scope.inner if name not in one.bound)
    if not stores or is_argument or is_shared or name in scope.outside:
        return False
    if any(event.kind != "bind" for event in stores):
        return False
    return all(_is_bound_for(load, stores, before) for load in scope.loads.get(name, ()))


def _is_bound_for(load: ir.Event, stores: Sequence[ir.Event], before: ir.Place) -> bool:
    """Whether a binding decides what a read gives, and a statement is not between them."""
    deciding = (
        one
        for one in stores
        if one.order < load.order
        and one.loops == load.loops
        and one.arms == load.arms[: len(one.arms)]
    )
    last = max(deciding, key=lambda one: one.order, default=None)
    if last is None:
        return False
    return not last.node.number < before.number < load.node.number


def _names_given(level: Level, key: Value) -> dict[str, ir.Place]:
    """The variables in a call's arguments that hold the key, none of them twice."""
    found: dict[str, ir.Place] = {}
    if level.node is None or not isinstance(call := trees.node(level.node), cst.Call):
        return found
    for arg in call.args:
        if isinstance(arg.value, cst.Name) and not arg.star:
            held = level.frame.env.get(arg.value.value)
            if held is not None and held.token is key.token:
                if arg.value.value in found:
                    return {}
                found[arg.value.value] = trees.part(level.node, arg.value)
    return found


def _split_like(level: Level, ways: list[str]) -> str:
    """How to call ``jax.random.split`` here of several ways, best as a sampler is called."""
    call = None if level.node is None else trees.node(level.node)
    if level.node and isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute):
        alike = f"{trees.code(level.node, call.func.value)}.split"
        if alike in ways:
            return alike
    return ways[0]


def _dropped_key(level: Level, statement: ir.Stmt, ways: list[str]) -> ir.Place | None:
    """The ``_`` of ``_, subkey = split(key)``, which could have been the key."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if not isinstance(value, ir.Call) or value.place is not level.node:
        return None
    if ir.spelled(value.func) not in ways:
        return None
    if not isinstance(target, ir.Display) or not target.elements:
        return None
    first = target.elements[0]
    return first.place if isinstance(first, ir.Name) and first.id == "_" else None
