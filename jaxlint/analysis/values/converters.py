"""Functions that a field is given through: what it holds is what they make of the argument."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Unknown, Value


@dataclass(slots=True, frozen=True, eq=False)
class _Converter(Fact):
    """Said of what a class binds to a field: ``called`` makes what each object holds."""

    called: Value


def declared(default: Value | None, called: Value) -> Value:
    """The default of a field that has a converter."""
    return (default or Unknown()).with_fact(_Converter(called))


def of(value: Value) -> Value | None:
    """The converter of a field, by what its class binds to the name."""
    found = value.fact(_Converter)
    return None if found is None else found.called
