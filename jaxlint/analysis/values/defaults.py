"""What a call passes for a parameter with a default that says that nothing was passed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Instance, Unknown, Value


@dataclass(slots=True, frozen=True)
class InPlaceOf(Fact):
    """Said of a value that a call passes in place of a ``default``, which it is not."""

    default: Value

    def sign(self) -> Hashable:
        """A function may take another branch with it."""
        return True


def given(value: Value, default: Value) -> Value:
    """A value that nothing is known of, as what a call passes in place of a default.

    An object that serves as a default says that nothing was passed. A parameter of plain code,
    which is handed on, may have been left out itself.
    """
    if not isinstance(default, Instance) or type(value) is not Unknown or value.parameter:
        return value
    return value.with_fact(InPlaceOf(default))


def replaces(value: Value, default: Value) -> bool:
    """Whether a value was passed in place of a default."""
    known = value.fact(InPlaceOf) if value.facts else None
    return known is not None and known.default.token is default.token


def replaces_one_of(value: Value, cls: Value) -> bool:
    """Whether a value was passed in place of an object of a class, made to say so."""
    known = value.fact(InPlaceOf) if value.facts else None
    default = None if known is None else known.default
    return isinstance(default, Instance) and default.cls.token is cls.token
