"""Waiting for results: what has no ``block_until_ready``, and clocks read before work is done.

JAX returns from a call of a jitted function, and from one of its own, before the work is done. A
clock that is read then measures how long it took to hand the work over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import libcst as cst

from jaxlint.analysis.core import propositions
from jaxlint.analysis.core.call_events import (
    Call,
    CallStarting,
    CodeUnseen,
    MethodCalled,
    OutsideCalled,
    Returned,
)
from jaxlint.analysis.core.callables import Function, Method, Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import (
    Formatted,
    ItemWritten,
    ManagersEntered,
    ManagersLeft,
    OperatorApplied,
    TruthAsked,
    Yielded,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import but
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.timing import awaited, timing, transfers
from jaxlint.analysis.domains.timing.awaited import WAIT
from jaxlint.analysis.domains.timing.facts import Reading
from jaxlint.analysis.domains.timing.observations import ClockReadBeforeDone, WaitMisplaced
from jaxlint.analysis.domains.timing.state import (
    Pending,
    ReadingReturned,
    Work,
    hand_over,
    moments,
    read,
    span,
    spans_body,
    unfinished,
    wait,
)
from jaxlint.analysis.domains.tracing.events import LoopTurned, RegionLeft
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values import clocked
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Static,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Why
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import arrays, dispatch, host, names
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ASKED = "is_ready"
# Methods of containers that look at no value.
_HOLDING = frozenset("append appendleft extend get insert items keys setdefault values".split())
# Those that hardly anything else has.
_OF_HOLDERS = frozenset(("append", "setdefault"))
_ASYNCHRONOUS = (*arrays.ARRAY_MODULES, *names.ARRAY_MAKERS)


@timing.on(MethodCalled)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge ``base.block_until_ready()``, which only a concrete array has."""
    base, node = event.base, event.node
    if event.name != WAIT:
        return
    if isinstance(base, Container) and base.kind in ("tuple", "list", "dict"):
        fix = _function_form(frame, node)
        misuse.note(engine, WaitMisplaced(*frame.at(node), base.kind, fix))
    elif isinstance(base, Traced) and frame.region is not None:
        misuse.note(engine, WaitMisplaced(*frame.at(node), "", settled=lambda: _is_array(base)))


def _is_array(tracer: Traced) -> bool:
    """Whether a tracer certainly stands for one array, and not for a tree of them."""
    return tracer.certain and not (tracer.source and tracer.source.container)


def _function_form(frame: Frame, node: ir.Place) -> PlannedFix | None:
    """``x.block_until_ready()`` as ``jax.block_until_ready(x)``."""
    ways = spelling.spellings(frame, "jax.block_until_ready")
    call = trees.node(node)
    if not ways or not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return None
    text = f"{ways[0]}({trees.code(node, call.func.value)})"
    return PlannedFix("use the function", (Replace(node, text),), safe=True)


# --- clocks --------------------------------------------------------------------------------------


