"""Values that are True or False on one path, and a tracer on another."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact, Facts
from jaxlint.analysis.values.kinds import Traced, Unknown, Value


@dataclass(slots=True, frozen=True, eq=False)
class OrTracer(Fact):
    """Said of a value that is a ``tracer`` unless it is True or False."""

    tracer: Traced


def made(tracer: Traced) -> Unknown:
    """What is a tracer on one path, and on another one no more than true or false."""
    return Unknown(facts=Facts.of(OrTracer(tracer)))


def traced(value: Value) -> Traced | None:
    """The tracer that a flag may be instead."""
    found = value.fact(OrTracer) if value.facts else None
    return None if found is None else found.tracer
