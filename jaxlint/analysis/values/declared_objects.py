"""Objects of which only a declaration tells: of which class they are, or of one below it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Value


@dataclass(slots=True, frozen=True)
class Declared(Fact):
    """Said of such an object, by the ``classes`` that its declaration names.

    So it is of what was read of one, by the name of the ``attribute``.
    """

    classes: tuple[Value, ...]
    attribute: str = ""

    def sign(self) -> Hashable:
        """What a method does hangs on the class."""
        return self


def of(value: Value) -> Declared | None:
    """What is known of such an object, or of what was read of one."""
    return value.fact(Declared) if value.facts else None
