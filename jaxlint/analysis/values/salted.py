"""Numbers out of ``hash()``, which of text are others in each process."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Static, Value


@dataclass(slots=True, frozen=True)
class Salted(Fact):
    """Said of a number that ``hash()`` gave, or that was computed from one."""

    def sign(self) -> Hashable:
        """A seed made of such a number is observed where it is used."""
        return True


def made() -> Static:
    """What ``hash()`` gives: an unknown number, another one in each process."""
    return Static(Salted())


def holds(value: Value) -> bool:
    """Whether a value is such a number."""
    return value.fact(Salted) is not None
