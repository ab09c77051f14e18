"""Containers that nobody looks at again when traced code has changed them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.regions import Copy
from jaxlint.knowledge.host import GIVING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def is_of_no_use(engine: Engine, frame: Frame, changed: ir.Expr, value: Value) -> bool:
    """Whether a change takes out an entry that is used, and nobody looks at the container again.

    The container is one that the caller only passes on, and so do those that called it. If a loop
    hands it over again, each turn may take the same entry out of its own copy.
    """
    region, call = frame.region, _call_that_takes(frame, changed)
    if region is None or call is None or not region.visible:
        return False
    given = next((one for one in region.passed if one.value.token is value.token), None)
    if given is None or given.awaited or (given.recurs and not _names_entry(call)):
        return False
    return not _is_read_above(engine, given)


def is_left_alone(engine: Engine, frame: Frame, value: Value) -> bool:
    """Whether a container is one that a caller made for the call, or has no more use for."""
    region = frame.region
    if region is None or not region.visible:
        return False
    given = next((one for one in region.passed if one.value.token is value.token), None)
    if given is None or given.awaited or given.recurs:
        return False
    return not _is_read_above(engine, given)


def _call_that_takes(frame: Frame, changed: ir.Expr) -> ir.Call | None:
    """The call that takes an entry out of a container, if what it gives is used."""
    statement = frame.statement
    alone = statement.value if isinstance(statement, ir.ExprStmt) else None
    calls = (one for one in ir.nodes_in(statement) if isinstance(one, ir.Call) and one is not alone)
    return next((one for one in calls if _takes(one.func, changed)), None)


def _takes(method: ir.Expr, changed: ir.Expr) -> bool:
    """Whether what is called is a method of a container that takes out and gives what was there."""
    if not isinstance(method, ir.Attribute) or method.base is not changed:
        return False
    return method.attr in GIVING_METHODS - {"setdefault"}


def _names_entry(call: ir.Call) -> bool:
    """Whether an entry is taken out by its name, of which a container has one only."""
    key = call.args[0] if call.args else None
    return isinstance(key, ir.Constant) and isinstance(key.value, str)


def _is_read_above(engine: Engine, given: Copy) -> bool:
    """Whether code that handed the container on to the caller reads it behind that."""
    token = given.original.token
    for level in engine.path:
        held = [name for name, value in level.frame.env.items() if value.token is token]
        loads = (one for name in held for one in level.frame.scope.loads.get(name, ()))
        if any(one.node.number >= level.entered.end for one in loads):
            return True
    return False
