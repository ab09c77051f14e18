"""Mistakes with arrays that are observed where they stand, unless the code tells kinds apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Array, Traced, Value
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge.other_arrays import OTHERS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.observations import Observation

_TELLS_APART = frozenset(("isinstance", "issubclass", "hasattr", "type", "callable"))
_OF_ARRAYS = ("jax.", "numpy.")
_SAYS_KIND = re.compile(r"is_?\w*(array|scalar|list|dict|tuple|sequence|iterable|tracer|numpy|jax)")


def is_array(value: Value) -> bool:
    """Whether a value is a JAX array, traced or not, or may turn out to be one."""
    return isinstance(value, Array | Traced)


def about(
    frame: Frame, node: ir.Place, *values: Value
) -> tuple[ir.Module, ir.Place, Why | None, tuple[Value, ...]]:
    """The fields that all observations of arrays have; ``values`` have to be arrays for it."""
    traced = (value for value in values if isinstance(value, Traced))
    first = next(traced, None)
    return frame.module, node, frame.why if first is None else first.why, values


def note(engine: Engine, frame: Frame, seen: Observation, *read: ir.Expr) -> None:
    """Observe a mistake, for which the code read the expressions ``read``.

    Nothing is noted where an error is expected, on a path that asked what kind a value is, where a
    variable that is read belongs to an outer scope and may hold something else by then, or where it
    is declared to be an array of another library.
    """
    if not engine.context.expects_errors:
        note_tried(engine, frame, seen, *read)


def note_tried(engine: Engine, frame: Frame, seen: Observation, *read: ir.Expr) -> None:
    """Observe a mistake that ``try`` does not make one less: it always raises where it stands."""
    if engine.context.ends_in_error or _told_apart(frame):
        return
    if any(_is_rebound(frame, expr) or _is_of_others(engine, frame, expr) for expr in read):
        return
    engine.observe(seen)


def _is_rebound(frame: Frame, expr: ir.Expr) -> bool:
    """Whether an expression reads a variable of an outer scope that is bound several times."""
    while isinstance(expr, ir.Attribute | ir.Subscript):
        expr = expr.base
    if not isinstance(expr, ir.Name) or expr.id in frame.env:
        return False
    owner = frame.holder(expr.id)
    return owner is not None and len(owner.scope.stores.get(expr.id, ())) > 1


def _is_of_others(engine: Engine, frame: Frame, expr: ir.Expr) -> bool:
    """Whether an expression reads a parameter that is declared to be of another array library."""
    scope, name = frame.scope, ir.root_name(expr)
    return isinstance(scope, ir.Function) and any(
        engine.dotted(scope, one.annotation).partition(".")[0] in OTHERS
        for one in scope.parameters
        if one.name == name and one.annotation is not None
    )


def is_asked_by_name(frame: Frame) -> bool:
    """Whether a function whose name says of what kind something is has said yes."""
    tests = (taken.test for taken in frame.conditions if taken.arm)
    return any(_SAYS_KIND.search(name) for test in tests for name in ir.called_in(test))


def is_asked_about(engine: Engine, frame: Frame, base: ir.Expr) -> bool:
    """Whether a test on the way asks some function about a variable: of what kind it is, perhaps.

    It may ask by a variable that has the answer. What JAX computes of arrays is no such question.
    """
    name = ir.root_name(base)
    tests = [one.test for one in frame.own_conditions]
    answers = {word for test in tests for word in ir.names_in(test)} - {name}
    given = [value for word in answers for value in ir.assigned_to(frame.scope.body, word)]
    return bool(name) and any(
        isinstance(one, ir.Call)
        and any(isinstance(part, ir.Name) and part.id == name for part in one.given)
        and not engine.dotted(frame.scope, one.func).startswith(_OF_ARRAYS)
        for asked in (*tests, *given)
        for one in ir.nodes_in(asked)
    )


def _told_apart(frame: Frame) -> bool:
    return any(_asks_for_kind(taken.test) for taken in frame.conditions)


def _asks_for_kind(test: ir.Expr) -> bool:
    """Whether a test calls something that says of what kind a value is."""
    return any(name in _TELLS_APART or _SAYS_KIND.search(name) for name in ir.called_in(test))
