"""What is observed of static arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.usage.observations import TransformProblem
from jaxlint.analysis.observations import Observation

if TYPE_CHECKING:
    from jaxlint.fixes.edits import Mend


class Static(Enum):
    """How a static argument is declared that the function does not have."""

    NAME = auto()
    NUMBER = auto()
    KIND = auto()


class StaticArgumentUnknown(TransformProblem[Static]):
    """A jitted function declares static what is none of its arguments."""

    __slots__ = ()


class Changing(Enum):
    """What a static argument is that is another one in each turn of a loop."""

    COUNTER = auto()
    LAMBDA = auto()
    PARTIAL = auto()


@dataclass(slots=True, frozen=True, eq=False)
class StaticArgumentChanges(Observation):
    """A static argument is another one in each turn; ``name`` is the counter's."""

    changing: Changing
    name: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class StaticArgumentUnhashable(Observation):
    """A static ``argument`` is ``given`` what has no hash, if ``settled`` says so at the end."""

    argument: str
    given: str
    settled: Callable[[], bool]
    mend: Mend | None

    @property
    def certain(self) -> bool:
        return self.settled()
