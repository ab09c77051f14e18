"""Statements: how a path through a body changes variables, fields and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from jaxlint.analysis import budgets
from jaxlint.analysis.core.engine import SpentBudget
from jaxlint.analysis.core.frames import Frame
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_Node = TypeVar("_Node", bound=ir.Stmt)
_Run = Callable[["Engine", Frame, _Node], bool]

_RUNS: dict[type[ir.Stmt], _Run[Any]] = {}


def run_block(
    engine: Engine, frame: Frame, body: Sequence[ir.Stmt], *, goes_on: bool = False
) -> bool:
    """Run statements in order; return whether the path goes on behind them.

    ``goes_on`` says that what stands behind the block is only reached through its end, so that the
    branches taken to there still count.
    """
    outer, around = frame.conditions, frame.statement
    alive = True
    for statement in body:
        engine.steps += 1
        if engine.steps > budgets.STEPS:
            raise SpentBudget
        frame.statement, frame.depth = statement, len(frame.conditions)
        alive = _RUNS[type(statement)](engine, frame, statement) and not frame.ended
        if not alive:
            break
    frame.conditions = frame.conditions if goes_on and alive else outer
    frame.statement, frame.ended = around, False
    return alive


def runs(kind: type[_Node]) -> Callable[[_Run[_Node]], _Run[_Node]]:
    """Have a function run a kind of statements, and say whether the path goes on behind them."""

    def register(function: _Run[_Node]) -> _Run[_Node]:
        _RUNS[kind] = function
        return function

    return register
