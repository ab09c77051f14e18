"""Numbers that a schedule begins with, which an optimiser is given in place of the schedule."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OutsideCalled, UnknownCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.observations import RateSettled
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Const
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_RAMPS = libraries.RAMPS - {libraries.CONSTANT}


@dataclass(slots=True, frozen=True)
class Ramp(Fact):
    """Said of a schedule of Optax: each step may have another number."""

    def sign(self) -> Hashable:
        """What a function makes of it is a rate."""
        return True


@dataclass(slots=True, frozen=True)
class FirstRate(Fact):
    """Said of what such a schedule gives for the step 0."""

    def sign(self) -> Hashable:
        """An optimiser that is made with it keeps it."""
        return True


@training.deduce(Call, about=_RAMPS.__contains__)
def made(call: Call) -> Ramp:
    """A schedule."""
    return Ramp()


@training.deduce(UnknownCalled)
def asked(event: UnknownCalled) -> FirstRate | None:
    """What a schedule gives."""
    count = event.arguments.get(0, "count")
    first = isinstance(count, Const) and type(count.value) is int and count.value == 0
    return FirstRate() if first and event.func.fact(Ramp) is not None else None


@training.on(OutsideCalled, about=libraries.SCHEDULED.__contains__)
def given(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the number that an optimiser is made with."""
    rate, call = event.arguments.get(0, "learning_rate"), event.source
    injected = call is not None and isinstance(call.func, ir.Call)
    if rate is None or rate.fact(FirstRate) is None or injected or engine.context.expects_errors:
        return
    maker = event.name.rpartition(".")[2]
    engine.observe(RateSettled(*frame.at(event.node), maker, begun=True))
