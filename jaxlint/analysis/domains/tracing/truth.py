"""Tracers that are asked whether they are true, or for the number that is not there."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from jaxlint.analysis.core.events import Asker, Converted, Converter, TruthAsked
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, tracing
from jaxlint.analysis.domains.tracing.observations import (
    Assertion,
    AssertTested,
    Branch,
    BranchTested,
    Conversion,
    Loop,
    LoopTested,
    NumberUse,
    Operand,
    OperandTested,
    Order,
    OrderTested,
    TruthTest,
)
from jaxlint.analysis.values.contents import numbers_of
from jaxlint.analysis.values.kinds import Traced

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(TruthAsked)
def asked(engine: Engine, frame: Frame, event: TruthAsked) -> None:
    """Observe a truth test of a tracer whose value cannot be read."""
    value, node, by = event.value, event.node, event.by
    if value.facts:
        value = numbers_of(value)
    if not isinstance(value, Traced) or not value.abstract:
        return
    if by is Asker.BOOL:
        engine.tell(frame, Converted, value, node, Converter.FUNCTION, by.value, None, ())
    elif not value.region.transform.inspects or frame.region is not None:
        kind, asking = _HAZARDS[by]
        needs.note(engine, frame, kind(frame.module, node, value.why, value, asking))


_KINDS: tuple[tuple[type[TruthTest[Any]], type[Enum]], ...] = (
    (BranchTested, Branch),
    (LoopTested, Loop),
    (AssertTested, Assertion),
    (OperandTested, Operand),
    (OrderTested, Order),
)
_HAZARDS = {Asker[by.name]: (kind, by) for kind, asking in _KINDS for by in asking}
_USES = {Converter.INDEX: NumberUse.INDEX, Converter.REPETITION: NumberUse.REPETITION}


@tracing.on(Converted)
def converted(engine: Engine, frame: Frame, event: Converted) -> None:
    """Observe that a tracer is turned into a Python number."""
    value, node, by, name, holder, promises = event
    value = numbers_of(value)
    if isinstance(value, Traced):
        needs.one_array(value)
        use = _USES.get(by, NumberUse.ARGUMENT)
        seen = Conversion(
            frame.module, node, value.why, value, use, name, holder, promises=promises
        )
        needs.note(engine, frame, seen)
