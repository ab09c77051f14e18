"""Draws of which an expression takes one, element by element: the arms of ``where``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions
from jaxlint.analysis.domains.keys import written
from jaxlint.knowledge import random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level

_CHOOSING = frozenset(("where", "select"))
_ARMS = slice(1, 3)
_SCALAR = "[]"


def are_arms(first: Level, second: Level) -> bool:
    """Whether two draws of one shape stand in the two arms of a ``where``."""
    statement = first.statement
    if statement is None or statement is not second.statement:
        return False
    calls = [part for part in written.parts(statement) if isinstance(part, ir.Call)]
    draws = [call for call in calls if call.place in (first.node, second.node)]
    if len(draws) != 2 or not _is_one_shape(*draws):
        return False
    choices = (call.args[_ARMS] for call in calls if _last(call) in _CHOOSING)
    return any(_divide(arms, *draws) for arms in choices)


def _last(call: ir.Call) -> str:
    """The last name of what is called."""
    func = call.func
    return func.attr if isinstance(func, ir.Attribute) else getattr(func, "id", "")


def _is_one_shape(one: ir.Call, other: ir.Call) -> bool:
    """Whether two draws are of samplers that are given the same shape."""
    known = all(f"jax.random.{_last(call)}" in random.SHAPED for call in (one, other))
    return known and _shape(one) == _shape(other)


def _shape(draw: ir.Call) -> str:
    """The shape that a sampler is given, as it is written."""
    named = next((value for name, value in draw.keywords if name == "shape"), None)
    shape = draw.args[1] if len(draw.args) > 1 else named
    return _SCALAR if shape is None else conditions.spelled(shape)


def _divide(arms: tuple[ir.Expr, ...], one: ir.Call, other: ir.Call) -> bool:
    """Whether one of two arms holds one call, and the other one the other."""
    held = [{part for part in written.below(arm) if part in (one, other)} for arm in arms]
    return len(held) == 2 and all(len(calls) == 1 for calls in held) and held[0] != held[1]
