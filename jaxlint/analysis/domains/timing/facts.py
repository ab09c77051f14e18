"""What this domain knows of a value: when a clock was read, and what was under way then."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.values.facts import Fact

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.domains.timing.state import Pending


@dataclass(slots=True, frozen=True)
class Reading(Fact):
    """Said of what a clock gave that was read in ``frame``; ``pending`` was under way."""

    serial: int
    frame: Frame
    pending: Pending | None

    def sign(self) -> Hashable:
        """Each reading is one of its own."""
        return self.serial
