"""What is observed of effects in traced code."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.analysis.observations import Observation


@dataclass(slots=True, frozen=True, eq=False)
class CallbackDropped(Observation):
    """The result of a ``pure_callback`` is dropped, so that JAX does not run it."""
