"""What is observed of settings: that they come too late."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto

from jaxlint.analysis.observations import Observation


class Late(Enum):
    """What has happened before a setting is made."""

    IMPORTED = auto()
    COMPUTED = auto()
    STARTED = auto()
    MADE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class SettingLate(Observation):
    """``setting`` is made when it does nothing; ``variable`` was there before, if one shows it."""

    late: Late
    setting: str
    variable: str = ""

    @property
    def kind(self) -> Hashable:
        return self.setting
