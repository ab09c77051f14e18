"""Mistakes with arrays that are observed where they stand, unless the code tells kinds apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.observations import ArrayMisuse
from jaxlint.analysis.semantics import conditions
from jaxlint.analysis.values.certainty import weakest
from jaxlint.analysis.values.kinds import Array, Traced, Value, certainty_of
from jaxlint.fixes.edits import Mend
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_TELLS_APART = frozenset(("isinstance", "issubclass", "hasattr", "type", "callable"))
_SAYS_KIND = re.compile(r"is_?\w*(array|scalar|list|dict|tuple|sequence|tracer|numpy|jax)")


def is_array(value: Value) -> bool:
    """Whether a value is a JAX array, traced or not, or may turn out to be one."""
    return isinstance(value, Array | Traced)


def note(
    engine: Engine,
    frame: Frame,
    node: ir.Place,
    form: str,
    what: str = "",
    values: tuple[Value, ...] = (),
    mend: Mend | None = None,
    *,
    read: tuple[ir.Expr, ...] = (),
) -> None:
    """Observe a mistake; ``values`` are those that have to be arrays for it to be one.

    Nothing is noted where an error is expected, on a path that asked what kind a value is, or
    where a variable that is ``read`` belongs to an outer scope and may hold something else by then.
    """
    if engine.guards or engine.trying or _told_apart(frame):
        return
    if any(_is_rebound(frame, expr) for expr in read):
        return
    traced = tuple(value for value in values if isinstance(value, Traced))
    why = traced[0].why if traced else frame.why
    rests = weakest(*map(certainty_of, values))
    engine.observe(ArrayMisuse(frame.module, node, why, form, what, traced, mend, rests=rests))


def _is_rebound(frame: Frame, expr: ir.Expr) -> bool:
    """Whether an expression reads a variable of an outer scope that is bound several times."""
    while isinstance(expr, ir.Attribute | ir.Subscript):
        expr = expr.base
    if not isinstance(expr, ir.Name) or expr.id in frame.env:
        return False
    owner = frame.closure
    while owner is not None and expr.id not in owner.env:
        owner = owner.closure
    return owner is not None and len(owner.scope.stores.get(expr.id, ())) > 1


def _told_apart(frame: Frame) -> bool:
    return any(_asks_for_kind(taken.test) for taken in frame.conditions)


def _asks_for_kind(test: ir.Expr) -> bool:
    """Whether a test calls something that says of what kind a value is."""
    return any(
        name in _TELLS_APART or _SAYS_KIND.search(name) for name in conditions.called_in(test)
    )
