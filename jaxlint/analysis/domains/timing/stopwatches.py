"""What times a function by itself: ``timeit`` of a callable, or of a text."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.timing import timing
from jaxlint.analysis.domains.timing.clocks import Between, measure
from jaxlint.analysis.domains.timing.facts import Elapsed
from jaxlint.analysis.domains.timing.observations import ClockReadBeforeDone
from jaxlint.analysis.domains.timing.state import read
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.semantics import calls, variables
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Const, External, Instance, Static, Value
from jaxlint.knowledge import host
from jaxlint.program import ir
from jaxlint.source.warned import unwarned

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Statement(Fact):
    """Said of a ``timeit.Timer``: what it runs."""

    value: Value


@dataclass(slots=True, eq=False)
class _Before:
    """The statement before each one of a body, by scope."""

    of: dict[ir.Scope, dict[ir.Stmt, ir.Stmt]] = field(default_factory=dict)


@timing.transfer(host.TIMER)
def made(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A stopwatch for a function or text."""
    statement = call.arguments.get(0, "stmt")
    if frame.region is not None or statement is None:
        return None
    return Instance(External(host.TIMER), None).with_fact(Statement(statement))


@timing.answer(MethodResult)
def by_method(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """How long it took by such a stopwatch."""
    statement = event.base.fact(Statement)
    if statement is None or event.name not in host.TIMER_METHODS:
        return None
    return _timed(engine, frame, statement.value, event.node)


@timing.transfer(*host.STOPWATCHES, *host.MAGIC_STOPWATCHES)
def by_function(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """How long a function or text took, or the statement before."""
    timed = call.arguments.get(0, "stmt")
    if timed is None and not call.arguments.all and frame.region is None:
        _judge_statement_before(engine, frame)
    return _timed(engine, frame, timed, call.node)


def _timed(engine: Engine, frame: Frame, statement: Value | None, node: ir.Place) -> Value | None:
    """How long something took that is called many times; it is run here once."""
    if frame.region is not None:
        return None
    if isinstance(statement, Const) and isinstance(statement.value, str):
        _judge_text(engine, frame, statement.value, node)
    if not isinstance(statement, Function | Partial | Transformed):
        return None
    start, end = engine.serial(), engine.serial()
    read(engine, frame, start, frame)
    calls.apply(engine, frame, statement, Arguments(), node)
    read(engine, frame, end, frame)
    measure(engine, Between(frame, None, start, end))
    return Static(Elapsed(start, end))


def _judge_statement_before(engine: Engine, frame: Frame) -> None:
    """Judge the statement in front of the one under way, as the end of what is timed."""
    known = engine.kept(_Before).of
    if frame.scope not in known:
        known[frame.scope] = {after: one for one, after in pairwise(frame.scope.body)}
    before = None if frame.statement is None else known[frame.scope].get(frame.statement)
    call = getattr(before, "value", None)
    if isinstance(call, ir.Call) and isinstance(call.func, ir.Name):
        _judge(engine, frame, call.func.id, call.place)


def _judge_text(engine: Engine, frame: Frame, text: str, node: ir.Place) -> None:
    """Judge a text that ends in a call of a jitted function, so that nothing waits for it."""
    _judge(engine, frame, _called(text), node)


def _judge(engine: Engine, frame: Frame, name: str, node: ir.Place) -> None:
    """Judge a call at the end of what is timed, by the name of what is called."""
    value = frame.env.get(name) or variables.look_up(engine, frame, name)[0]
    if isinstance(value, Transformed) and value.transform.goes_on:
        misuse.note(engine, ClockReadBeforeDone(*frame.at(node), fix=None))


def _called(text: str) -> str:
    """The name that the last statement of a text calls, if it does nothing else; else ""."""
    try:
        with unwarned():
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    last = body[-1] if body else None
    called = last.value if isinstance(last, ast.Expr | ast.Assign) else None
    name = called.func if isinstance(called, ast.Call) else None
    return name.id if isinstance(name, ast.Name) else ""
