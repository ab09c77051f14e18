"""What is observed of modules of Flax, and of their like."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import PlannedFix


@dataclass(slots=True, frozen=True, eq=False)
class ModuleTransformed(Observation):
    """A module of a ``library`` hands ``transform`` a function that makes ``made`` of a ``layer``.

    JAX traces these too, and the module keeps the tracers.
    """

    transform: str
    layer: str
    made: str
    library: str


@dataclass(slots=True, frozen=True, eq=False)
class FrozenModuleWritten(Observation):
    """Code assigns a field of an object that its ``library`` has frozen, here ``written``."""

    written: str
    library: str


@dataclass(slots=True, frozen=True, eq=False)
class ModeInverted(Observation):
    """A ``flag`` that tells the mode is ``given`` a name for the opposite; ``fix`` negates it.

    Or it is given a literal that has the model train, in a ``function`` that evaluates by its name.
    """

    flag: str
    given: str
    fix: PlannedFix | None
    function: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class LayerShared(Observation):
    """A list is repeated in which a ``layer`` is made: they are one, or all ``begins_alike``."""

    layer: str
    begins_alike: bool


@dataclass(slots=True, frozen=True, eq=False)
class LeftResting(Observation):
    """From a loop's second turn on, a ``layer`` of what learns is in the mode of evaluation."""

    layer: str
