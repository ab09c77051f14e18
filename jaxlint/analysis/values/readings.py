"""What was read of objects of which nothing is known, where each reading may give another thing."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Unknown, like


@dataclass(slots=True, frozen=True)
class Reading(Fact):
    """Said of what an attribute gave, by the ``number`` of the reading."""

    attribute: str
    number: int


def of(value: Unknown, attribute: str, number: int) -> Unknown:
    """The same value, as one reading gave it."""
    return like(value, facts=value.facts.plus(Reading(attribute, number)))
