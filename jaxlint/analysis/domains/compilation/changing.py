"""Arguments of jitted functions that are compiled in, and are others in each turn of a loop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import (
    anew,
    compilation,
    counting,
    looping,
    spread,
    statics,
    stepping,
)
from jaxlint.analysis.domains.compilation.counting import Code
from jaxlint.analysis.domains.compilation.observations import Changing, StaticArgumentChanges
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.values.kinds import Const, HostArray, Instance, Static, Unknown, Value
from jaxlint.analysis.values.numbers import is_number, is_whole_number
from jaxlint.analysis.values.spans import Span
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class GivenPerCall(Effect):
    """A call gave a compiled function what it had made; what that costs depends on who calls."""

    seen: StaticArgumentChanges

    domain = "compilation"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Note it if there is a loop around the call."""
        engine.log(self)
        if frame.loops or any(level.frame.loops for level in engine.path):
            engine.observe(self.seen)


@compilation.on(RegionEntered, traced=False)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge the arguments of a compiled function that outlives a turn of a loop, or a call."""
    made = event.made
    if not made.transform.compiles or not (_outlives_turns(frame, made) or _outlives(frame, made)):
        return
    static = set()
    for _, name, value, written in statics.static_arguments(engine, made, event.arguments):
        static.add(written)
        source = event.arguments.source
        if written is None and source is not None:
            written = misuse.spread_entry(frame, source, name)
        if written is None:
            _receiver(engine, frame, value, event.node)
        elif name not in arrays.AXIS_NAMES:
            _static(engine, frame, value, written)
    for _, value, written in misuse.written(event.arguments):
        if written is not None and written not in static:
            if made.transform.fixes_numbers and is_number(value):
                _number(engine, frame, value, written)
            _traced(engine, frame, made, value, written)


def _outlives_turns(frame: Frame, made: Transformed) -> bool:
    loops = tuple(frame.loops)
    return bool(loops) and (made.frame is not frame or made.loops != loops)


def _outlives(frame: Frame, made: Transformed) -> bool:
    """Whether a function calls, outside of loops, what no function made."""
    within = isinstance(frame.scope, ir.Function) and not frame.loops
    return within and not isinstance(made.frame.scope, ir.Function)


def _note(engine: Engine, frame: Frame, seen: StaticArgumentChanges) -> None:
    if frame.loops:
        engine.observe(replace(seen, listed=looping.are_listed(frame.scope, frame.loops)))
    else:
        GivenPerCall(None, replace(seen, per_call=True)).replay(engine, frame, None, seen.node)


def _static(engine: Engine, frame: Frame, value: Value, written: ir.Expr) -> None:
    """Judge a static argument: a number, or something that equals nothing but itself."""
    _number(engine, frame, value, written)
    _record(engine, frame, value, written)
    found = anew.itself(engine, frame, value)
    if found is not None:
        _note(engine, frame, StaticArgumentChanges(*frame.at(written.place), found))


def _receiver(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> None:
    """Judge the object whose method is called: each turn may make it of the same anew."""
    if frame.loops and anew.is_remade(engine, frame, value):
        _note(engine, frame, StaticArgumentChanges(*frame.at(node), Changing.RECEIVER))


def _record(engine: Engine, frame: Frame, value: Value, written: ir.Expr) -> None:
    """Judge a record that is compiled in: each turn may replace it by another."""
    if not isinstance(written, ir.Name) or not isinstance(value, Instance | Unknown):
        return
    if stepping.replaces(engine, counting.code_of(frame), written.id):
        where = frame.at(written.place)
        engine.observe(StaticArgumentChanges(*where, Changing.RECORD, written.id))


def _number(engine: Engine, frame: Frame, value: Value, written: ir.Expr) -> None:
    """Judge a number that is compiled in: the counter of a loop, or computed of it."""
    if not frame.loops or not isinstance(value, Const | Static | Unknown | HostArray):
        return
    where, code = frame.at(written.place), counting.code_of(frame)
    if isinstance(written, ir.Name) and _counts(engine, frame, value, written):
        engine.observe(StaticArgumentChanges(*where, Changing.COUNTER, written.id))
        return
    counter = counting.counter_of(engine, code, written)
    if counter is None:
        return
    counted = value if counter is written else frame.env.get(counter.id)
    if counted is not None and _counts(engine, frame, counted, counter):
        engine.observe(StaticArgumentChanges(*where, Changing.COMPUTED, counter.id))
    elif _differs(engine, code, counter.id):
        engine.observe(StaticArgumentChanges(*where, Changing.NUMBER, counter.id))


def _differs(engine: Engine, code: Code, name: str) -> bool:
    """Whether a variable is one of many numbers, or moves on, in each turn of a loop."""
    return spread.differs(engine, code, name) or stepping.steps(engine, code, name)


def _counts(engine: Engine, frame: Frame, value: Value, written: ir.Name) -> bool:
    """Whether a variable is the counter of a loop of more than a few turns."""
    span = value.fact(Span)
    if isinstance(value, Const) or (span is not None and 0 < span.last - span.first < looping.FEW):
        return False
    if not is_whole_number(value) or not frame.scope.is_turned(written.id):
        return False
    few = 0 < looping.turns(engine, frame, written.id) <= looping.FEW
    return not few and looping.counts(frame, written.id)


def _traced(
    engine: Engine, frame: Frame, made: Transformed, value: Value, written: ir.Expr
) -> None:
    """Judge an argument of which the leaves are traced, and the rest is compared."""
    filtered = made.transform.filters
    found = anew.itself(engine, frame, value) if filtered else None
    inside = anew.within(engine, frame, value, filtered=filtered)
    changing, field = (found, "") if found is not None else next(inside, (None, ""))
    if changing is not None:
        seen = StaticArgumentChanges(*frame.at(written.place), changing, field=field)
        _note(engine, frame, seen)
