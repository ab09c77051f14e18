"""What is observed of training: results that nothing uses."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto

from jaxlint.analysis.domains.arrays.observations import ArrayObservation
from jaxlint.analysis.observations import Observation


class Dropped(Enum):
    """What a statement computes and drops."""

    EXPRESSION = auto()
    CALL = auto()
    COMPILED = auto()
    TEST = auto()
    TREE = auto()
    UPDATE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ComputationDropped(ArrayObservation):
    """A statement does nothing but compute a value, which it drops."""

    dropped: Dropped

    @property
    def kind(self) -> Hashable:
        return self.dropped


@dataclass(slots=True, frozen=True, eq=False)
class StateNeverAdvances(Observation):
    """In a loop a call is given ``old`` and gives ``new``, which nothing reads.

    ``returned`` says that nothing reads it behind the loop, and that ``old`` is returned.
    """

    new: str
    old: str
    returned: bool = False


@dataclass(slots=True, frozen=True, eq=False)
class ResultOverwritten(Observation):
    """Traced code computes what it binds to ``name``, and binds that again before it is read."""

    name: str
