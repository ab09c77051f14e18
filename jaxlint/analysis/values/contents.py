"""What is in a value: the constant that it is, the tracers that stand for its numbers."""

from __future__ import annotations

from typing import Any

from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Abstract,
    Choice,
    Const,
    Container,
    External,
    Instance,
    Key,
    Traced,
    Unknown,
    Value,
)
from jaxlint.knowledge import libraries


def literal(value: Value) -> Any:
    """The Python value of a constant or of a container of constants.

    Raises LookupError when it is not known.
    """
    if isinstance(value, Const):
        return value.value
    if isinstance(value, Container) and value.rest is None:
        items = [literal(item) for item in value.items.values()]
        if value.kind == "dict":
            return dict(zip(value.items, items, strict=True))
        return tuple(items)
    raise LookupError


def are_too_many(value: Container) -> bool:
    """Whether too many values were in a container, or in one of its, to know what they are."""
    unread = value.size > 0 and not value.items and not isinstance(value.rest, Container)
    return unread or any(isinstance(one, Container) and are_too_many(one) for one in value.values)


def in_sequences(value: Value, depth: int = 3) -> list[Traced]:
    """The tracers that NumPy reaches: of containers it looks into lists and tuples alone."""
    if isinstance(value, Container) and value.kind in ("list", "tuple"):
        return [one for item in value.values for one in in_sequences(item, depth - 1) if depth]
    return [] if isinstance(value, Container) else tracers(value)


def tracers(value: Value, depth: int = 3) -> list[Traced]:
    """The tracers in a value or in the containers it is made of; no names of dict entries."""
    if isinstance(value, Traced):
        named = value.source is not None and value.source.turn and not value.source.known
        return [] if named else [value]
    if isinstance(value, Container) and depth:
        return [tracer for item in value.values for tracer in tracers(item, depth - 1)]
    hidden = value.fact(Abstract)
    return [] if hidden is None else [hidden.tracer]


def is_text(value: Value) -> bool:
    """Whether a value is a text that the names of tracers went into."""
    return isinstance(value, Container) and value.kind == "text"


def holds_member(value: Value, depth: int = 3) -> bool:
    """Whether a value is a key that was taken from a batch, or has such a key in it."""
    if isinstance(value, Container) and depth:
        return any(holds_member(item, depth - 1) for item in value.values)
    return isinstance(value, Key) and value.family is not None


def numbers_of(value: Value) -> Value:
    """The tracer that stands for the numbers of a key or a variable, or else the value itself."""
    hidden = value.fact(Abstract)
    return value if hidden is None else hidden.tracer


def is_variable(value: Value) -> bool:
    """Whether a value is a variable of a module of nnx, which computes as the array in it does."""
    cls = value.cls if isinstance(value, Instance) else None
    return isinstance(cls, External) and cls.name in libraries.VARIABLES


def operand(value: Value) -> Value:
    """What an operator computes with: what a variable holds, or else the value itself."""
    if isinstance(value, Choice) and all(map(is_variable, value.options)):
        return join_all([operand(one) for one in value.options])
    if not is_variable(value):
        return value
    held = numbers_of(value)
    return Unknown() if held is value else held
