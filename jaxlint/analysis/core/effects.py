"""What calls did to the state of domains, to be done again where a call is answered from memory.

Effects are a log, not a difference of states: that a call waits for all work counts for what a
later caller hands over, although nothing was under way when it was run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.values.kinds import Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Effect(ABC):
    """Something done to a domain's state; ``on`` is the token of the value that it was done to."""

    on: Value | None

    @abstractmethod
    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Do it again for a call at ``node``, where ``on`` stands for the value."""


def summary(logged: Iterable[Effect], handed: Mapping[Value, Value]) -> tuple[Effect, ...] | None:
    """What a call with the arguments ``handed`` did, by their tokens.

    What is done to one of them counts once. None when something was done to another value, which
    the next call would not find.
    """
    kept: list[Effect] = []
    done: set[tuple[type[Effect], Value]] = set()
    for effect in logged:
        if effect.on is None:
            kept.append(effect)
        elif effect.on not in handed:
            return None
        elif (type(effect), effect.on) not in done:
            done.add((type(effect), effect.on))
            kept.append(effect)
    return tuple(kept)
