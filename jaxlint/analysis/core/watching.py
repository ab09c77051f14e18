"""What happens at places that somebody asks about, noted as it happens."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame, Level
    from jaxlint.analysis.observations import Observation


@dataclass(slots=True, frozen=True, eq=False)
class Moment:
    """Something at a place: a value read or bound there, an observation, or words for an effect.

    ``frame`` is where it happened, None of an observation. ``path`` are the calls that lead there,
    ``conditions`` the branches taken on the way.
    """

    place: ir.Place
    what: object
    frame: Frame | None
    path: tuple[Level, ...]
    conditions: tuple[Condition, ...]


class Watch:
    """Collects the moments at some places of a module, given by their numbers."""

    def __init__(self, module: ir.Module, numbers: Container[int]) -> None:
        self._module = module
        self._numbers = numbers
        self.moments: list[Moment] = []

    def __contains__(self, place: ir.Place) -> bool:
        return place.module is self._module and place.number in self._numbers


def why_dropped(engine: Engine, seen: Observation, certain: Sequence[Observation]) -> str:
    """Why an observation is not among the ``certain`` ones that a run gave; empty if it is."""
    if any(_is_same(one, seen) for one in certain):
        return ""
    kept = engine.seen.get((type(seen), seen.node, seen.kind), [])
    if not kept:
        return "taken back: it turned out to be of no account"
    if not any(one is seen for one in kept):
        return "left out: enough of the same was observed here before"
    if not seen.certain:
        return "dropped: what it rests on was never certain"
    if any(one.certain for one in kept if one is not seen):
        return "left out: the same was observed in another context"
    return "left out: another observation says more"


def _is_same(one: Observation, other: Observation) -> bool:
    """Whether two are one observation, of which one may tell of more places."""
    return type(one) is type(other) and one.node is other.node and one.why is other.why
