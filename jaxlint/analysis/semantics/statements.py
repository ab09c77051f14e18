"""Statements: how a path through a body changes variables, fields and keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jaxlint.analysis import budgets
from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.call_events import Returned
from jaxlint.analysis.core.events import (
    AnswerBound,
    Asker,
    AttributeWritten,
    ImportBound,
    ItemWritten,
    LoopEntered,
    NameAugmented,
    PathsJoined,
    Raised,
    SequenceMatched,
    TypeRefused,
    ValueDropped,
    Writing,
)
from jaxlint.analysis.core.frames import Env, Frame, Guard, State, join_env
from jaxlint.analysis.semantics import (
    classes,
    definitions,
    expecting,
    expressions,
    iterables,
    narrowing,
    operators,
    targets,
    truth,
)
from jaxlint.analysis.values.kinds import (
    NONE,
    Const,
    Container,
    External,
    HostArray,
    Imported,
    Traced,
    Unknown,
)
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_TRACER_ERRORS = re.compile(r"Tracer|Concretization|JAXTypeError")


def run_block(engine: Engine, frame: Frame, body: Sequence[ir.Stmt]) -> bool:
    """Run statements in order; return whether the path goes on behind them."""
    outer, around = frame.conditions, frame.statement
    alive = True
    for statement in body:
        engine.tick()
        frame.statement = statement
        alive = _RUN[type(statement)](engine, frame, statement) and not frame.ended
        if not alive:
            break
    frame.conditions, frame.statement, frame.ended = outer, around, False
    return alive


def save(engine: Engine, frame: Frame) -> State:
    """A copy of the current path's state."""
    engine.steps += (len(frame.env) + engine.store.size) // budgets.COPIED
    return State(dict(frame.env), engine.store.copy(), frame.conditions)


def here(engine: Engine, frame: Frame) -> State:
    """The current path's state itself, where the path ends."""
    return State(frame.env, engine.store, frame.conditions)


def leave(engine: Engine, frame: Frame) -> State:
    """The state of a path that leaves its block; a copy where something goes on from it."""
    around = engine.context.expects_errors or engine.context.tolerating
    return save(engine, frame) if around else here(engine, frame)


def restore(engine: Engine, frame: Frame, state: State) -> None:
    """Go on from a saved state, which must not be used again."""
    frame.env, engine.store = state.env, state.store


def copied(state: State) -> State:
    """A copy of a state, of which each of several paths needs one."""
    return State(dict(state.env), state.store.copy(), state.conditions)


def meet(engine: Engine, frame: Frame, states: list[State], *, all_likely: bool = True) -> bool:
    """Go on where several paths meet; return False when none arrives.

    ``all_likely`` is false where one of them is only there for form, as the path around a loop is
    that hardly ever turns not even once: what is consumed on it alone does not count.
    """
    if not states:
        return False
    env, store = states[0].env, states[0].store
    for other in states[1:]:
        env = join_env(env, other.env)
        store = store.copy()
        store.merge(other.store, likely=all_likely)
    frame.env, engine.store = env, store
    if len(states) > 1:
        engine.tell(frame, PathsJoined, states if all_likely else states[:1])
    return True


# --- simple statements ---------------------------------------------------------------------------


def _nothing(engine: Engine, frame: Frame, node: ir.Stmt) -> bool:
    return True


def _assign(engine: Engine, frame: Frame, node: ir.Assign) -> bool:
    if node.annotation is not None and not isinstance(frame.scope, ir.Function):
        definitions.annotate(engine, frame, node.annotation)
    if node.value is None:
        return True
    asked = engine.asks
    value = expressions.evaluate(engine, frame, node.value)
    if engine.asks != asked:
        engine.tell(frame, AnswerBound, value)
    frame.assigning = node.value
    for target in node.targets:
        targets.bind(engine, frame, target, value)
    frame.assigning = None
    return True


def _aug_assign(engine: Engine, frame: Frame, node: ir.AugAssign) -> bool:
    value = expressions.evaluate(engine, frame, node.value)
    frame.assigning = node
    target = node.target
    if isinstance(target, ir.Name):
        old = expressions.evaluate(engine, frame, target)
        engine.tell(frame, NameAugmented, node, old, value)
        new = operators.combine(engine, frame, node, node.op, old, value)
        in_place = isinstance(old, HostArray) and isinstance(new, HostArray)
        targets.bind(engine, frame, target, old if in_place else new)
    elif isinstance(target, ir.Subscript):
        base = expressions.written_base(engine, frame, target.base)
        index = expressions.evaluate(engine, frame, target.index)
        engine.tell(frame, ItemWritten, target, base, index, value, Writing.AUGMENTED)
    elif isinstance(target, ir.Attribute):
        base = expressions.written_base(engine, frame, target.base)
        old = expressions.evaluate(engine, frame, target)
        new = operators.combine(engine, frame, node, node.op, old, value)
        engine.tell(frame, AttributeWritten, target, base, new)
        engine.store.fields[(base.token, target.attr)] = new
    frame.assigning = None
    return True


