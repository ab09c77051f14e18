"""What is observed of waiting for results."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation

if TYPE_CHECKING:
    from jaxlint.fixes.edits import PlannedFix


@dataclass(slots=True, frozen=True, eq=False)
class ClockReadBeforeDone(Observation):
    """A clock is read while the work that a call started is still under way.

    The call stands here, or behind one between two readings whose difference is taken here.
    """

    fix: PlannedFix | None = field(kw_only=True)


@dataclass(slots=True, frozen=True, eq=False)
class WaitMisplaced(Observation):
    """``block_until_ready`` is called of ``container``, which has no such method.

    It is "" for a traced array, if that is found to be one in the end.
    """

    container: str
    fix: PlannedFix | None = None

    @property
    def kind(self) -> Hashable:
        return bool(self.container)


@dataclass(slots=True, frozen=True, eq=False)
class TurnWaits(Observation):
    """Each turn of a loop waits for the work that it handed over, as a number is made of it."""


@dataclass(slots=True, frozen=True, eq=False)
class CompilationTimed(Observation):
    """A call compiles while the clock runs, and the time is divided by a count or by another."""
