"""What calls give that were not followed, as a budget was spent."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Unknown, Value


@dataclass(slots=True, frozen=True)
class Unseen(Fact):
    """Said of such a value: of which class it is would be known, had the call been followed."""

    def sign(self) -> Hashable:
        """What a function says of a value of an unknown class is less certain."""
        return True


def made() -> Unknown:
    """What such a call gives."""
    return Unknown().with_fact(Unseen())


def holds(value: Value | None) -> bool:
    """Whether a value is what such a call gave."""
    return value is not None and bool(value.facts) and value.fact(Unseen) is not None
