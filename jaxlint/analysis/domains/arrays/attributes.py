"""Attributes and parameters that other libraries' arrays have, and those of JAX do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import ForeignAttributeRead
from jaxlint.analysis.values.kinds import Array, Traced, Value
from jaxlint.knowledge.arrays import (
    FOREIGN,
    FOREIGN_KEYWORDS,
    names_own_keywords,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(AttributeRead, about=of(Array, Traced))
def foreign(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe an attribute that arrays of JAX lack, unless one was given it."""
    node, base, _ = event
    if node.attr not in FOREIGN or not _is_of_jax(base):
        return
    if node.attr not in engine.store.fields.get(base.token, NO_FIELDS):
        where = array_misuse.about(frame, node.place, base)
        seen = ForeignAttributeRead(*where, node.attr, FOREIGN[node.attr])
        array_misuse.note(engine, frame, seen, node.base)


@arrays.on(OutsideCalled, about=names_own_keywords)
def function_called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe a parameter of a function that has another name in JAX."""
    last = event.name.rpartition(".")[2]
    _keywords(engine, frame, event.node, event.arguments, last)


@arrays.on(MethodCalled, about=of(Array, Traced))
def method_called(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a parameter of a method that has another name in JAX."""
    if _is_of_jax(event.base):
        _keywords(engine, frame, event.node, event.arguments, event.name, event.base)


def _keywords(
    engine: Engine,
    frame: Frame,
    node: ir.Place,
    arguments: Arguments,
    called: str,
    *of_arrays: Value,
) -> None:
    for name in FOREIGN_KEYWORDS.keys() & arguments.keywords.keys():
        where = array_misuse.about(frame, node, *of_arrays)
        seen = ForeignAttributeRead(*where, name, FOREIGN_KEYWORDS[name], called)
        array_misuse.note(engine, frame, seen)


def _is_of_jax(base: Value) -> bool:
    """Whether a value is certainly an array of JAX's own, traced or not."""
    if isinstance(base, Traced):
        return base.source is None
    return isinstance(base, Array)
