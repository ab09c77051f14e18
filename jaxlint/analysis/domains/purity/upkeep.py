"""Reads of a global that serve nothing but the global itself.

Whatever else traced code makes of it is read at another place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Due:
    """By the statement, whether its test only asks if what it asks about is to be changed."""

    known: dict[ir.Stmt, bool] = field(default_factory=dict)


def is_upkeep(engine: Engine, frame: Frame, node: ir.Name, value: Value) -> bool:
    """Whether a name is read to count it on, to change it in place, or to ask if that is due."""
    statement = frame.statement
    if isinstance(statement, ir.If | ir.While):
        known = engine.world.kept(_Due).known
        if statement not in known:
            asked = {one.id for one in ir.nodes_in(statement.test) if isinstance(one, ir.Name)}
            within = (*statement.body, *statement.orelse)
            known[statement] = all(_changes_only(one, asked) for one in within)
        return known[statement]
    if isinstance(statement, ir.AugAssign):
        return statement.target is node
    return isinstance(value, Container) and called_on(statement) is node


def _changes_only(statement: ir.Stmt, names: set[str]) -> bool:
    """Whether a statement does nothing but change what one of some names holds."""
    if isinstance(statement, ir.Assign):
        return all(_is_one_of(target, names) for target in statement.targets)
    if isinstance(statement, ir.AugAssign):
        return _is_one_of(statement.target, names)
    return _is_one_of(called_on(statement), names)


def called_on(statement: ir.Stmt | None) -> ir.Expr | None:
    """What a method is called on whose result a statement drops."""
    call = statement.value if isinstance(statement, ir.ExprStmt) else None
    func = call.func if isinstance(call, ir.Call) else None
    return func.base if isinstance(func, ir.Attribute) else None


def _is_one_of(node: ir.Expr | None, names: set[str]) -> bool:
    return isinstance(node, ir.Name) and node.id in names
