"""Which part of which thing a Python value is: ``n = x.shape[0]``, ``mode = settings.mode``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import STATIC, Static, Value

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
    return Static() if base is STATIC else _part(base, f".{name}")


def element(base: Value, position: object) -> Static:
    """What stands at a position, given if it is known, of something that is no tracer.

    That does not change where what it is taken from is a part of something else, as a shape is.
    """
    known = base.fact(Part) is not None and isinstance(position, int)
    return _part(base, f"[{position}]") if known else Static()


def _part(base: Value, step: str) -> Static:
    of, path = subject(base)
    made = Static()
    made.facts = made.facts.plus(Part(of, path + step))
    return made
