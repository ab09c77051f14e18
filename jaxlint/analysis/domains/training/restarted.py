"""Loops of which only the last turn counts: each starts from the state that was there before.

What a step gives is kept behind the loop in place of what all its turns are given, or is read there
and is a record of the same class, or what by its name comes next, beside another state that the
step moves on or something else that it gives and the loop reads, as a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, names, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import classes, expressions
from jaxlint.analysis.values.kinds import Instance, Value
from jaxlint.knowledge import host, libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CLOCKS = frozenset(name.rpartition(".")[2] for name in host.CLOCKS)


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    scope = frame.scope
    if not blocks.is_first(engine, frame, __name__):
        return
    kept = list(_kept(scope.body))
    for loop, step in blocks.steps(scope.body, None):
        for old, new in (*kept, *_succeeding(frame, loop, step), *_named_next(frame, loop, step)):
            target = _bound_by(step, new)
            if target is not None and _restarts(engine, frame, loop, step, old, new):
                engine.observe(StateNeverAdvances(*frame.at(target.place), new, old, Lost.START))
                break


def _kept(body: tuple[ir.Stmt, ...]) -> Iterator[tuple[str, str]]:
    """The states, names or fields, that are assigned what a name holds, each with that name."""
    for one in ir.assignments_in(*body):
        target, value = one.targets[0], one.value
        pairs = [(target, value)]
        if isinstance(target, ir.Display) and isinstance(value, ir.Display):
            pairs = list(zip(target.elements, value.elements, strict=False))
        for old, new in pairs:
            spelled = blocks.spelled(old)
            if isinstance(new, ir.Name) and names.is_state(spelled.rpartition(".")[2]):
                yield spelled, new.id


def _succeeding(frame: Frame, loop: int, step: ir.Assign) -> Iterator[tuple[str, str]]:
    """The records that a step is given, each with one of its class that the code behind reads."""
    for new in ir.bound_names(step.targets[0]):
        made = _record(frame, new)
        behind = any(loop not in event.loops for event in frame.scope.loads.get(new, ()))
        if made is None or not behind or _is_timed(frame.scope):
            continue
        for old in step.value.given if isinstance(step.value, ir.Call) else ():
            if isinstance(old, ir.Name) and old.id != new and _record(frame, old.id) is made:
                yield old.id, new


def _named_next(frame: Frame, loop: int, step: ir.Assign) -> Iterator[tuple[str, str]]:
    """The state that a step is given with the one that by its name comes next, where it moves
    another one on, or each turn is to give something."""
    bound, given = set(ir.bound_names(step.targets[0])), blocks.names_given(step)
    moves_on = any(names.is_state(one) for one in bound & given)
    gives = any(blocks.is_in(loop, frame.scope.loads.get(one, ())) for one in bound)
    if not (moves_on or gives) or _is_timed(frame.scope):
        return
    for new in sorted(bound - given):
        behind = any(loop not in event.loops for event in frame.scope.loads.get(new, ()))
        if behind and names.is_state(new):
            yield from ((old, new) for old in _earlier(new, given - bound))


def _earlier(new: str, given: set[str]) -> list[str]:
    """Those of some names that by their names are what a state was before."""
    same = [one for one in sorted(given) if names.stem(one) == names.stem(new)]
    akin = [one for one in given if names.is_next(new, one)]
    return same or (akin if len(akin) == 1 else [])


def _record(frame: Frame, name: str) -> Value | None:
    """The class of the record that a variable holds; None where it holds something else."""
    value = frame.env.get(name)
    if not isinstance(value, Instance) or classes.kind(value.cls) not in libraries.RECORDS:
        return None
    return value.cls.token


def _is_timed(scope: ir.Scope) -> bool:
    """Whether a function reads a clock: each turn of its loop is to do the same."""
    called = {event.kind.rpartition(":")[2] for one in scope.entries.values() for event in one}
    return not _CLOCKS.isdisjoint({*called, *scope.loads})


def _bound_by(step: ir.Assign, name: str) -> ir.Name | None:
    """The target of a statement that is a name."""
    target = step.targets[0]
    parts = target.elements if isinstance(target, ir.Display) else (target,)
    return next((one for one in parts if isinstance(one, ir.Name) and one.id == name), None)


def _restarts(engine: Engine, frame: Frame, loop: int, step: ir.Assign, old: str, new: str) -> bool:
    """Whether a step is given the old state in each turn of a loop, which never reads the new."""
    call, scope = step.value, frame.scope
    assert isinstance(call, ir.Call)
    given = {blocks.spelled(one) for one in call.given}
    if old not in given or new in scope.outside or any(new in one.loads for one in scope.inner):
        return False
    found = ir.loop_at(scope.body, loop)
    if not isinstance(found, ir.For) or any(map(_leaves, ir.statements_in(*found.body))):
        return False
    if blocks.is_in(loop, scope.loads.get(new, ())):
        return False
    holder, _, field = old.partition(".")
    happens = (*scope.stores.get(holder, ()), *scope.mutations.get(holder, ()))
    if blocks.is_in(loop, happens):
        return False
    return not field or _is_only_read(engine, frame, loop, call, holder, given)


def _leaves(statement: ir.Stmt) -> bool:
    """Whether a statement may end a loop before its last turn."""
    return isinstance(statement, ir.Jump | ir.Return)


def _is_only_read(
    engine: Engine, frame: Frame, loop: int, call: ir.Call, holder: str, given: set[str]
) -> bool:
    """Whether all that a loop does with an object is to give its fields to a compiled function."""
    func, known = call.func, {*given}
    if blocks.spelled(func).startswith(f"{holder}."):
        if not isinstance(expressions.evaluate(engine, frame, func), Transformed):
            return False
        known.add(blocks.spelled(func))
    read = [one for one in frame.scope.loads.get(holder, ()) if loop in one.loops]
    fields = [one for one in frame.scope.entries.get(holder, ()) if loop in one.loops]
    named = {one.kind.replace("attribute:", f"{holder}.") for one in fields}
    return len(fields) == len(read) and named <= known