def _expression(engine: Engine, frame: Frame, node: ir.ExprStmt) -> bool:
    value = expressions.evaluate(engine, frame, node.value)
    engine.tell(frame, ValueDropped, node, value)
    return not _never_returns(node.value, engine, frame)


def _never_returns(node: ir.Expr, engine: Engine, frame: Frame) -> bool:
    if not (isinstance(node, ir.Call) and isinstance(node.func, ir.Attribute | ir.Name)):
        return False
    name = node.func.attr if isinstance(node.func, ir.Attribute) else node.func.id
    return name in ("exit", "quit", "skip", "fail", "abort") and isinstance(
        expressions.evaluate(engine, frame, node.func), External
    )


def _return(engine: Engine, frame: Frame, node: ir.Return) -> bool:
    value = NONE if node.value is None else expressions.evaluate(engine, frame, node.value)
    if node.value is not None:
        engine.tell(frame, Returned, node.value, value)
    frame.returns.append(value)
    frame.exits.append(leave(engine, frame))
    return False


def _raise(engine: Engine, frame: Frame, node: ir.Raise) -> bool:
    if node.value is not None:
        expressions.evaluate(engine, frame, node.value)
        engine.tell(frame, Raised, node)
    return False


def _assert(engine: Engine, frame: Frame, node: ir.Assert) -> bool:
    value = expressions.evaluate(engine, frame, node.test)
    known = truth.test(engine, frame, value, node.test.place, Asker.ASSERT)
    if known is False:
        engine.tell(frame, TypeRefused, value, node.test.place)
    return not (known is False and isinstance(value, Const))


def _delete(engine: Engine, frame: Frame, node: ir.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ir.Name):
            frame.env.pop(target.id, None)
        elif isinstance(target, ir.Subscript):
            base = expressions.written_base(engine, frame, target.base)
            engine.tell(frame, ItemWritten, target, base, None, NONE, Writing.DELETION)
    return True


def _jump(engine: Engine, frame: Frame, node: ir.Jump) -> bool:
    if node.kind == "break" and frame.breaks:
        frame.breaks[-1].append(leave(engine, frame))
    elif node.kind == "continue" and frame.breaks:
        frame.continues[-1].append(leave(engine, frame))
    return False


def _import(engine: Engine, frame: Frame, node: ir.Import) -> bool:
    if node.star is not None:
        module = engine.find(node.star)
        if module is not None:
            for name, value in engine.meet(module).env.items():
                if not name.startswith("_"):
                    frame.env[name] = value
        return True
    for imported in node.names:
        if engine.defers(frame, node, imported):
            frame.bind(imported.name, Imported(frame.module, imported))
            continue
        value = engine.imported(frame.module, imported)
        frame.bind(imported.name, value)
        engine.tell(frame, ImportBound, node, imported, value)
    return True


# --- branches ------------------------------------------------------------------------------------


def _if(engine: Engine, frame: Frame, node: ir.If) -> bool:
    asked = engine.questions
    value = expressions.evaluate(engine, frame, node.test)
    of_jax = engine.questions != asked
    frame.decided = True
    known = truth.test(engine, frame, value, node.test.place, Asker.IF)
    if known is not None:
        taken = node.body if known else node.orelse
        if taken and isinstance(taken[-1], ir.Raise):
            engine.tell(frame, TypeRefused, value, node.test.place)
    outer = frame.conditions
    if known is not None and not isinstance(frame.scope, ir.Module):
        reached = conditions.taken(engine, frame, node.test, arm=known, of_jax=of_jax)
        frame.conditions = conditions.further(frame, outer, reached)
        alive = run_block(engine, frame, node.body if known else node.orelse)
        frame.conditions = outer
        return alive
    states: list[State] = []
    survivors: list[bool] = []
    learned: list[narrowing.Learned] = []
    before = save(engine, frame)
    for arm, body in ((True, node.body), (False, node.orelse)):
        if not arm:
            restore(engine, frame, before)
        condition = conditions.taken(engine, frame, node.test, arm=arm, of_jax=of_jax)
        if conditions.impossible(condition, outer):
            engine.pruned += 1
            continue
        frame.conditions = conditions.further(frame, outer, condition)
        told = narrowing.of_test(engine, frame, node.test, holds=arm)
        if run_block(engine, frame, body):
            states.append(here(engine, frame))
            survivors.append(arm)
            learned.append(told)
    if len(states) > 1:
        for state, told in zip(states, learned, strict=True):
            narrowing.forget(state.env, told)
    frame.conditions = outer
    if len(survivors) == 1:
        left = conditions.taken(engine, frame, node.test, arm=survivors[0], of_jax=of_jax)
        frame.conditions = conditions.further(frame, outer, left)
    return meet(engine, frame, states)


