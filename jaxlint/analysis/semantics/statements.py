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


def run_block(engine: Engine, frame: Frame, body: Sequence[ir.Stmt]) -> bool:
    """Run statements in order; return whether the path goes on behind them."""
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
    frame.conditions, frame.statement, frame.ended = outer, around, False
    return alive


def runs(kind: type[_Node]) -> Callable[[_Run[_Node]], _Run[_Node]]:
    """Have a function run a kind of statements, and say whether the path goes on behind them."""

    def register(function: _Run[_Node]) -> _Run[_Node]:
        _RUNS[kind] = function
        return function

    return register