@timing.transfer(*host.CLOCKS)
def clock(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A clock that is read: outside of any trace it tells when, in one a number that stays."""
    if frame.region is not None:
        return clocked.made(call.node) if call.name in host.COUNTERS else None
    reading = Reading(engine.serial())
    read(engine, frame, reading.serial, frame)
    return Static(reading)


@timing.on(Returned, traced=False)
def returned(engine: Engine, frame: Frame, event: Returned) -> None:
    """Take note of a function that gives a reading: another one at each call."""
    if event.value.facts and event.value.fact(Reading) is not None:
        engine.log(ReadingReturned(event.value.token))


@timing.on(RegionLeft, traced=False)
def started(engine: Engine, frame: Frame, event: RegionLeft) -> None:
    """Take note of a call of a transformed function: its work goes on, or is waited for there."""
    if event.made.transform.waits:
        wait(engine)
    elif event.made.transform.goes_on or _computed_inside(engine):
        hand_over(engine, frame, event.node, event.arguments.all)


def _computed_inside(engine: Engine) -> bool:
    """Whether the last work was handed over in code that plain code has mapped or differentiated.

    It is said to be the work of that call.
    """
    work = engine.store.known(Work)
    pending = None if work is None else work.pending
    return pending is not None and pending.frame.region is not None


@timing.on(LoopTurned, traced=False)
def looped(engine: Engine, frame: Frame, event: LoopTurned) -> None:
    """Take note that plain code began a loop of JAX, which is compiled and handed over too."""
    hand_over(engine, frame, event.node)


@timing.on(OutsideCalled, about=dispatch.COSTLY.__contains__)
def computed(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note that code has JAX compute: that goes on as well."""
    if _runs_now(frame):
        hand_over(engine, frame, event.node)


def _runs_now(frame: Frame) -> bool:
    """Whether what is computed is under way at once, and no part of a program for later.

    Code is that is only mapped or differentiated.
    """
    return frame.region is None or not frame.region.constants


@timing.on(OperatorApplied)
def multiplied(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Take note of a product of matrices, one of them JAX's."""
    if event.node.op != "@" or not _runs_now(frame):
        return
    if isinstance(event.left, Array | Traced) or isinstance(event.right, Array | Traced):
        hand_over(engine, frame, event.node.place)


@timing.on(CallStarting, traced=False, about=but(Function, Transformed))
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Take note of any other call: it may wait for the work, unless it is known not to.

    Functions speak for themselves.
    """
    holds = isinstance(event.source.func, ir.Attribute) and event.source.func.attr in _OF_HOLDERS
    if awaited.goes_on(engine, frame, event):
        hand_over(engine, frame, event.source.place, event.arguments.all)
    elif not (holds or _goes_on(event.func) or _is_of_host(event) or _is_ready(engine, event)):
        transfers.judge(engine, frame, event)
        wait(engine)


@timing.on(CodeUnseen, traced=False)
def unseen(engine: Engine, frame: Frame, event: CodeUnseen) -> None:
    """Take note of a call of a function that is not followed: it may wait as well."""
    wait(engine)


@timing.on(TruthAsked, Formatted, about=but(Static, Const))
def looked_at(engine: Engine, frame: Frame, event: TruthAsked | Formatted) -> None:
    """Take note that code looks at a value, which waits for it; what was given was there before."""
    if not (isinstance(event.value, Unknown) and event.value.parameter):
        wait(engine)


@timing.on(ItemWritten)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Take note of a store into an array or object, which may wait for the value.

    A list or a dict only holds it.
    """
    if not isinstance(event.base, Container):
        wait(engine)


def _goes_on(func: Value) -> bool:
    """Whether a call certainly does not wait for earlier work."""
    if isinstance(func, External):
        return func.name in host.CLOCKS or func.name.startswith(_ASYNCHRONOUS)
    if not isinstance(func, Method):
        return False
    if isinstance(func.base, Array):
        return func.name in arrays.PURE_METHODS
    return isinstance(func.base, Container) and func.name in _HOLDING


def _is_ready(engine: Engine, event: CallStarting) -> bool:
    """Whether a call waits for nothing but what the work under way was given, which is done.

    That may be what the work gives back; where its very call stands there, the code does wait.
    """
    func, given, source = event.func, event.arguments.all, event.source
    if isinstance(func, Method) and func.name == WAIT and isinstance(source.func, ir.Attribute):
        waited, written = func.base, source.func.base
    elif isinstance(func, External) and func.name == f"jax.{WAIT}" and len(given) == 1:
        waited, written = given[0], source.given[0]
    else:
        return False
    work = engine.store.known(Work)
    pending = None if work is None else work.pending
    if pending is None or (isinstance(written, ir.Call) and written.place is pending.node):
        return False
    return waited.token in pending.ready


def _is_of_host(event: CallStarting) -> bool:
    """Whether a function of Python's own is called with numbers and texts alone."""
    func = event.func
    plain = isinstance(func, External) and func.name.startswith("builtins.")
    known = plain and event.arguments.rest is None
    return known and all(map(_is_on_host, event.arguments.all))


def _is_on_host(value: Value) -> bool:
    if isinstance(value, Container):
        return all(map(_is_on_host, value.values))
    return isinstance(value, Const | Static)


@timing.on(OperatorApplied)
def difference(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge ``end - start`` of two clock readings."""
    if event.node.op != "-":
        return
    last, first = event.left.fact(Reading), event.right.fact(Reading)
    if last is not None and first is not None and not _is_for_first_turn(frame):
        if spans_body(engine, first.serial, last.serial) and _makes_manager(engine, frame):
            span(engine, first.serial)
        measure(engine, Between(frame, event.node.place, first.serial, last.serial))


def _is_for_first_turn(frame: Frame) -> bool:
    """Whether only the first turn of a loop comes here, to say how long compiling takes.

    The test asks for turn zero, or for the very time that is taken: ``if first is None``.
    """
    facts = [fact for one in frame.turn_conditions for fact in one.facts] if frame.loops else []
    target = frame.statement.targets[0] if isinstance(frame.statement, ir.Assign) else None
    unset = {target.id} if isinstance(target, ir.Name) else set()
    if any(one.left in unset and (one.op, one.right) == ("is", "None") for one in facts):
        return True
    return any(frame.scope.is_turned(one.left) and propositions.says(one, 0) for one in facts)


# --- context managers ----------------------------------------------------------------------------


def _makes_manager(engine: Engine, frame: Frame) -> bool:
    """Whether a generator is made a context manager, whose body runs where it gives way."""
    scope = frame.scope
    made = (
        expressions.evaluate(engine, frame, one)
        for one in (scope.decorators if isinstance(scope, ir.Function) else ())
        if isinstance(one, ir.Name | ir.Attribute)
    )
    return any(isinstance(one, External) and one.name in host.MANAGER_MAKERS for one in made)


@timing.on(Yielded, traced=False)
def gave_way(engine: Engine, frame: Frame, event: Yielded) -> None:
    """Take note of when a generator gave way."""
    work = engine.store.known(Work)
    if work is not None:
        work.yielded = engine.serial()


@timing.on(ManagersEntered, traced=False)
def entered(engine: Engine, frame: Frame, event: ManagersEntered) -> None:
    """Keep the readings with which the managers of a ``with`` began until its end."""
    work = engine.store.known(Work)
    if work is not None and work.spans:
        work.inside, work.spans = {**work.inside, event.node: work.spans}, ()


@timing.on(ManagersLeft, traced=False)
def left(engine: Engine, frame: Frame, event: ManagersLeft) -> None:
    """Measure from those readings to now."""
    work = engine.store.known(Work)
    for first in work.inside.get(event.node, ()) if work is not None else ():
        last = engine.serial()
        read(engine, frame, last, frame)
        measure(engine, Between(frame, None, first, last))


class Between(NamedTuple):
    """Two readings of a clock of which a ``frame`` took the difference, where that is written."""

    frame: Frame
    node: ir.Place | None
    first: int
    last: int


@dataclass(slots=True, frozen=True, eq=False)
class Measured(Effect):
    """A call took the difference of two readings."""

    between: Between

    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Judge what lies between them now."""
        measure(engine, self.between)


def measure(engine: Engine, between: Between) -> None:
    """Take note of a difference, and observe the work that was under way at the last reading."""
    engine.log(Measured(None, between))
    pending = unfinished(engine, between.first, between.last)
    if pending is None or _only_compiles(engine, pending, between.first):
        return
    if _polls(between.frame.scope):
        return
    seen = _behind(engine, between, pending)
    if seen is None:
        fix = _waiting(pending) if pending.frame is between.frame else None
        seen = ClockReadBeforeDone(*pending.frame.at(pending.node), fix=fix)
    if seen is not None:
        misuse.note(engine, seen)


def _polls(scope: ir.Scope) -> bool:
    """Whether code asks again and again whether results are there, and so waits for them."""
    loops = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.While))
    return any(ir.reads_attribute(one, _ASKED) for one in loops)


def _behind(engine: Engine, between: Between, pending: Pending) -> ClockReadBeforeDone | None:
    """Work that a function called between the readings left under way: its caller is to wait."""
    frame, node = between.frame, between.node
    known = moments(engine, between.first, between.last)
    if node is None or known is None or any(one.frame is not frame for one in known):
        return None
    if pending.frame is frame:
        return None
    why = Why("this is still under way", pending.frame.module, pending.node)
    return ClockReadBeforeDone(frame.module, node, why, fix=None)


def _only_compiles(engine: Engine, pending: Pending, start: int) -> bool:
    """Whether a call is the first of its function and drops the result: what takes time is done.

    A loop that began after the reading ``start`` calls it again.
    """
    work = engine.store.part(Work)
    firsts = (one for one in work.firsts if one.depth == work.moments[start].depth)
    if not any(one.node is pending.node and one.serial > pending.serial for one in firsts):
        return False
    dropped = (
        one.value.place
        for one in ir.statements_in(*pending.frame.scope.body)
        if isinstance(one, ir.ExprStmt)
    )
    return any(place is pending.node for place in dropped)


def _waiting(pending: Pending) -> PlannedFix | None:
    """What hands work over, put into ``jax.block_until_ready``."""
    ways = spelling.spellings(pending.frame, "jax.block_until_ready")
    if not ways or not isinstance(trees.node(pending.node), cst.Call | cst.BinaryOperation):
        return None
    code = trees.code(pending.node)
    change = Replace(pending.node, f"{ways[0]}({code})")
    return PlannedFix("wait for the result", (change,), safe=True)
