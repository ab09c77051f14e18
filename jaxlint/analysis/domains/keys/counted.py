"""Batches of as many keys as a variable says, which the same variable indexes: one too far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import ItemRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse
from jaxlint.analysis.domains.arrays.observations import IndexOutOfRange
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Key, Static, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Counted(Fact):
    """Said of a batch: how many keys it has is the value of this token."""

    number: Value

    def cross(self, edge: Edge) -> Counted | None:
        """A batch has as many keys wherever it goes as a whole."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None


def by(number: Value | None) -> Counted | None:
    """The fact for a batch of so many keys; None where that is a literal or not one value."""
    return Counted(number.token) if isinstance(number, Static | Unknown) else None


@random_keys.on(ItemRead, about=of(Key))
def read(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Observe ``keys[n]`` of ``split(key, n)``: it is the last key, which JAX moves it to."""
    node, base, index = event
    if not isinstance(base, Key) or not base.batch:
        return
    counted = None if frame.own_conditions else base.fact(Counted)
    if isinstance(index, Const) and type(index.value) is int and base.count:
        if not -base.count <= index.value < base.count:
            _observe(engine, frame, node, index.value, base.count)
    elif counted is not None and counted.number is index.token and isinstance(node.index, ir.Name):
        _observe(engine, frame, node, node.index.id, node.index.id)


def _observe(
    engine: Engine, frame: Frame, node: ir.Subscript, position: int | str, size: int | str
) -> None:
    where = array_misuse.about(frame, node.place)
    seen = IndexOutOfRange(*where, position, size, updates=False)
    array_misuse.note(engine, frame, seen, node.base)
