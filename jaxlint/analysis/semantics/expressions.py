"""Expressions: from a node to the value it has in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_Node = TypeVar("_Node", bound=ir.Expr)
_Evaluation = Callable[["Engine", Frame, _Node], Value]

_EVALUATIONS: dict[type[ir.Expr], _Evaluation[Any]] = {}


def evaluate(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of an expression; unknown for what this interpreter does not follow."""
    value = _EVALUATIONS[type(node)](engine, frame, node)
    if engine.watched is not None:
        engine.watch(frame, node.place, value)
    return value


def evaluates(kind: type[_Node]) -> Callable[[_Evaluation[_Node]], _Evaluation[_Node]]:
    """Have a function say the values of a kind of expressions."""

    def register(function: _Evaluation[_Node]) -> _Evaluation[_Node]:
        _EVALUATIONS[kind] = function
        return function

    return register
