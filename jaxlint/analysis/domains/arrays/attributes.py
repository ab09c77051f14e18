"""Attributes that other libraries' arrays have, and those of JAX do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import ForeignAttributeRead
from jaxlint.analysis.values.kinds import Array, Traced
from jaxlint.analysis.values.structures import is_array_of_jax
from jaxlint.knowledge.arrays import FOREIGN
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OF_ARRAYS = ("jax.", "numpy.")


@arrays.on(AttributeRead, about=of(Array, Traced))
def foreign(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe an attribute that arrays of JAX lack, unless one was given it."""
    node, base, _ = event
    if node.attr not in FOREIGN or not is_array_of_jax(base):
        return
    if _is_asked_about(engine, frame, node.base):
        return
    if node.attr not in engine.store.fields.get(base.token, NO_FIELDS):
        where = array_misuse.about(frame, node.place, base)
        seen = ForeignAttributeRead(*where, node.attr, FOREIGN[node.attr])
        array_misuse.note(engine, frame, seen, node.base)


def _is_asked_about(engine: Engine, frame: Frame, base: ir.Expr) -> bool:
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
