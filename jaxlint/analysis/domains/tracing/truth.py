"""Tracers that are asked whether they are true, or for the number that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import Asker, Converted, Converter, TruthAsked
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, tracing
from jaxlint.analysis.domains.tracing.observations import (
    AssertTested,
    BranchTested,
    Conversion,
    LoopTested,
    OperandTested,
    OrderTested,
    TruthTest,
)
from jaxlint.analysis.values.kinds import Traced, numbers_of

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(TruthAsked)
def asked(engine: Engine, frame: Frame, event: TruthAsked) -> None:
    """Observe a truth test of a tracer whose value cannot be read."""
    value, node, by = numbers_of(event.value), event.node, event.by
    if not isinstance(value, Traced) or not value.abstract:
        return
    if by is Asker.BOOL:
        engine.tell(frame, Converted, value, node, Converter.FUNCTION, by.value, None)
    elif not value.region.transform.inspects or frame.region is not None:
        needs.note(engine, frame, _HAZARDS[by](frame.module, node, value.why, value, by))


_HAZARDS: dict[Asker, type[TruthTest]] = {
    **dict.fromkeys((Asker.IF, Asker.TERNARY, Asker.COMPREHENSION, Asker.MATCH), BranchTested),
    **dict.fromkeys((Asker.WHILE, Asker.RANGE), LoopTested),
    Asker.ASSERT: AssertTested,
    **dict.fromkeys((Asker.AND, Asker.OR, Asker.NOT, Asker.CHAIN, Asker.IN), OperandTested),
    **dict.fromkeys((Asker.MIN, Asker.MAX, Asker.SORTED, Asker.SORT), OrderTested),
    **dict.fromkeys((Asker.ANY, Asker.ALL, Asker.FILTER), OrderTested),
    **dict.fromkeys((Asker.INDEX, Asker.COUNT, Asker.REMOVE), OrderTested),
}


@tracing.on(Converted)
def converted(engine: Engine, frame: Frame, event: Converted) -> None:
    """Observe that a tracer is turned into a Python number."""
    value, node, by, name, holder = event
    value = numbers_of(value)
    if isinstance(value, Traced):
        needs.one_array(value)
        seen = Conversion(frame.module, node, value.why, value, by, name, holder)
        needs.note(engine, frame, seen)
