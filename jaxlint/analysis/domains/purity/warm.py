"""What plain code has filled on the path before: caches and places that are filled once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CodeUnseen, ResultKept
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import (
    AttributeWritten,
    ContainerChanged,
    ItemWritten,
    OuterNameBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.path_state import Part
from jaxlint.analysis.domains.purity import counting, purity
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.analysis.values.regions import outward
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class Warm(Part):
    """The functions whose results are kept by now, each with its object, and the places filled.

    ``entries`` are the dicts and their keys that ``setdefault`` found or filled. Beside the places
    stand the functions that were called and not followed, which may have filled theirs. What is
    ``met`` again was filled before: where the code comes there once more it has to do with
    something else.
    """

    called: frozenset[tuple[ir.Function, Value | None]] = frozenset()
    filled: frozenset[ir.Place | ir.Function] = frozenset()
    entries: frozenset[tuple[Value, object]] = frozenset()
    met: frozenset[ir.Place | ir.Function] = frozenset()

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return len(self.called) + len(self.filled) + len(self.entries) + len(self.met)

    def copy(self) -> Warm:
        """Return the same."""
        return Warm(self.called, self.filled, self.entries, self.met)

    def merge(self, other: Warm, *, likely: bool) -> None:
        """Keep what one of the paths has filled: the other one went by it since it was there."""
        self.called |= other.called
        self.filled |= other.filled
        self.entries |= other.entries
        self.met |= other.met


@dataclass(slots=True, eq=False)
class _AtCalls:
    """The places that are filled at every call in sight of what was made of a function."""

    filled: dict[ir.Function | None, frozenset[ir.Place | ir.Function]] = field(
        default_factory=dict
    )


@purity.on(RegionEntered, traced=False)
def entered_trace(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """A transformed function is called: what is filled there is so, it seems, at all its calls."""
    known, function = engine.store.known(Warm), event.region.function
    now = frozenset() if known is None else known.filled
    filled = engine.kept(_AtCalls).filled
    filled[function] = filled.get(function, now) & now


def is_warm(engine: Engine, kept: Function) -> bool:
    """Whether a function that keeps its results was called in plain code before."""
    known = engine.store.known(Warm)
    return known is not None and _identity(kept) in known.called


def is_filled(engine: Engine, frame: Frame, node: ir.Place) -> bool:
    """Whether a place is written only while it is empty, and plain code has written it before.

    Of a trace whose call is not in sight that is known by its other calls.
    """
    known = engine.store.known(Warm)
    filled: frozenset[object] = frozenset() if known is None else known.filled
    for region in outward(frame.region):
        if not region.visible and region.function is not None:
            filled |= engine.kept(_AtCalls).filled.get(region.function, frozenset())
    return not filled.isdisjoint((node, frame.scope)) and counting.fills_once(frame)


def is_met_again(engine: Engine, node: ir.Place) -> bool:
    """Whether plain code fills a place that it had filled before, as it has just taken note of."""
    known = engine.store.known(Warm)
    return known is not None and node in known.met


def is_there(engine: Engine, changed: ContainerChanged) -> bool:
    """Whether ``setdefault`` is called with a key that plain code has given a value before."""
    known, entry = engine.store.known(Warm), _entry(changed)
    return known is not None and entry is not None and entry in known.entries


def _entry(changed: ContainerChanged) -> tuple[Value, object] | None:
    """The dict and the key of a call of ``setdefault``."""
    source, given = changed.source, changed.arguments.positional
    if source is None or not isinstance(source.func, ir.Attribute) or not given:
        return None
    key = given[0]
    if source.func.attr != "setdefault" or not isinstance(key, Const):
        return None
    return changed.base.token, key.value


@purity.on(ContainerChanged, traced=False)
def entered(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """Plain code gives a key a value, or finds one."""
    entry = _entry(event)
    if entry is not None:
        engine.store.part(Warm).entries |= {entry}


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
        known, place = engine.store.part(Warm), event.target.place
        known.met |= known.filled & {place}
        known.filled |= {place}


@purity.on(CodeUnseen, traced=False)
def left(engine: Engine, frame: Frame, event: CodeUnseen) -> None:
    """Plain code calls a function that is not followed."""
    engine.store.part(Warm).filled |= {event.definition}


def _identity(kept: Function) -> tuple[ir.Function, Value | None]:
    return kept.definition, None if kept.instance is None else kept.instance.token
