"""Whether a clock that traced code read matters to anything, or goes with the trace.

A reading is compiled in only where it gets into what is traced, or out of the trace. What is kept
to say how long a step took, and dropped by the traced function, goes with the trace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CodeUnseen, MethodCalled, OutsideCalled, UnknownCalled
from jaxlint.analysis.core.events import (
    AttributeWritten,
    Compared,
    Formatted,
    ItemWritten,
    OperatorApplied,
    OperatorResult,
    OuterNameBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.tracing.events import BodyReturned
from jaxlint.analysis.semantics import captured
from jaxlint.analysis.values import clocked
from jaxlint.analysis.values.clocked import Clocked
from jaxlint.analysis.values.kinds import Const, Container, Instance, Static, Value
from jaxlint.knowledge import host
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4
# Words of what is switched on to see how long something takes.
_MEASURES = re.compile(
    r"(?<![a-z])(bench|debug|measur|monitor|profil|stats|tim(e|ed|ing|ings)(?![a-z])|verbos)",
    re.IGNORECASE,
)
# What gives the number itself, in another unit or shape, one of several, or a copy of what has it.
_SAME = frozenset(f"builtins.{name}" for name in "float int round abs max min".split())
_COPIES = frozenset(("dataclasses.replace", "copy.copy", "copy.deepcopy"))


def is_optional(frame: Frame) -> bool:
    """Whether code runs only where a switch for measurements is on."""
    return any(_MEASURES.search(trees.code(one.test.place)) for one in frame.own_conditions)


@dataclass(slots=True, eq=False)
class _Used:
    """The places of the readings that matter; ``any_read`` says that there are readings at all."""

    places: set[ir.Place] = field(default_factory=set)
    any_read: bool = False


def matters(engine: Engine, place: ir.Place) -> bool:
    """Whether what was read at a place matters, to be asked when everything has been seen."""
    return place in engine.kept(_Used).places


def _use(engine: Engine, values: Iterable[Value], depth: int = _DEPTH) -> None:
    """Take note that the readings in some values matter."""
    used = engine.kept(_Used)
    for value in values if used.any_read else ():
        if value.facts:
            used.places.update(clocked.places(value))
        if depth and isinstance(value, Container | Instance):
            _use(engine, captured.parts(engine, value), depth - 1)


@purity.deduce(OperatorResult)
def computed(event: OperatorResult) -> Clocked | None:
    """A time between readings, in some unit, comes of these readings."""
    left = event.left.fact(Clocked)
    right = None if event.right is None else event.right.fact(Clocked)
    return right if left is None else left.join(right)


@purity.on(OperatorApplied, traced=True)
def met(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """A reading that meets anything but a number of Python's goes into what is traced."""
    for one, other in ((event.left, event.right), (event.right, event.left)):
        if not isinstance(other, Const | Static):
            _use(engine, (one,))


@purity.on(Compared, traced=True)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """A time that is compared decides what is traced."""
    _use(engine, (event.left, event.right))


@purity.on(Formatted, traced=True)
def told(engine: Engine, frame: Frame, event: Formatted) -> None:
    """A time in a text is shown to somebody."""
    _use(engine, (event.value,))


@purity.on(OutsideCalled, traced=True)
def given(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """What other code makes of a time is not known."""
    if event.name in host.COUNTERS:
        engine.kept(_Used).any_read = True
    elif event.name not in _SAME and event.name not in _COPIES:
        _use(engine, event.arguments.all)


@purity.on(UnknownCalled, CodeUnseen, traced=True)
def given_away(engine: Engine, frame: Frame, event: UnknownCalled | CodeUnseen) -> None:
    """Nor is what code makes of it that is not followed."""
    _use(engine, event.arguments.all)


@purity.on(MethodCalled, traced=True)
def given_to(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """A container of the same trace that is given a time has it; other things do more."""
    if not _is_of_trace(frame, event.base):
        _use(engine, event.arguments.all)


@purity.on(ItemWritten, AttributeWritten, traced=True)
def stored(engine: Engine, frame: Frame, event: ItemWritten | AttributeWritten) -> None:
    """A time that is stored in what outlives the trace is found there."""
    if not _is_of_trace(frame, event.base):
        _use(engine, (event.value,))


@purity.on(OuterNameBound, traced=True)
def bound(engine: Engine, frame: Frame, event: OuterNameBound) -> None:
    """So is one that a variable of an outer frame holds."""
    _use(engine, (event.value,))


@purity.on(BodyReturned)
def returned(engine: Engine, frame: Frame, event: BodyReturned) -> None:
    """A time that a traced function returns is a constant of its program."""
    _use(engine, (event.result,))


def _is_of_trace(frame: Frame, base: Value) -> bool:
    """Whether a thing was made in the trace under way."""
    made = base.region if isinstance(base, Container | Instance) else None
    return made is not None and frame.region is not None and frame.region.within(made)
