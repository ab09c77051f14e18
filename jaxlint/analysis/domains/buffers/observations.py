"""What is observed of memory that arrays share or give away."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values.certainty import Certainty

if TYPE_CHECKING:
    from jaxlint.fixes.edits import PlannedFix


class Reuse(Enum):
    """Where an array is used whose buffer is given away."""

    LATER = auto()
    NEXT_TURN = auto()
    SAME_CALL = auto()


@dataclass(slots=True, frozen=True, eq=False)
class DonatedBufferUsed(Observation):
    """An array is used though a call took its buffer.

    It is ``believed`` to be one for no other reason than that a call takes its buffer.
    """

    reuse: Reuse
    believed: bool = False

    @property
    def basis(self) -> Certainty:
        return Certainty.DECLARED if self.believed else Certainty.SHOWN


@dataclass(slots=True, frozen=True, eq=False)
class ViewWritten(Observation):
    """Code writes into a NumPy array that is a view of the memory of a JAX array."""

    fix: PlannedFix | None


@dataclass(slots=True, frozen=True, eq=False)
class BufferInFlightWritten(Observation):
    """Code writes into a NumPy array that a compiled call may not have read yet."""
