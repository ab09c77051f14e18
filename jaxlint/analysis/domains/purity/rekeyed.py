"""Code that has all functions traced anew: it makes a setting that belongs to the keys of traces.

What it changes on the same way is read anew, then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum, auto
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.domains.tracing import forgetting
from jaxlint.knowledge.configuration import KEYED, UPDATE
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


class _Set(IntEnum):
    """Whether such a setting is made on all ways: not so, to one value, or to what depends."""

    NOT = auto()
    FIXED = auto()
    OPEN = auto()


_Making = Callable[[ir.Call], _Set]


class _Way(NamedTuple):
    """A simple statement, and whether a setting is made on all ways that lead through it."""

    statement: ir.Stmt
    made: _Set


@dataclass(slots=True, eq=False)
class _Known:
    """By the scope, the ways through its expressions, and where it has all traced anew."""

    ways: dict[ir.Scope, dict[ir.Place, _Way]] = field(default_factory=dict)
    renewals: dict[ir.Scope, list[int]] = field(default_factory=dict)


def is_rekeyed(engine: Engine, change: ir.Event) -> bool:
    """Whether the function that makes a change also makes such a setting, whichever way it goes.

    A setting that always gets the same value changes with the first call only: not with what the
    callers of the function give it.
    """
    scope = change.scope
    if "update" not in scope.methods_called:
        return False
    known = engine.kept(_Known).ways
    if scope not in known:
        known[scope] = dict(_ways(scope.body, _Set.NOT, partial(_making, engine, scope)))
    way = known[scope].get(change.node)
    if way is None or way.made is _Set.NOT:
        return False
    return way.made is _Set.OPEN or _is_same(change, way.statement)


def renewals(engine: Engine, scope: ir.Scope) -> list[int]:
    """Where the statements of a scope, whichever way they go, have all traced anew.

    They make such settings, or throw away what was compiled. Each stands by the order of the last
    name in it.
    """
    known = engine.kept(_Known).renewals
    if scope not in known:
        cleared = frozenset(one.order for one in forgetting.clearings(scope))
        making = partial(_making, engine, scope, cleared=cleared)
        some = cleared or "update" in scope.methods_called
        made = [one for one in scope.body if some and _always(one, making) is not _Set.NOT]
        known[scope] = [max(name.order for name in _names_in(one)) for one in made]
    return known[scope]


def _ways(
    block: tuple[ir.Stmt, ...], around: _Set, making: _Making
) -> Iterator[tuple[ir.Place, _Way]]:
    """By the place of an expression, its statement in a block and whether a setting is made."""
    made = [_always(one, making) for one in block]
    behind = [_Set.NOT]
    for statement, own in zip(block[:0:-1], made[:0:-1], strict=True):
        behind.append(_Set.NOT if _may_leave(statement) else max(own, behind[-1]))
    for statement, own, after in zip(block, made, reversed(behind), strict=False):
        way = _Way(statement, max(around, after))
        blocks = [*ir.inner_blocks(statement)]
        for one in blocks:
            yield from _ways(one, way.made, making)
        if not blocks:
            parts = (one for one in ir.nodes_in(statement) if isinstance(one, ir.Expr))
            yield from ((one.place, way) for one in parts)
        around = max(around, own)


def _may_leave(statement: ir.Stmt) -> bool:
    """Whether a statement may end the function, or the turn of a loop."""
    return any(
        isinstance(one, ir.Return | ir.Raise | ir.Jump) for one in ir.statements_in(statement)
    )


def _always(statement: ir.Stmt, making: _Making) -> _Set:
    """Whether a statement makes a setting, whichever way it goes."""
    if isinstance(statement, ir.If):
        arms = statement.body, statement.orelse
        both = all(_always_in(arm, making) is not _Set.NOT for arm in arms)
        return _Set.OPEN if both else _Set.NOT
    if isinstance(statement, ir.With | ir.Try):
        return _always_in(statement.body, making)
    if isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        return making(statement.value)
    return _Set.NOT


def _always_in(block: tuple[ir.Stmt, ...], making: _Making) -> _Set:
    return max((_always(one, making) for one in block), default=_Set.NOT)


def _making(
    engine: Engine, scope: ir.Scope, call: ir.Call, cleared: frozenset[int] = frozenset()
) -> _Set:
    """Whether a call makes such a setting, or is one of those that throw away what was compiled."""
    if any(name.order in cleared for name in _names_in(call.func)):
        return _Set.OPEN
    option = call.args[0] if len(call.args) == 2 else None
    keyed = isinstance(option, ir.Constant) and option.value in KEYED
    if not keyed or engine.dotted(scope, call.func) != UPDATE:
        return _Set.NOT
    return _Set.OPEN if any(True for _ in _names_in(call.args[1])) else _Set.FIXED


def _is_same(change: ir.Event, statement: ir.Stmt) -> bool:
    """Whether a change is the same at each call: by nothing that is given, nor by what was there.

    Of what is not written as an assignment that is not known.
    """
    if not isinstance(statement, ir.Assign) or not isinstance(change.scope, ir.Function):
        return False
    parameters = change.scope.parameters[change.scope.owner is not None :]
    parts = [one for one in ir.nodes_in(statement.value) if isinstance(one, ir.Expr)]
    varying = {one.name for one in parameters} | {*map(ir.spelled, statement.targets)}
    return varying.isdisjoint(map(ir.spelled, parts))


def _names_in(node: ir.Node) -> Iterator[ir.Name]:
    return (one for one in ir.nodes_in(node) if isinstance(one, ir.Name))
