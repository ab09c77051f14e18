"""``try`` and ``with``: what is behind an error, and what would be behind one that is handled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.events import (
    AnswerBound,
    HandlersPassed,
    ManagersEntered,
    ManagersLeft,
)
from jaxlint.analysis.core.frames import Env, Frame, Guard, Sought, State, join_env
from jaxlint.analysis.semantics import (
    absorbing,
    attributes,
    endings,
    expecting,
    expressions,
    failures,
    fallbacks,
    functions,
    harmless,
    iterables,
    paths,
    statements,
    targets,
)
from jaxlint.analysis.values.kinds import (
    NONE,
    Container,
    External,
    Instance,
    Traced,
    Unknown,
    Value,
)
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_Kinds = tuple[Value, ...] | None
_Caught = tuple[ir.Handler, _Kinds]

# What a failed assertion is.
_FAILURES = frozenset(f"builtins.{one}" for one in ("AssertionError", "Exception", "BaseException"))
_TRACER_ERRORS = re.compile(r"Tracer|Concretization|JAXTypeError")


@statements.runs(ir.Try)
def try_statement(engine: Engine, frame: Frame, node: ir.Try) -> bool:
    if harmless.is_block(engine, frame, node.body):
        return _untried(engine, frame, node)
    before, asked = paths.save(engine, frame), engine.asks
    caught = [(one, _kinds(engine, frame, one)) for one in node.handlers]
    tolerates = any(_catches(kinds, names.API_ERRORS) for _, kinds in _heeded(engine, caught))
    context = engine.context._replace(tolerating=tolerates) if tolerates else engine.context
    with engine.within(context):
        states = _tried(engine, frame, node, caught, before)
    met = paths.meet(engine, frame, states)
    engine.tell(frame, HandlersPassed, node, caught)
    if engine.asks != asked:
        _tell_answers(engine, frame, before.env)
    if met:
        return statements.run_block(engine, frame, node.final)
    statements.run_block(engine, frame, node.final)
    return False


def _untried(engine: Engine, frame: Frame, node: ir.Try) -> bool:
    """Run a try statement whose handlers wait for nothing."""
    alive = all(
        statements.run_block(engine, frame, block, goes_on=True)
        for block in (node.body, node.orelse)
    )
    return statements.run_block(engine, frame, node.final, goes_on=True) and alive


def _tried(
    engine: Engine, frame: Frame, node: ir.Try, caught: Sequence[_Caught], before: State
) -> list[State]:
    """The states in which the body of a try statement, or one of its handlers, is left."""
    outer = engine.context
    heeded = _heeded(engine, caught)
    failing = [one for one, _ in heeded if failures.is_one(engine, frame, node, one)]
    trying = outer.trying or any(_is_for_jax(kinds) for h, kinds in heeded if h not in failing)
    around, lacking = frame.sought, any(_is_for_attributes(kinds) for _, kinds in caught)
    sought = frame.sought = Sought() if lacking else around
    guards = (*outer.guards, *_guards(frame, heeded, failing))
    inside = outer._replace(guards=guards, trying=trying, attempting=bool(caught))
    if frame.region is not None and endings.may_go_on(engine, frame, node):
        inside = inside._replace(rescued=True)
    told = bool(caught) and all(_is_told(kinds) for _, kinds in caught)
    if told and expecting.fails_behind(node.body):
        inside = inside._replace(guards=(*inside.guards, None), tolerating=True)
    with engine.within(inside):
        alive = statements.run_block(engine, frame, node.body)
    frame.sought = around
    succeeds = fallbacks.imports_jax(engine, node.body)
    if succeeds:
        fallbacks.settle(before.env, frame.env)
    after = paths.save(engine, frame)
    states: list[State] = []
    if alive and statements.run_block(engine, frame, node.orelse):
        states.append(paths.here(engine, frame))
    for handler, kinds in caught:
        if succeeds and fallbacks.is_for_imports(_named(kinds)):
            continue
        frame.env, engine.store = join_env(before.env, after.env), before.store.copy()
        if sought is not None and _is_for_attributes(kinds):
            if sought.all_found:
                continue
            _forget_lacking(frame, sought)
        if handler.name is not None:
            frame.env[handler.name] = Unknown(handler.name)
        with engine.within(engine.context._replace(handling=True)):
            if statements.run_block(engine, frame, handler.body):
                states.append(paths.here(engine, frame))
    return states


def _heeded(engine: Engine, caught: Sequence[_Caught]) -> Sequence[_Caught]:
    """The handlers that may keep an error quiet: none where one was seen."""
    return () if engine.declarations.unhandled else caught


def _is_for_attributes(kinds: _Kinds) -> bool:
    """Whether a handler is for values that lack an attribute, and for nothing else."""
    return kinds is not None and all(
        isinstance(kind, External) and kind.name == "builtins.AttributeError" for kind in kinds
    )


def _is_told(kinds: _Kinds) -> bool:
    """Whether a handler is for errors of some kinds, of which a failed assertion is none."""
    return kinds is not None and not _catches(kinds, _FAILURES)


def _forget_lacking(frame: Frame, sought: Sought) -> None:
    """What lacks an attribute that arrays have is no array, be it an argument of traced code."""
    for name, value in frame.env.items():
        if isinstance(value, Traced) and value.token in sought.doubted:
            frame.env[name] = Unknown(name)


def _tell_answers(engine: Engine, frame: Frame, before: Env) -> None:
    """Tell what a ``try`` has bound in which the code asked what it runs on."""
    for name, value in frame.env.items():
        if before.get(name) is not value:
            engine.tell(frame, AnswerBound, value)


def _guards(
    frame: Frame, caught: Sequence[_Caught], failing: Sequence[ir.Handler]
) -> tuple[Guard | None, ...]:
    """The guard that a try statement is, if it catches the errors that tracers raise.

    In plain code it is none where these are failures.
    """
    for handler, kinds in caught:
        if _catches(kinds, names.SWALLOWING_ERRORS):
            if frame.region is None and handler in failing:
                return ()
            again = any(isinstance(statement, ir.Raise) for statement in handler.body)
            named = handler.kind is not None and _TRACER_ERRORS.search(ir.spelled(handler.kind))
            return (Guard(frame, handler, again or bool(named)),)
    return ()


def _is_for_jax(kinds: _Kinds) -> bool:
    """Whether a handler may catch an error of JAX."""
    return kinds is None or any(map(_is_of_jax, kinds))


def _is_of_jax(kind: Value) -> bool:
    """Whether an error of JAX may be of this kind; what is not known may be anything."""
    if isinstance(kind, External):
        return not kind.name.startswith("builtins.") or kind.name in names.MISUSE_ERRORS
    return not isinstance(kind, ClassValue)


def _kinds(engine: Engine, frame: Frame, handler: ir.Handler) -> _Kinds:
    """The kinds of errors that a handler names; None for one that catches all."""
    if handler.kind is None:
        return None
    value = expressions.evaluate(engine, frame, handler.kind)
    return tuple(value.values) if isinstance(value, Container) else (value,)


def _named(kinds: _Kinds) -> frozenset[str]:
    """The names of the kinds of a handler; none where one of them is not known by name."""
    known = [kind.name for kind in kinds or () if isinstance(kind, External)]
    return frozenset(known if kinds is not None and len(known) == len(kinds) else ())


def _catches(kinds: _Kinds, errors: frozenset[str]) -> bool:
    """Whether a handler of these kinds catches one of some errors."""
    return kinds is None or any(
        isinstance(kind, External) and kind.name in errors for kind in kinds
    )


@statements.runs(ir.With)
def with_statement(engine: Engine, frame: Frame, node: ir.With) -> bool:
    swallows = False
    region, asked = frame.region, engine.asks
    managers: list[Value] = []
    for context, target in node.items:
        managers.append(expressions.evaluate(engine, frame, context))
        swallows = swallows or expecting.raises(context)
        swallows = swallows or absorbing.absorbs(engine, frame, context, managers[-1])
        entered = _entered(engine, frame, managers[-1], context.place)
        if target is not None:
            targets.bind(engine, frame, target, entered)
        if expecting.computes_now(engine, frame, context):
            frame.region = None
    engine.tell(frame, ManagersEntered, node)
    inside = engine.context
    if frame.region is not None and any(endings.swallows(one) for one, _ in node.items):
        inside = inside._replace(rescued=True)
    if swallows:
        expecting.note(engine, frame.scope, node.place)
        inside = inside._replace(guards=(*inside.guards, None), tolerating=True)
    before = dict(frame.env) if swallows else {}
    with engine.within(inside):
        alive = statements.run_block(engine, frame, node.body)
    if swallows and engine.asks != asked:
        _tell_answers(engine, frame, before)
    frame.region = region
    for manager, (context, _) in zip(managers[::-1], node.items[::-1], strict=True):
        if alive:
            _run(engine, frame, manager, "__exit__", context.place, NONE, NONE, NONE)
    if alive:
        engine.tell(frame, ManagersLeft, node)
    return alive or swallows


def _entered(engine: Engine, frame: Frame, manager: Value, node: ir.Place) -> Value:
    """What a context manager gives to the block: that of a generator what this yields."""
    if isinstance(manager, Container) and manager.kind == "iterator":
        return iterables.element_of(engine, frame, manager)
    return _run(engine, frame, manager, "__enter__", node)


def _run(
    engine: Engine, frame: Frame, manager: Value, method: str, node: ir.Place, *given: Value
) -> Value:
    """What a method of a context manager gives; unknown but for those of the project.

    In traced code they are left: entering once may be meant.
    """
    own = isinstance(manager, Instance) and isinstance(manager.cls, ClassValue)
    if frame.region is not None or not own:
        return Unknown()
    bound = attributes.of(engine, frame, manager, method)
    if not isinstance(bound, Function):
        return Unknown()
    return functions.call_function(engine, frame, bound, Arguments(given), node)
