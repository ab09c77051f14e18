"""Loops whose steps drop what an optimiser remembers: its first state is given to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, calls, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    scope = frame.scope
    if not blocks.is_first(engine, frame, __name__):
        return
    for loop, step in blocks.steps(scope.body, None):
        for old in _forgotten(engine, frame, scope, step):
            if _stays(scope, loop, old) and _is_applied(scope, loop, step):
                _observe(engine, frame, step, old)
        for old, func, update in _forgotten_further_in(engine, frame, step.value):
            if _stays(scope, loop, old) and blocks.moved(step):
                _observe(engine, func.closure, update, old)


def _observe(engine: Engine, frame: Frame, update: ir.Assign, old: str) -> None:
    assert update.value is not None
    where = frame.at(update.value.place)
    engine.observe(StateNeverAdvances(*where, "", old, Lost.MEMORY))


def _stays(scope: ir.Scope, loop: int, name: str) -> bool:
    """Whether a loop reads a variable and never binds it."""
    return not blocks.is_in(loop, scope.stores.get(name, ()))


def _is_applied(scope: ir.Scope, loop: int, update: ir.Assign) -> bool:
    """Whether a loop moves something on by the updates: another turn goes on from there."""
    found, updates = ir.loop_at(scope.body, loop), next(ir.bound_names(update.targets[0]), "")
    steps = ir.assignments_in(*found.body) if found is not None else ()
    return any(blocks.moved(one) and updates in blocks.names_given(one) for one in steps)


def _forgotten(engine: Engine, frame: Frame, scope: ir.Scope, step: ir.Assign) -> Iterator[str]:
    """The name of the state that an optimiser is given, known in a frame, whose new one is lost."""
    call, target = step.value, step.targets[0]
    if not isinstance(call, ir.Call) or not isinstance(call.func, ir.Attribute):
        return
    parts = target.elements if isinstance(target, ir.Display) else ()
    if call.func.attr != _UPDATE or len(parts) != 2 or not ir.is_dotted(call.func):
        return
    new, state = parts[1], call.args[1] if len(call.args) > 1 else None
    unread = isinstance(new, ir.Name) and not scope.is_read(new.id)
    if unread and isinstance(state, ir.Name) and calls.remembers(engine, frame, call.func.base):
        yield state.id


def _forgotten_further_in(
    engine: Engine, frame: Frame, call: ir.Expr | None, depth: int = calls.HANDED
) -> Iterator[tuple[str, Function, ir.Assign]]:
    """The names given as such a state to a function that is called, and where it is dropped."""
    func = calls.called(engine, frame, call.func) if isinstance(call, ir.Call) else None
    if func is None or not isinstance(call, ir.Call) or not depth:
        return
    definition = func.definition
    lost = [
        (state, func, update)
        for update in ir.assignments_in(*definition.body)
        for state in _forgotten_in_call(engine, func, update)
    ]
    last = definition.body[-1]
    if isinstance(last, ir.Return):
        lost += _forgotten_further_in(engine, func.closure, last.value, depth - 1)
    for state, owner, update in lost:
        given = calls.names_given(definition, call).get(state, "")
        if given.isidentifier() and len(definition.stores.get(state, ())) == 1:
            yield given, owner, update


def _forgotten_in_call(engine: Engine, func: Function, update: ir.Assign) -> Iterator[str]:
    """The same of a statement in a function, if its optimiser is not one of its own variables."""
    root = ir.root_name(update.value.func) if isinstance(update.value, ir.Call) else ""
    if root and root not in func.definition.bound:
        yield from _forgotten(engine, func.closure, func.definition, update)
