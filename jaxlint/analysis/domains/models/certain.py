"""What a model certainly does while it runs: no test decides about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class Certain(Effect):
    """Something that a model does, whatever the tests around it say; ``who`` does it."""

    who: str

    domain = "models"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """The same of another call, if no test decides about that one."""
        engine.logged.add_certain(self, frame)
