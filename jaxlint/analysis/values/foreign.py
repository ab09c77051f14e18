"""Objects of classes of other libraries, of which nothing is known.

What is read of one may be a property, which gives another thing each time. What tests say of it
holds of each reading; what is used up is what one of them gave.
"""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Unknown, Value, like


@dataclass(slots=True, frozen=True)
class Foreign(Fact):
    """Said of such an object, and by a number of each ``reading`` of what is read of one."""

    reading: int


def made(name: str) -> Unknown:
    """What a call of an outside name gives: such an object, if the name is that of a class."""
    last = name.rpartition(".")[2]
    given = Unknown()
    given.present = last[:1].isupper()
    return given.with_fact(Foreign(0)) if given.present else given


def holds(value: Value) -> bool:
    """Whether a value is such an object, or was read of one."""
    return bool(value.facts) and value.fact(Foreign) is not None


def read(value: Unknown, number: int) -> Unknown:
    """What was read of such an object, by the number of the reading."""
    return like(value, facts=value.facts.plus(Foreign(number)))


def given(value: Value) -> Value:
    """The thing that one reading gave; other values as they are."""
    known = value.fact(Foreign) if value.facts else None
    if known is None or not known.reading:
        return value
    return value.child(known, Unknown)
