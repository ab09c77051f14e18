"""Functions that make what a field of each new object holds where nobody fills it."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Unknown, Value


@dataclass(slots=True, frozen=True, eq=False)
class _Factory(Fact):
    """Said of the default of a field: ``made_by`` is called for each object."""

    made_by: Value


def default(made_by: Value) -> Unknown:
    """The default of a field that a function makes anew for each object."""
    return Unknown().with_fact(_Factory(made_by))


def of(value: Value) -> Value | None:
    """The function that makes a field of each object, if the default is made by one."""
    found = value.fact(_Factory)
    return None if found is None else found.made_by
