"""What is observed of the API of JAX: names and parameters that not every release has."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import Mend
from jaxlint.knowledge.releases import Change

if TYPE_CHECKING:
    from jaxlint.knowledge.releases import Standing
    from jaxlint.knowledge.successors import Successor


@dataclass(slots=True, frozen=True, eq=False)
class ApiUse(Observation):
    """Code uses a part of JAX that not every release has. ``form`` is "name" or "parameter".

    ``name`` is the dotted name, ``parameter`` what a call of it passes ("" by position),
    ``standing`` what became of it, ``successor`` what stands in for it, if anything does.
    ``patched`` are the names that the code itself gives to JAX.
    """

    form: str
    name: str
    standing: Standing
    successor: Successor | None = None
    mend: Mend | None = None
    parameter: str = ""
    patched: frozenset[str] | set[str] = frozenset()

    @property
    def certain(self) -> bool:
        return self.name not in self.patched

    @property
    def kind(self) -> Hashable:
        return f"{self.form} {self.name} {self.parameter}"

    @property
    def gone(self) -> bool:
        """Whether an older release has it, and the newest that the project allows has not."""
        return self.standing.change is Change.GONE

    @property
    def deprecated(self) -> bool:
        """Whether the newest release that the project allows warns of it."""
        return self.standing.change is Change.DEPRECATED

    @property
    def unknown(self) -> bool:
        """Whether no release has had it."""
        return self.standing.change is Change.UNKNOWN

    @property
    def random(self) -> bool:
        """Whether the name is one of random functions."""
        return "random" in self.name.split(".")[1:-1] or self.name.endswith(".random")