def _match(engine: Engine, frame: Frame, node: ir.Match) -> bool:
    subject = expressions.evaluate(engine, frame, node.subject)
    if any(case.tests_value for case in node.cases):
        if isinstance(subject, Traced) and subject.source is not None:
            subject.source.array = True
        truth.compare(engine, frame, subject, node.subject.place, Asker.MATCH)
    frame.decided = True
    for case in node.cases:
        if case.sequence is not None:
            engine.tell(frame, SequenceMatched, subject, case.sequence)
    states: list[State] = []
    before = save(engine, frame)
    for case in node.cases:
        restore(engine, frame, copied(before))
        for name in case.names:
            frame.env[name] = Unknown(name)
        if case.guard is not None:
            guard = expressions.evaluate(engine, frame, case.guard)
            truth.test(engine, frame, guard, case.guard.place, Asker.IF)
        if run_block(engine, frame, case.body):
            states.append(here(engine, frame))
    states.append(before)
    return meet(engine, frame, states)


def _try(engine: Engine, frame: Frame, node: ir.Try) -> bool:
    before, asked = save(engine, frame), engine.asks
    tolerates = any(_catches(engine, frame, one, names.API_ERRORS) for one in node.handlers)
    context = replace(engine.context, tolerating=tolerates) if tolerates else engine.context
    with engine.within(context):
        states = _tried(engine, frame, node, before)
    met = meet(engine, frame, states)
    if engine.asks != asked:
        _tell_answers(engine, frame, before.env)
    if met:
        return run_block(engine, frame, node.final)
    run_block(engine, frame, node.final)
    return False


def _tried(engine: Engine, frame: Frame, node: ir.Try, before: State) -> list[State]:
    """The states in which the body of a try statement, or one of its handlers, is left."""
    outer = engine.context
    guards = _guards(engine, frame, node)
    trying = outer.trying or bool(node.handlers)
    with engine.within(replace(outer, guards=(*outer.guards, *guards), trying=trying)):
        alive = run_block(engine, frame, node.body)
    after = save(engine, frame)
    states: list[State] = []
    raises = any(guard is not None and guard.hit for guard in guards)
    if alive and not raises and run_block(engine, frame, node.orelse):
        states.append(here(engine, frame))
    for handler in node.handlers:
        frame.env, engine.store = join_env(before.env, after.env), before.store.copy()
        if handler.name is not None:
            frame.env[handler.name] = Unknown(handler.name)
        with engine.within(replace(engine.context, handling=True)):
            if run_block(engine, frame, handler.body):
                states.append(here(engine, frame))
    return states


def _tell_answers(engine: Engine, frame: Frame, before: Env) -> None:
    """Tell what a ``try`` has bound in which the code asked what it runs on."""
    for name, value in frame.env.items():
        if before.get(name) is not value:
            engine.tell(frame, AnswerBound, value)


def _guards(engine: Engine, frame: Frame, node: ir.Try) -> tuple[Guard | None, ...]:
    """The guard that a try statement is, if it catches the errors that tracers raise."""
    for handler in node.handlers:
        if _swallows(engine, frame, handler):
            again = any(isinstance(statement, ir.Raise) for statement in handler.body)
            named = handler.kind is not None and _TRACER_ERRORS.search(
                conditions.spelled(handler.kind)
            )
            return (Guard(frame, handler, len(frame.conditions), again or bool(named)),)
    return ()


def _swallows(engine: Engine, frame: Frame, handler: ir.Handler) -> bool:
    """Whether a handler catches the errors that tracers raise."""
    return _catches(engine, frame, handler, names.SWALLOWING_ERRORS)


def _catches(engine: Engine, frame: Frame, handler: ir.Handler, errors: frozenset[str]) -> bool:
    """Whether a handler catches one of some errors."""
    if handler.kind is None:
        return True
    value = expressions.evaluate(engine, frame, handler.kind)
    kinds = value.values if isinstance(value, Container) else (value,)
    return any(isinstance(kind, External) and kind.name in errors for kind in kinds)


