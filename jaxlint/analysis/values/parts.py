"""Which part of which thing a Python value is: ``n = x.shape[0]``, ``mode = settings.mode``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import STATIC, Static, Traced, Value
from jaxlint.analysis.values.numbers import WHOLE_NUMBER, Number

_RANK = ("ndim",)
_COUNTS = (*_RANK, "size", "itemsize", "nbytes")

# A thing, by its token, and the way from there: what can be named alike under many names.
Subject = tuple[Value, str]


@dataclass(slots=True, frozen=True)
class Part(Fact):
    """Said of a value that is the same part of the same thing whenever it is read."""

    of: Value
    path: str

    def cross(self, edge: Edge) -> Part | None:
        """It is that part wherever it goes."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None

    def recalled(self, given: Mapping[Value, Value]) -> Part:
        """The same part of what another call is given."""
        return Part(given.get(self.of, self.of).token, self.path)


def subject(value: Value) -> Subject:
    """What a value is, under whatever name it is read."""
    known = value.fact(Part) if value.facts else None
    return (value.token, "") if known is None else (known.of, known.path)


def attribute(base: Value, name: str) -> Static:
    """What an attribute gives that is no tracer and does not change."""
    if base is STATIC:
        return Static()
    return _part(base, f".{name}", WHOLE_NUMBER if _is_count(base, name) else None)


def element(base: Value, position: object) -> Static:
    """What stands at a position, given if it is known, of something that is no tracer.

    That does not change where what it is taken from is a part of something else, as a shape is.
    """
    known = base.fact(Part)
    if known is None or not isinstance(position, int):
        return Static()
    sized = known.path == ".shape" and not isinstance(known.of, Static)
    return _part(base, f"[{position}]", WHOLE_NUMBER if sized else None)


def _is_count(base: Value, name: str) -> bool:
    """Whether an attribute is a whole number; a tree may have a field that is called like one."""
    may_be_tree = isinstance(base, Traced) and base.source is not None
    return not isinstance(base, Static) and name in (_RANK if may_be_tree else _COUNTS)


def _part(base: Value, step: str, number: Number | None) -> Static:
    of, path = subject(base)
    return Static(Part(of, path + step), number)
