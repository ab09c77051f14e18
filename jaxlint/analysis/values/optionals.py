"""Values that are None on one path, and on another what is called or looked into."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact, Facts
from jaxlint.analysis.values.kinds import (
    CallableValue,
    External,
    Instance,
    ModuleValue,
    Unknown,
    Value,
    is_none,
)


@dataclass(slots=True, frozen=True, eq=False)
class OrNone(Fact):
    """Said of a value that is ``value`` unless it is None."""

    value: Value

    def sign(self) -> Hashable:
        """A function does with it what it does with what it is, if anything."""
        return self.value.name if isinstance(self.value, External) else self.value.token

    def recalled(self, given: Mapping[Value, Value]) -> OrNone:
        """In another call it is what that one was given in place of this one's."""
        return OrNone(given.get(self.value.token, self.value))


def made(value: Value) -> Unknown:
    """What is a value on one path and None on another."""
    return Unknown(facts=Facts.of(OrNone(value)))


def used(value: Value) -> Value:
    """What a value is wherever it is called or looked into, which raises of None."""
    fact = value.fact(OrNone) if value.facts else None
    return value if fact is None else fact.value


def if_true(value: Value) -> Value:
    """What a value is where it counts as true: an object says itself whether it does."""
    held = used(value)
    return value if isinstance(held, Instance) else held


def alternative(value: Value) -> Value | None:
    """What a value is but None, if that can be called or looked into; None where it cannot."""
    held = used(value)
    return held if isinstance(held, CallableValue | ModuleValue) else None


def may_be_none(value: Value) -> bool:
    """Whether None is one of the two things that a value may be."""
    return is_none(value) or used(value) is not value