def _with(engine: Engine, frame: Frame, node: ir.With) -> bool:
    swallows = False
    region, asked = frame.region, engine.asks
    for context, target in node.items:
        expressions.evaluate(engine, frame, context)
        swallows = swallows or expecting.raises(context)
        if target is not None:
            targets.bind(engine, frame, target, Unknown())
        if expecting.computes_now(engine, frame, context):
            frame.region = None
    inside = engine.context
    if swallows:
        expecting.note(engine, frame.scope, node.place)
        inside = replace(inside, guards=(*inside.guards, None), tolerating=True)
    before = dict(frame.env) if swallows else {}
    with engine.within(inside):
        alive = run_block(engine, frame, node.body)
    if swallows and engine.asks != asked:
        _tell_answers(engine, frame, before)
    frame.region = region
    return alive or swallows


# --- loops ---------------------------------------------------------------------------------------


def _for(engine: Engine, frame: Frame, node: ir.For) -> bool:
    iterable = expressions.evaluate(engine, frame, node.iterable)
    engine.tell(frame, LoopEntered, iterable, node.iterable.place, False)
    deep = len(frame.loops) >= budgets.LOOPS
    elements = [] if deep else iterables.known(iterable)

    def head() -> None:
        element = elements.pop(0) if elements else iterables.element_of(engine, frame, iterable)
        if isinstance(iterable, Traced) and iterable.source is not None:
            iterable.source.container = not iterable.source.array
        targets.bind(engine, frame, node.target, element)

    return _loop(engine, frame, node, head, always=False, turns=len(elements))


def _while(engine: Engine, frame: Frame, node: ir.While) -> bool:
    forever = isinstance(node.test, ir.Constant) and bool(node.test.value)

    def head() -> None:
        value = expressions.evaluate(engine, frame, node.test)
        truth.test(engine, frame, value, node.test.place, Asker.WHILE)

    return _loop(engine, frame, node, head, always=forever)


def _loop(
    engine: Engine,
    frame: Frame,
    node: ir.For | ir.While,
    head: Callable[[], None],
    *,
    always: bool,
    turns: int = 0,
) -> bool:
    """Run a loop's body twice: the second turn meets what the first one left behind.

    ``turns`` is their number where the elements are known; then each is run.
    """
    entry = save(engine, frame)
    most = turns or (2 if len(frame.loops) < budgets.LOOPS else 1)
    frame.loops.append(node.place.number)
    frame.passes.append(engine.serial())
    frame.breaks.append([])
    leaving: list[State] = [] if always else [entry]
    for turn in range(most):
        frame.continues.append([])
        head()
        ends = []
        if run_block(engine, frame, node.body):
            ends.append(here(engine, frame))
        ends.extend(frame.continues.pop())
        if not meet(engine, frame, ends):
            break
        done = [] if always else [save(engine, frame)]
        leaving = done if turns or always else [*done, entry]
        if not turn and not turns and not _worth_another_turn(engine, frame, entry):
            break
    frame.loops.pop()
    frame.passes.pop()
    broken = frame.breaks.pop()
    alive = meet(engine, frame, leaving, all_likely=False)
    if alive:
        alive = run_block(engine, frame, node.orelse)
    if not broken:
        return alive
    if alive:
        broken.append(here(engine, frame))
    return meet(engine, frame, broken)


def _worth_another_turn(engine: Engine, frame: Frame, entry: State) -> bool:
    """Whether the body left something that a second turn could meet."""
    store = engine.store
    if len(store.fields) != len(entry.store.fields) or store.recurs(entry.store.parts):
        return True
    before = entry.env
    return any(
        type(value) is not type(before[name])
        for name, value in frame.env.items()
        if name in before and value is not before[name]
    )


# --- definitions ---------------------------------------------------------------------------------


def _define(engine: Engine, frame: Frame, node: ir.Define) -> bool:
    definitions.define(engine, frame, node)
    return True


def _define_class(engine: Engine, frame: Frame, node: ir.DefineClass) -> bool:
    classes.define(engine, frame, node)
    return True


_RUN: dict[type, Callable[[Engine, Frame, Any], bool]] = {
    ir.Stmt: _nothing,
    ir.Assign: _assign,
    ir.AugAssign: _aug_assign,
    ir.ExprStmt: _expression,
    ir.Return: _return,
    ir.Raise: _raise,
    ir.Assert: _assert,
    ir.If: _if,
    ir.While: _while,
    ir.For: _for,
    ir.With: _with,
    ir.Try: _try,
    ir.Match: _match,
    ir.Delete: _delete,
    ir.Jump: _jump,
    ir.Import: _import,
    ir.Define: _define,
    ir.DefineClass: _define_class,
}
