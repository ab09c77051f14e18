"""What plain code has filled on the path before: caches and places that are filled once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import ResultKept
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import AttributeWritten, ItemWritten, OuterNameBound
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.path_state import Part
from jaxlint.analysis.domains.purity import counting, purity
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.values.kinds import Value


@dataclass(slots=True, eq=False)
class Warm(Part):
    """The functions whose results are kept by now, each with its object, and the places filled."""

    called: frozenset[tuple[ir.Function, Value | None]] = frozenset()
    filled: frozenset[ir.Place] = frozenset()

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return len(self.called) + len(self.filled)

    def copy(self) -> Warm:
        """Return the same."""
        return Warm(self.called, self.filled)

    def merge(self, other: Warm, *, likely: bool) -> None:
        """Keep what one of the paths has filled: the other one went by it since it was there."""
        self.called |= other.called
        self.filled |= other.filled


def is_warm(engine: Engine, kept: Function) -> bool:
    """Whether a function that keeps its results was called in plain code before."""
    known = engine.store.known(Warm)
    return known is not None and _identity(kept) in known.called


def is_filled(engine: Engine, frame: Frame, node: ir.Place) -> bool:
    """Whether a place is written only while it is empty, and plain code has written it before."""
    known = engine.store.known(Warm)
    return known is not None and node in known.filled and counting.fills_once(frame)


@purity.on(ResultKept, traced=False)
def called(engine: Engine, frame: Frame, event: ResultKept) -> None:
    """A function that keeps its results has run in plain code."""
    engine.store.part(Warm).called |= {_identity(event.function)}


@purity.on(OuterNameBound, AttributeWritten, ItemWritten, traced=False)
def filled(
    engine: Engine, frame: Frame, event: OuterNameBound | AttributeWritten | ItemWritten
) -> None:
    """Plain code fills a place that is empty."""
    if frame.conditions and counting.fills_once(frame):
        engine.store.part(Warm).filled |= {event.target.place}


def _identity(kept: Function) -> tuple[ir.Function, Value | None]:
    return kept.definition, None if kept.instance is None else kept.instance.token
