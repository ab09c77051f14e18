"""Loops that throw away what an optimiser remembers at the call of the step, not in it.

The new state that a step gives is not kept, or each turn begins with a first state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, calls, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_INIT, _UPDATE = "init", "update"
_COUNTING = frozenset(("range", "trange"))


class _Step(NamedTuple):
    """A statement of a ``loop`` that calls a function of the project, which makes one update.

    ``renewed`` are the variables of the function that hold the new state of an optimiser, by those
    of the caller that hold the old one.
    """

    loop: int
    statement: ir.Assign
    definition: ir.Function
    renewed: dict[str, set[str]]


class _Update(NamedTuple):
    """A call of an ``update`` that is given a ``state``, and binds a new one and what it gives."""

    state: str
    renewed: ir.Expr
    given: set[str]


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    scope = frame.scope
    if not blocks.is_first(engine, frame, __name__):
        return
    starts = [one for one in ir.assignments_in(*scope.body) if _is_start(engine, frame, one.value)]
    for start in starts:
        state = next(ir.bound_names(start.targets[0]), "")
        if _is_replaced(scope, start, state):
            _observe(engine, frame, start, state, Lost.AFRESH)
    for start in _written_out(scope, starts) if starts else ():
        state = next(ir.bound_names(start.targets[0]), "")
        _observe(engine, frame, start, state, Lost.AFRESH)
    for step in _steps(engine, frame) if starts else ():
        for start in starts:
            state = next(ir.bound_names(start.targets[0]), "")
            if state not in step.renewed or not _moves_on(scope, step, state):
                continue
            inside = _stores_in(scope, step.loop, state)
            if not inside and _drops(scope, step, state):
                _observe(engine, frame, step.statement.targets[0], state, Lost.UNKEPT)
            elif _begins_turn(step.loop, inside, start) or _begins_round(scope, step, start):
                _observe(engine, frame, start, state, Lost.AFRESH)


def _is_replaced(scope: ir.Scope, start: ir.Assign, state: str) -> bool:
    """Whether a function is given a state, replaces it before it reads it, and hands it out."""
    parameters = scope.parameters if isinstance(scope, ir.Function) else ()
    needed = any(one.name == state and one.default is None for one in parameters)
    stores = [one for one in scope.stores.get(state, ()) if one.kind != "parameter"]
    made = [one for one in stores if one.node is start.targets[0].place]
    if not needed or not made or made[0].arms or made[0].loops:
        return False
    inner = any(state not in one.bound and one.is_read(state) for one in scope.inner)
    before = any(one.order < made[0].order for one in (*stores, *scope.loads.get(state, ())))
    returned = [one.value for one in ir.statements_in(*scope.body) if isinstance(one, ir.Return)]
    named = {part.id for one in returned for part in ir.nodes_in(one) if isinstance(part, ir.Name)}
    return state in named and not inner and not before


def _observe(engine: Engine, frame: Frame, node: ir.Node, state: str, lost: Lost) -> None:
    engine.observe(StateNeverAdvances(*frame.at(node.place), "", state, lost))


def _is_start(engine: Engine, frame: Frame, call: ir.Expr | None) -> bool:
    """Whether an expression is the first state of an optimiser that has a memory."""
    if not isinstance(call, ir.Call) or not isinstance(call.func, ir.Attribute):
        return False
    if call.func.attr != _INIT or not ir.is_dotted(call.func):
        return False
    return calls.remembers(engine, frame, call.func.base)


def _steps(engine: Engine, frame: Frame) -> Iterator[_Step]:
    """The steps in the loops of a function."""
    for loop, statement in blocks.steps(frame.scope.body, None):
        for func, given in calls.handed_on(engine, frame, statement.value):
            definition = func.definition
            renewed = {old: set(_renewed(definition, name)) for name, old in given.items()}
            known = {old: new for old, new in renewed.items() if new}
            if known:
                yield _Step(loop, statement, definition, known)


def _renewed(definition: ir.Function, state: str) -> Iterator[str]:
    """The names of what the one update in a function, in no loop, gives in place of a state."""
    for one in definition.body:
        update = _update(one)
        if update is not None and update.state == state:
            yield from ir.bound_names(update.renewed)


def _written_out(scope: ir.Scope, starts: list[ir.Assign]) -> Iterator[ir.Assign]:
    """The first states with which each turn of a loop begins that makes one update itself.

    What that is applied to goes on from turn to turn.
    """
    found = [(loop, one, _update(one)) for loop, one in blocks.steps(scope.body, None)]
    updates = [(loop, one) for loop, _, one in found if one is not None]
    for loop, update in updates:
        same = [one for at, one in updates if at == loop and one.state == update.state]
        applied = [
            name
            for at, step, _ in found
            if at == loop and update.given & blocks.names_given(step)
            for name in blocks.moved(step)
        ]
        for start in starts if len(same) == 1 else ():
            begins = update.state in ir.bound_names(start.targets[0])
            inside = _stores_in(scope, loop, update.state)
            goes_on = any(len(_stores_in(scope, loop, name)) == 1 for name in applied)
            if begins and goes_on and _begins_turn(loop, inside, start):
                yield start


def _update(statement: ir.Stmt) -> _Update | None:
    call = statement.value if isinstance(statement, ir.Assign) else None
    if not isinstance(call, ir.Call) or ir.last_name(call.func) != _UPDATE:
        return None
    assert isinstance(statement, ir.Assign)
    target, state = statement.targets[0], call.args[1] if len(call.args) > 1 else None
    parts = target.elements if isinstance(target, ir.Display) else ()
    if not isinstance(state, ir.Name) or len(parts) != 2:
        return None
    return _Update(state.id, parts[1], set(ir.bound_names(parts[0])))


def _moves_on(scope: ir.Scope, step: _Step, state: str) -> bool:
    """Whether a step is what moves something on from turn to turn, beside the state."""
    moved = blocks.moved(step.statement) - {state}
    return any(len(_stores_in(scope, step.loop, name)) == 1 for name in moved)


def _stores_in(scope: ir.Scope, loop: int, name: str) -> list[ir.Event]:
    """All that binds a variable in each turn of a loop."""
    return [one for one in scope.stores.get(name, ()) if loop in one.loops]


def _begins_turn(loop: int, inside: list[ir.Event], start: ir.Assign) -> bool:
    """Whether each turn of a loop begins with a first state."""
    began = [one for one in inside if one.node is start.targets[0].place]
    return any(one.loops[-1:] == (loop,) and not one.arms for one in began)


def _begins_round(scope: ir.Scope, step: _Step, start: ir.Assign) -> bool:
    """Whether a loop around that of a step begins with a first state for what goes on all along.

    What the optimiser is made for, and the optimiser itself, are there before that loop.
    """
    began = [one for one in _events(scope, start.targets[0]) if one.node is start.targets[0].place]
    call = start.value
    if not isinstance(call, ir.Call) or len(call.args) != 1 or len(began) != 1 or began[0].arms:
        return False
    around = began[0].loops[-1:]
    loops = next(
        one.loops for one in _events(scope, step.statement.targets[0]) if step.loop in one.loops
    )
    if not around or around[0] not in loops[: loops.index(step.loop)]:
        return False
    if not _counts(ir.loop_at(scope.body, around[0])):
        return False
    moved = call.args[0]
    optimiser = scope.stores.get(ir.root_name(call.func), ())
    return (
        isinstance(moved, ir.Name)
        and moved.id in blocks.names_given(step.statement)
        and not any(
            around[0] in one.loops and step.loop not in one.loops for one in _events(scope, moved)
        )
        and not any(around[0] in one.loops for one in optimiser)
    )


def _counts(loop: ir.For | ir.While | None) -> bool:
    """Whether a loop only counts its turns, as one over epochs does; others go through phases."""
    iterable = loop.iterable if isinstance(loop, ir.For) else None
    while isinstance(iterable, ir.Call) and iterable.args:
        if ir.last_name(iterable.func) in _COUNTING:
            return True
        iterable = iterable.args[0]
    return False


def _events(scope: ir.Scope, target: ir.Expr) -> list[ir.Event]:
    """All that binds one of the names of a target."""
    return [one for name in ir.bound_names(target) for one in scope.stores.get(name, ())]


def _drops(scope: ir.Scope, step: _Step, state: str) -> bool:
    """Whether a statement leaves unread what its call gives for a state."""
    target, last = step.statement.targets[0], step.definition.body[-1]
    returned = last.value if isinstance(last, ir.Return) else None
    if not isinstance(returned, ir.Display) or not isinstance(target, ir.Display):
        return False
    return any(
        isinstance(part, ir.Name)
        and part.id in step.renewed[state]
        and isinstance(bound, ir.Name)
        and not scope.is_read(bound.id)
        for part, bound in zip(returned.elements, target.elements, strict=False)
    )
