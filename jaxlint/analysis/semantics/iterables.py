"""What iterating over a value gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import emptiness
from jaxlint.analysis.values import spans
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    ValueT,
    beyond,
    like,
)
from jaxlint.analysis.values.numbers import Above
from jaxlint.analysis.values.sources import Source
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def known(value: Value, *, of_dicts: bool = False, most: int = budgets.TURNS) -> list[Value]:
    """The elements of a sequence of at most so many that is known whole, one for each turn.

    ``of_dicts`` asks for the values of a dict as well, which is no turn over it.
    """
    if not isinstance(value, Container) or value.rest is not None:
        return []
    kinds = ("tuple", "list", "stack", "range", "iterator", *(("dict",) if of_dicts else ()))
    short = value.kind in kinds and len(value.items) <= most
    return list(value.items.values()) if short else []


def length(value: Value) -> int | None:
    """How many elements something has to iterate over, where that is known."""
    if isinstance(value, Key):
        return value.count or None
    if isinstance(value, Const) and isinstance(value.value, str):
        return len(value.value)
    if not isinstance(value, Container) or value.rest is not None or not value.items:
        return None
    return len(value.items) if value.kind in ("tuple", "list", "stack", "range", "dict") else None


def is_empty(frame: Frame, written: ir.Expr, value: Value) -> bool:
    """Whether a loop over an iterable, as it is written, has no turn whenever it is begun.

    What a loop around binds is that of one of its turns. The body of a module is run for all values
    that its constants may be given.
    """
    if not isinstance(value, Container) or value.rest is not None or value.items:
        return False
    if not emptiness.is_certain(value) and not isinstance(written, ir.Display):
        return False
    if not isinstance(frame.scope, ir.Function):
        return isinstance(written, ir.Display)
    bound = [event for name in ir.names_in(written) for event in frame.scope.stores.get(name, ())]
    return not any(event.loops for event in bound)


def element_of(engine: Engine, frame: Frame, value: Value) -> Value:
    """What one turn of iterating over a value gives; never the same element twice."""
    if isinstance(value, Container):
        if value.kind == "dict":
            return Static() if value.items else Unknown()
        values = value.values
        if not values:
            return Unknown()
        return (
            values[0]
            if len(values) == 1 and value.rest is None
            else fresh(join_all(list(values)), frame.turn)
        )
    if isinstance(value, Traced):
        return _turn_of(value)
    if isinstance(value, Array):
        return _other(value, Edge.ELEMENT, frame.turn)
    if isinstance(value, HostArray):
        return HostArray()
    if isinstance(value, Key):
        return value.element(spans.whole(frame.turn))
    if isinstance(value, Static | Const):
        return Static()
    return Unknown()


def after_first(value: Value) -> Value:
    """What a turn after the first gives of ``range`` or ``enumerate``: a greater number."""
    if isinstance(value, Container) and value.kind == "tuple" and 0 in value.items:
        return like(value, items={**value.items, 0: after_first(value.items[0])})
    span = value.fact(spans.Span) if isinstance(value, Static) else None
    return value if span is None else like(value, facts=value.facts.plus(Above(span.first)))


def _turn_of(value: Traced) -> Value:
    """What a turn over a tracer gives: a row if it is an array, a name if it is a dict."""
    source = None if value.source is None else Source(value.source, turn=True)
    return like(beyond(value, Edge.ELEMENT), fresh=True, source=source)


def fresh(value: Value, turn: object = None) -> Value:
    """A copy of an element that stands for a different one at each turn of the pass ``turn``."""
    if isinstance(value, Container):
        return value.mapped(lambda item: fresh(item, turn))
    if isinstance(value, Unknown):
        return Unknown(value.name)
    if isinstance(value, Key | Array | HostArray | Static):
        return _other(value, Edge.NEXT_TURN, turn)
    return like(value, fresh=True) if isinstance(value, Traced) else value


def _other(value: ValueT, edge: Edge, turn: object) -> ValueT:
    """Another thing like a value, beyond an edge, of which a turn of a pass takes the index."""
    facts, span = value.facts.cross(edge), spans.in_turn(value.fact(spans.Span), turn)
    return like(value, fresh=True, facts=facts if span is None else facts.plus(span))
