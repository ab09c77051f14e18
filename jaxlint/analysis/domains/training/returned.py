"""Loops whose last state nothing reads, in functions that return or save the first one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, calls, loops, names, training
from jaxlint.analysis.domains.training.loops import Form
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What makes a model, or its parameters, of a state.
_BUILDING = frozenset(("combine", "get_params", "merge"))
# Words of the names of functions that save what they are given.
_SAVING = frozenset(("dump", "save", "savez", "serialise", "serialize", "write"))
_TAKING_APART = frozenset(name.rpartition(".")[2] for name in modules.TAKING_APART)


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = frame.scope
    if not blocks.is_first(engine, frame, __name__):
        return
    given = [*_returned(scope.body), *_saved(scope.body), *_built(scope.body)]
    if not given:
        return
    assigned = list(ir.assignments_in(*scope.body))
    carried = (*_carried(engine, frame, assigned), *_packed(engine, frame, assigned))
    for last, first in (*carried, *_looped(engine, frame, assigned)):
        for one in given if not _moves(scope, first, last) else ():
            if one.id == first and _follows(scope, one, last):
                engine.observe(StateNeverAdvances(*frame.at(one.place), last, first, Lost.LOOP))


def _returned(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Name]:
    """The names that a function returns at its end, or at that of an arm, alone or among others."""
    last = body[-1] if body else None
    if isinstance(last, ir.If):
        yield from (*_returned(last.body), *_returned(last.orelse))
    elif isinstance(last, ir.Return) and last.value is not None:
        yield from (one for one in _parts(last.value) if isinstance(one, ir.Name))


def _parts(value: ir.Expr) -> tuple[ir.Expr, ...]:
    """What is returned beside each other, in a tuple or in a record that is made for it."""
    if isinstance(value, ir.Display):
        return value.elements
    made = isinstance(value, ir.Call) and ir.last_name(value.func)[:1].isupper()
    return tuple(value.given) if isinstance(value, ir.Call) and made else (value,)


def _saved(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Name]:
    """The names that statements outside of loops give to what saves."""
    for statement in body:
        call = statement.value if isinstance(statement, ir.ExprStmt) else None
        if isinstance(call, ir.Call) and _saves(call.func):
            yield from (one for one in call.given if isinstance(one, ir.Name))
        if not isinstance(statement, ir.For | ir.While):
            for block in ir.inner_blocks(statement):
                yield from _saved(block)


def _built(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Name]:
    """The names that statements outside of loops give to what makes a model of them."""
    for statement in body:
        if not isinstance(statement, ir.For | ir.While):
            for call in ir.nodes_in(getattr(statement, "value", None)):
                if isinstance(call, ir.Call) and ir.last_name(call.func) in _BUILDING:
                    yield from (one for one in call.given if isinstance(one, ir.Name))
            for block in ir.inner_blocks(statement):
                yield from _built(block)


def _saves(func: ir.Expr) -> bool:
    """Whether the name of a function says that it saves what it is given."""
    return not _SAVING.isdisjoint(ir.last_name(func).lower().split("_"))


def _follows(scope: ir.Scope, name: ir.Name, last: str) -> bool:
    """Whether a name stands behind all that happens to a variable."""
    events = (*scope.stores[last], *scope.loads.get(last, ()))
    return all(event.node.number < name.place.number for event in events)


def _moves(scope: ir.Scope, name: str, last: str) -> bool:
    """Whether what is returned under a name may be another value than a loop started from.

    It is bound in a loop, or behind where the last state was bound first.
    """
    stores = scope.stores.get(name, ())
    since = min(event.node.number for event in scope.stores[last])
    again = any(event.loops or event.node.number > since for event in stores)
    return again or name in scope.mutations


# --- loops of Python -----------------------------------------------------------------------------


def _carried(engine: Engine, frame: Frame, assigned: list[ir.Assign]) -> Iterator[tuple[str, str]]:
    """The names that only a loop reads and moves on by a call, each with the one it starts from.

    That may be a model, of which they are the arrays.
    """
    scope, taken = frame.scope, [*_taken_apart(engine, frame, assigned)]
    starts = dict(pair for one in assigned for pair in _named_anew(one.targets[0], one.value))
    moved = {name for one in assigned for name in _stepped(one)}
    parts = {name for name, _ in taken}
    for name, first in (*starts.items(), *taken):
        alike = not parts.isdisjoint((name, first)) or names.is_state(name, first)
        if name in moved and alike and _stays_in_its_loop(scope, name):
            yield name, first


def _named_anew(target: ir.Expr, value: ir.Expr | None) -> Iterator[tuple[str, str]]:
    """The names that are given to what others hold, each with that."""
    if isinstance(target, ir.Name) and isinstance(value, ir.Name):
        yield target.id, value.id
    elif isinstance(target, ir.Display) and isinstance(value, ir.Display):
        for one, other in zip(target.elements, value.elements, strict=False):
            yield from _named_anew(one, other)


def _taken_apart(
    engine: Engine, frame: Frame, assigned: list[ir.Assign]
) -> Iterator[tuple[str, str]]:
    """The names of what a model was taken apart into, each with its own, if nothing fills it."""
    for one in assigned:
        call = one.value
        if not isinstance(call, ir.Call) or not call.args or not ir.is_dotted(call.func):
            continue
        named = ir.last_name(call.func) in _TAKING_APART
        func = expressions.evaluate(engine, frame, call.func) if named else None
        known = isinstance(func, External) and func.name in modules.TAKING_APART
        for model in _parts(call.args[0]) if known else ():
            if isinstance(model, ir.Name) and not _is_filled(frame.scope, model.id):
                yield from ((name, model.id) for name in ir.bound_names(one.targets[0]))


def _is_filled(scope: ir.Scope, model: str) -> bool:
    """Whether a function gives a model new arrays in place of its own."""
    calls = (one for one in ir.nodes_in(scope.body) if isinstance(one, ir.Call))
    updates = (one for one in calls if ir.last_name(one.func) == "update")
    return any(isinstance(one, ir.Name) and one.id == model for up in updates for one in up.given)


def _stays_in_its_loop(scope: ir.Scope, name: str) -> bool:
    """Whether a name is bound once before a loop, and then bound and read in that loop alone."""
    if name in scope.outside or name in scope.mutations or name.startswith("_"):
        return False
    if any(name in one.loads and name not in one.bound for one in scope.inner):
        return False
    stores, loads = scope.stores[name], scope.loads.get(name, ())
    return all(
        _starts_one_loop(before, [one for one in (*stores, *loads) if one is not before])
        for before in stores
        if not before.loops
    )


def _starts_one_loop(before: ir.Event, events: list[ir.Event]) -> bool:
    """Whether all that happens to a name on the way of an event happens in one loop."""
    loops = {event.loops[:1] for event in events if not _excludes(before, event)}
    return len(loops) == 1 and loops != {()}


def _excludes(one: ir.Event, other: ir.Event) -> bool:
    """Whether two events are in different arms of a branch."""
    arms = {arm.branch: arm.number for arm in one.arms}
    return any(arms.get(arm.branch, arm.number) != arm.number for arm in other.arms)


def _stepped(statement: ir.Assign) -> set[str]:
    """The names that a statement binds to what a call makes of them."""
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, ir.Call):
        return set()
    bound = target.elements if isinstance(target, ir.Display) else (target,)
    return {one.id for one in bound if isinstance(one, ir.Name)} & {
        one.id for one in call.given if isinstance(one, ir.Name)
    }


def _packed(engine: Engine, frame: Frame, assigned: list[ir.Assign]) -> Iterator[tuple[str, str]]:
    """The tuples that only a loop moves on, each with the names in it that its step moves."""
    scope = frame.scope
    for start in assigned:
        name, first = start.targets[0], start.value
        if not isinstance(name, ir.Name) or not isinstance(first, ir.Display):
            continue
        steps = [one for one in assigned if name.id in _stepped(one)]
        if not steps or not _stays_in_its_loop(scope, name.id):
            continue
        if len(scope.loads.get(name.id, ())) == len(steps):
            for moved in _moved_by_all(engine, frame, name.id, first, steps):
                yield name.id, moved


def _moved_by_all(
    engine: Engine, frame: Frame, name: str, first: ir.Display, steps: list[ir.Assign]
) -> Iterator[str]:
    """The names in a tuple in place of which each step certainly gives something else."""
    given = [_given_by(engine, frame, one.value, name, _place(one, name)) for one in steps]
    for at, one in enumerate(first.elements):
        if isinstance(one, ir.Name) and all(
            places is not None and at in places for places in given
        ):
            yield one.id


def _place(step: ir.Assign, name: str) -> int | None:
    """Which part of what a step gives becomes a name; None for the whole."""
    target = step.targets[0]
    parts = target.elements if isinstance(target, ir.Display) else ()
    return next((n for n, one in enumerate(parts) if getattr(one, "id", "") == name), None)


def _given_by(
    engine: Engine,
    frame: Frame,
    call: ir.Expr | None,
    name: str,
    place: int | None,
    depth: int = calls.HANDED,
) -> set[int] | None:
    """Which parts of a tuple a function computes anew that is given it; None if not known.

    The new tuple is what it returns, or what stands there at a place.
    """
    func = calls.called(engine, frame, call.func) if isinstance(call, ir.Call) else None
    if func is None or not isinstance(call, ir.Call) or not depth:
        return None
    body = func.definition
    at = _parameter_for(body, call, name)
    value = body.body[-1].value if isinstance(body.body[-1], ir.Return) else None
    if at is None or value is None:
        return None
    if isinstance(value, ir.Call):
        own = body.parameters[at].name
        return _given_by(engine, func.closure, value, own, place, depth - 1)
    if place is not None:
        parts = value.elements if isinstance(value, ir.Display) else ()
        value = parts[place] if place < len(parts) else None
    if not isinstance(value, ir.Display):
        return None
    form = Form(0, 0, at)
    return {n for n, one in enumerate(value.elements) if _is_computed(body, form, one)}


def _parameter_for(body: ir.Function, call: ir.Call, name: str) -> int | None:
    """Which parameter of a function a call gives what a name holds."""
    for at, one in enumerate(call.args):
        if isinstance(one, ir.Name) and one.id == name:
            return at if at < len(body.parameters) else None
    named = {key for key, one in call.keywords if isinstance(one, ir.Name) and one.id == name}
    return next((at for at, one in enumerate(body.parameters) if one.name in named), None)


# --- loops of JAX --------------------------------------------------------------------------------


def _looped(engine: Engine, frame: Frame, assigned: list[ir.Assign]) -> Iterator[tuple[str, str]]:
    """The last states of loops of JAX that nothing reads, each with the one that it starts from."""
    for one in assigned:
        target, call = one.targets[0], one.value
        unread = any(blocks.is_unread(frame.scope, name) for name in ir.bound_names(target))
        if unread and isinstance(call, ir.Call) and isinstance(call.func, ir.Name | ir.Attribute):
            yield from _first_states(engine, frame, target, call)


def _first_states(
    engine: Engine, frame: Frame, target: ir.Expr, call: ir.Call
) -> Iterator[tuple[str, str]]:
    """The parts of a last state that nothing reads, each with the name of what it started from.

    The body of the loop certainly moves these.
    """
    form = loops.form_of(engine, frame, call)
    if form is None:
        return
    definition = loops.body(engine, frame, call.args[form.body])
    moved = None if definition is None else loops.state_given(definition, form)
    last = _first_part(target) if form.paired else target
    if definition is None or moved is None or last is None:
        return
    for end, first, given in _together(last, call.args[form.state], moved):
        if not isinstance(end, ir.Name) or not isinstance(first, ir.Name):
            continue
        if blocks.is_unread(frame.scope, end.id) and _is_computed(definition, form, given):
            yield end.id, first.id


def _first_part(target: ir.Expr) -> ir.Expr | None:
    return target.elements[0] if isinstance(target, ir.Display) and target.elements else None


def _together(
    last: ir.Expr, first: ir.Expr, given: ir.Expr
) -> Iterator[tuple[ir.Expr, ir.Expr, ir.Expr]]:
    """The parts of a last state, each with those of the first one and of what a body gives.

    Of a state that is bound as a whole, each part stands for it.
    """
    if not isinstance(first, ir.Display) or not isinstance(given, ir.Display):
        yield last, first, given
    elif isinstance(last, ir.Display):
        yield from zip(last.elements, first.elements, given.elements, strict=False)
    else:
        for one, other in zip(first.elements, given.elements, strict=False):
            yield last, one, other


def _is_computed(body: ir.Function, form: Form, given: ir.Expr) -> bool:
    """Whether a body gives something that is not its parameter, nor only a part of it."""
    if not isinstance(given, ir.Name):
        return isinstance(given, ir.Call | ir.BinaryOp)
    taken = {one.name for one in body.parameters[form.parameter : form.parameter + 1]}
    assigned = list(ir.assignments_in(*body.body))
    parts = {name for one in assigned if _reads(one, taken) for name in ir.names_assigned(one)}
    made = {name for one in assigned if not _reads(one, taken) for name in ir.names_assigned(one)}
    return given.id in made or given.id not in taken | parts


def _reads(statement: ir.Assign, names: set[str]) -> bool:
    """Whether a statement binds the parts of what one of some names is."""
    return isinstance(statement.value, ir.Name) and statement.value.id in names
