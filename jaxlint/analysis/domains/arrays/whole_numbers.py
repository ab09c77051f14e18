"""Arrays of whole numbers where others are meant: fractions that are put in, masks turned over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import ItemRead, OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms
from jaxlint.analysis.domains.arrays.array_misuse import about, is_array
from jaxlint.analysis.domains.arrays.observations import FractionsCut, IntegerInverted
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Array, AtReference, Const, Traced, Value
from jaxlint.knowledge.arrays import CONDITIONAL

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

# Updates that give an array of its own dtype, whatever they are given (run on JAX 0.10.2).
_KEEPING = frozenset("set add subtract multiply mul power min max".split())
_FULL_LIKE = "jax.numpy.full_like"
_FRACTIONS = frozenset(("float", "inexact", "complex"))


@dataclass(slots=True, frozen=True)
class Inverted(Fact):
    """Said of what ``~`` makes of an array of whole numbers: -1 of 0, and -2 of 1."""

    def cross(self, edge: Edge) -> Inverted | None:
        """What is taken of it in part was inverted, too."""
        return self if edge in (Edge.CALL, Edge.PART) else None


@arrays.deduce(OperatorResult)
def inverted(event: OperatorResult) -> Inverted | None:
    """What ``~`` makes of an array."""
    if event.op != "~" or not is_array(event.left) or forms.kind_of(event.left) != "int":
        return None
    return Inverted()


@arrays.on(OutsideCalled, about=CONDITIONAL.__contains__)
def asked(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what a function takes for truth values."""
    given, source = event.arguments.positional, event.source
    if source is None or event.arguments.rest is not None:
        return
    several = "logical" in event.name
    for value, written in zip(given if several else given[:1], source.args, strict=False):
        if value.fact(Inverted) is not None:
            seen = IntegerInverted(*about(frame, written.place, value))
            array_misuse.note(engine, frame, seen)


@arrays.on(ItemRead, about=of(Array, Traced))
def taken(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Judge an index that is taken for a mask."""
    if event.key.fact(Inverted) is not None:
        seen = IntegerInverted(*about(frame, event.node.index.place, event.key))
        array_misuse.note(engine, frame, seen)


@arrays.on(MethodCalled, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge what is put into an array of whole numbers."""
    base, given = event.base, event.arguments.positional
    if not isinstance(base, AtReference) or event.name not in _KEEPING or len(given) != 1:
        return
    _judge(engine, frame, event.node, base.base, given[0])


@arrays.on(OutsideCalled, about=_FULL_LIKE.__eq__)
def filled(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what an array is filled with that gets the dtype of another one."""
    array, number = (event.arguments.get(at, name) for at, name in enumerate(("a", "fill_value")))
    if array is None or number is None or event.arguments.get(2, "dtype") is not None:
        return
    _judge(engine, frame, event.node, array, number)


def _judge(engine: Engine, frame: Frame, node: ir.Place, array: Value, put: Value) -> None:
    if is_array(array) and forms.kind_of(array) == "int" and _has_fractions(put):
        where = about(frame, node, *(one for one in (array, put) if is_array(one)))
        array_misuse.note(engine, frame, FractionsCut(*where))


def _has_fractions(value: Value) -> bool:
    """Whether a value is, or is an array of, numbers that are not whole by what is known."""
    if isinstance(value, Const):
        return isinstance(value.value, float) and not value.value.is_integer()
    return is_array(value) and forms.kind_of(value) in _FRACTIONS
