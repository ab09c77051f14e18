"""Elements that are read at an index of which a tracer is a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled
from jaxlint.analysis.core.events import (
    Converted,
    Converter,
    Hashed,
    Hasher,
    ItemRead,
    ItemWritten,
    SliceResult,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.tracing import demands, needs, texts, tracing
from jaxlint.analysis.domains.tracing.facts import Bounded
from jaxlint.analysis.domains.tracing.observations import (
    BoundNeeded,
    HostNeeded,
    HostUse,
    MaskIndexed,
    TextUse,
)
from jaxlint.analysis.values import gathered
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    HostArray,
    Traced,
    Value,
    is_none,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(ItemRead)
def read(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Judge the index of what is read."""
    node, base, index = event
    if _is_of_python(base) or isinstance(base, Const):
        _of_python(engine, frame, base, index, node.place)
        return
    texts.use(engine, frame, index, node.place, TextUse.KEY)
    if isinstance(base, Traced | Array | AtReference):
        _of_array(engine, frame, index, node.place)
    elif isinstance(base, HostArray):
        _of_numpy(engine, frame, index, node.place)


def _is_of_python(base: Value) -> bool:
    """Whether a value is a container of Python's, or is said to be a list or a tuple."""
    return isinstance(base, Container) or gathered.as_counted(base) is not None


def _of_python(engine: Engine, frame: Frame, base: Value, index: Value, node: ir.Place) -> None:
    """Judge a tracer that indexes a sequence or looks up a dict of Python's."""
    if isinstance(base, Container) and base.kind == "dict":
        engine.tell(frame, Hashed, index, node, Hasher.KEY)
        return
    if isinstance(base, Container) and base.kind not in ("list", "tuple"):
        return
    wanted, said = _bound_of(index) or index, gathered.as_counted(base)
    if isinstance(wanted, Traced) and not is_none(base):
        promises = () if said is None else said.promises
        engine.tell(frame, Converted, wanted, node, Converter.INDEX, "", None, promises)


def _of_array(engine: Engine, frame: Frame, index: Value, node: ir.Place) -> None:
    """Observe traced slice bounds, and masks whose number of hits would be a length."""
    for part in demands.parts(index):
        tracer = _bound_of(part)
        if tracer is not None:
            needs.one_array(tracer)
            needs.note(engine, frame, BoundNeeded(frame.module, node, tracer.why, tracer))
        elif isinstance(part, Traced) and forms.is_mask(part) and part.abstract:
            needs.note(engine, frame, MaskIndexed(frame.module, node, part.why, part))


def _of_numpy(engine: Engine, frame: Frame, index: Value, node: ir.Place) -> None:
    """Observe a NumPy array that is indexed by a tracer."""
    for part in demands.parts(index):
        tracer = _bound_of(part) or part
        if isinstance(tracer, Traced) and tracer.abstract:
            needs.one_array(tracer)
            seen = HostNeeded(frame.module, node, tracer.why, tracer, HostUse.INDEX)
            needs.note(engine, frame, seen)


@tracing.on(ItemWritten)
def written(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Judge a store into an array of NumPy's, and the key of a dict."""
    base, index, node = event.base, event.key, event.target.place
    if isinstance(base, HostArray):
        _into_numpy(engine, frame, index, event.value, node)
    elif index is not None and _is_of_python(base):
        _of_python(engine, frame, base, index, node)


@tracing.on(MethodCalled, about=of(Container))
def by_method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge the place at which a list gets or loses an element."""
    given = event.arguments.positional
    placed = event.name == "insert" or (event.name == "pop" and len(given) == 1)
    if placed and given and isinstance(event.base, Container) and event.base.kind == "list":
        _of_python(engine, frame, event.base, given[0], event.node)


def _into_numpy(
    engine: Engine, frame: Frame, index: Value | None, value: Value, node: ir.Place
) -> None:
    """Observe a store of a tracer into a NumPy array, or at a place that a tracer says."""
    parts = () if index is None else demands.parts(index)
    tracer = next((part for part in parts if isinstance(part, Traced) and part.abstract), None)
    use = HostUse.INDEX if tracer is not None else HostUse.STORE
    if tracer is None and isinstance(value, Traced):
        tracer = value
    if tracer is not None:
        needs.one_array(tracer)
        needs.note(engine, frame, HostNeeded(frame.module, node, tracer.why, tracer, use))


@tracing.deduce(SliceResult)
def bounded(event: SliceResult) -> Bounded | None:
    """Which bound of a slice is a tracer."""
    for bound in event.bounds:
        if isinstance(bound, Traced) and bound.abstract:
            return Bounded(bound)
    return None


def _bound_of(part: Value) -> Traced | None:
    """The tracer that is a bound of a slice, if one is."""
    bounded = part.fact(Bounded)
    return None if bounded is None else bounded.tracer
