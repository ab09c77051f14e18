"""Rules: each judges one kind of observation, and sees no tree, no file and no front end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from jaxlint.analysis.observations import Observation
    from jaxlint.fixes.edits import PlannedFix

SeenT = TypeVar("SeenT", bound="Observation")


class Level(Enum):
    """Whether a rule speaks when nobody selected it.

    ``ON`` rules do. ``PREVIEW`` rules are not yet quiet enough on real code, ``OFF`` rules are
    advice that many projects do without: both speak only when selected.
    """

    ON = "on"
    PREVIEW = "preview"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule says of an observation: what is wrong, what to write, and what JAX does.

    ``fix`` writes it, where what has to be written is certain.
    """

    message: str
    advice: str
    outcome: str | None = None
    fix: PlannedFix | None = None


class Rule(Generic[SeenT]):
    """A hazard's code, name and judgement. The module docstring of a rule's file is its page.

    ``name`` names the bad thing, so that "allow NAME" reads well. ``outcome`` is what JAX does,
    as shown by the fixture of the same name. ``observes`` is the kind of observation judged.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    outcome: ClassVar[str]
    level: ClassVar[Level] = Level.ON
    observes: ClassVar[type[Observation]]

    def judge(self, seen: SeenT) -> Verdict | None:
        """Return a verdict when the observation certainly is this hazard, else None."""
        raise NotImplementedError
