"""Statements behind which an error is sure to come, so that the code around them gives nothing.

What is traced by such code is not kept: each call traces it anew, unless a handler in traced code
goes on from the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Functions of libraries of these names raise.
_ENDING = ("exit", "quit", "skip", "fail", "abort")
_SWALLOWER = "suppress"

_Block = tuple[ir.Stmt, ...]
_Ends = Callable[[ir.Stmt], bool]


def never_returns(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression is a call that raises: it ends the program, or a test."""
    if not isinstance(node, ir.Call) or ir.last_name(node.func) not in _ENDING:
        return False
    return isinstance(expressions.evaluate(engine, frame, node.func), External)


def is_followed_by_error(engine: Engine, frame: Frame) -> bool:
    """Whether an error is sure to come after the statement under way, and to leave traced code."""
    scope, statement = frame.scope, frame.statement
    if statement is None or engine.context.rescued:
        return False
    if isinstance(scope, ir.Function) and scope.is_generator:
        return False

    def ends(one: ir.Stmt) -> bool:
        return _is_end(engine, frame, one)

    ways = list(_ways(scope.body, statement))
    return isinstance(statement, ir.Raise) or (bool(ways) and _ends_on(ways, ends))


def may_go_on(engine: Engine, frame: Frame, tried: ir.Try) -> bool:
    """Whether the code may go on from an error that is raised in a ``try``."""
    return any(map(_may_leave, tried.final)) or any(
        any(map(_may_leave, one.body)) or not _is_end(engine, frame, one.body[-1])
        for one in tried.handlers
    )


def swallows(context: ir.Expr) -> bool:
    """Whether a ``with`` item is ``contextlib.suppress(...)``."""
    return isinstance(context, ir.Call) and ir.last_name(context.func) == _SWALLOWER


def _ways(body: _Block, statement: ir.Stmt) -> Iterator[tuple[_Block, ir.Stmt]]:
    """The blocks that a statement is in, and what of each holds it, from the innermost outwards."""
    for one in body:
        if one is statement:
            yield (body, one)
            return
        found = [way for block in ir.inner_blocks(one) for way in _ways(block, statement)]
        if found:
            yield from found
            yield (body, one)
            return


def _ends_on(ways: Sequence[tuple[_Block, ir.Stmt]], ends: _Ends) -> bool:
    """Whether an error comes on the way from a statement to the end of the blocks around it."""
    (inner, statement), *around = ways
    if _may_leave(statement):
        return False
    following = inner[inner.index(statement) + 1 :]
    for block, holder in around:
        if _comes(following, ends):
            return True
        if any(map(_may_leave, following)) or _may_lead_elsewhere(holder):
            return False
        following = block[block.index(holder) + 1 :]
    return _comes(following, ends)


def _comes(following: _Block, ends: _Ends) -> bool:
    """Whether one of some statements raises, and none before leads around it."""
    for one in following:
        if ends(one):
            return True
        if _may_leave(one):
            return False
    return False


def _may_lead_elsewhere(holder: ir.Stmt) -> bool:
    """Whether the end of a block may not lead to what stands behind the statement that has it.

    A jump in a loop leads behind it at last, a return in it does not.
    """
    if isinstance(holder, ir.For | ir.While):
        return any(isinstance(one, ir.Return) for one in ir.statements_in(holder))
    return isinstance(holder, ir.Try) and _may_leave(holder)


def _may_leave(statement: ir.Stmt) -> bool:
    """Whether a statement returns or jumps, or one inside it does."""
    return any(isinstance(one, ir.Return | ir.Jump) for one in ir.statements_in(statement))


def _is_end(engine: Engine, frame: Frame, statement: ir.Stmt) -> bool:
    """Whether a statement raises, whichever arm of it is taken."""
    if isinstance(statement, ir.If):
        arms = (statement.body, statement.orelse)
        return all(arm and _is_end(engine, frame, arm[-1]) for arm in arms)
    called = statement.value if isinstance(statement, ir.ExprStmt) else None
    raises = called is not None and never_returns(engine, frame, called)
    return raises or isinstance(statement, ir.Raise)
