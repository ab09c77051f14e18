"""What is observed of modules of Flax."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.observations import Observation


@dataclass(slots=True, frozen=True, eq=False)
class ModuleTransformed(Observation):
    """A module hands ``transform`` of JAX a function that makes ``made`` of a ``layer``.

    JAX traces these too, and the module keeps the tracers.
    """

    transform: str
    layer: str
    made: str


@dataclass(slots=True, frozen=True, eq=False)
class FrozenModuleWritten(Observation):
    """A method of a module assigns the field ``name`` while the module is called."""

    name: str
