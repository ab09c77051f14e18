"""Functions of the project: arguments to parameters, and bodies in frames of their own."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core import signatures, summaries
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import (
    CodeUnseen,
    FunctionCalled,
    FunctionEntered,
    MethodEntered,
    MethodLeft,
    Recursed,
    ResultKept,
)
from jaxlint.analysis.core.callables import ClassValue, Function, Transformed
from jaxlint.analysis.core.context import Context
from jaxlint.analysis.core.effects import Log
from jaxlint.analysis.core.events import FrameDone, Hashed, Hasher, ValuesJoined
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Env, Frame, Passed
from jaxlint.analysis.semantics import (
    annotated,
    arity,
    containers,
    declared,
    expecting,
    expressions,
    objects,
    outer_names,
    paths,
    pytrees,
    statements,
)
from jaxlint.analysis.values import defaults, telling, unseen
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    Const,
    Container,
    HostArray,
    Instance,
    Key,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.regions import Why
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries
from jaxlint.knowledge.names import BUILDERS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def call_function(
    engine: Engine,
    frame: Frame,
    function: Function,
    arguments: Arguments,
    node: ir.Place,
    *,
    visible: bool = True,
) -> Value:
    """Run a function on arguments. ``visible`` is false where no call stands in the source."""
    engine.tell(frame, FunctionCalled, function.definition)
    if visible and arguments.source is not None and arity.refuses(engine, function, arguments):
        engine.looks_into(function.definition)
        ends = frame.is_straight and _is_named(frame, function, arguments.source)
        frame.ended = frame.ended or ends
        return Unknown()  # Of others what follows is read on: their callers may see to it.
    if function.instance is None:
        return _run_function(engine, frame, function, arguments, node, visible=visible)
    engine.tell(frame, MethodEntered, function)
    try:
        return _run_function(engine, frame, function, arguments, node, visible=visible)
    finally:
        engine.tell(frame, MethodLeft, function)


def _is_named(frame: Frame, function: Function, call: ir.Call) -> bool:
    """Whether a call names a function of a module, or a class that is made in no way of its own.

    What a variable or a parameter holds may be another function on other paths.
    """
    definition, made = function.definition, function.instance
    owner = frame.holder(ir.root_name(call.func)) if ir.is_dotted(call.func) else frame
    if owner is not None and not isinstance(owner.scope, ir.Module):
        return False
    if isinstance(made, Instance) and isinstance(made.cls, ClassValue):
        body = made.cls.definition.body
        own = any(isinstance(one, ir.Define) and one.function is definition for one in body)
        return definition.name == "__init__" and own and not made.cls.definition.keywords
    return made is None and isinstance(definition.parent, ir.Module)


def _run_function(
    engine: Engine,
    frame: Frame,
    function: Function,
    arguments: Arguments,
    node: ir.Place,
    *,
    visible: bool,
) -> Value:
    engine.tick()
    definition = function.definition
    engine.looks_into(definition)
    if visible and definition in engine.stack:
        engine.tell(frame, Recursed, function, node)
    engine.asks += definition in engine.asking
    deepest = budgets.CALL_DEPTH + budgets.SHORT_DEPTH * definition.only_returns
    if len(engine.stack) >= deepest or engine.stack.count(definition) >= budgets.RECURSION:
        return _unseen(engine, frame, function, arguments)
    if function.instance is not None:
        arguments = Arguments(
            (function.instance, *arguments.positional),
            arguments.keywords,
            arguments.rest,
            arguments.source,
        )
    if function.cached and function.kind != "property":
        for value in arguments.all:
            engine.tell(frame, Hashed, value, node, Hasher.CACHE)
        if any(isinstance(value, Array | Traced) for value in arguments.all):
            return Unknown()
    apart = engine.store.sets_apart(engine, arguments.all)
    given = containers.as_they_are(engine, arguments)
    context = None if apart else signatures.of_call(engine, frame, function, given)
    known = engine.memo.get(context) if context is not None else None
    if known is not None and (visible or not any(effect.binds for effect in known.effects)):
        return summaries.recall(engine, frame, known, given, node)
    if frame.region is not None and visible:
        arguments = _explained(frame, definition, arguments, node)
    if _is_enough(engine, frame, definition, arguments):
        return _unseen(engine, frame, function, arguments)
    engine.contexts[definition, frame.region is not None] += 1
    inner = Frame(definition, definition.module or frame.module, function.closure, frame.region)
    inner.call_why = frame.call_why
    inner.since = frame.since
    inner.conditions = tuple(dict.fromkeys((*frame.conditions, *function.made_under)))
    inner.inherited = len(inner.conditions)
    if frame.region is not None and visible:
        text = f"`{definition.name}` is called here"
        inner.call_why = _call_step(text, frame, node, frame.why)
    inner.env = bind_parameters(engine, function, arguments, frame)
    inner.kept = _kept_by(function, inner.env)
    annotated.passed(engine, definition, inner.env)
    inner.passed = _expressions_passed(frame, definition, arguments, inner.env)
    engine.tell(inner, FunctionEntered, definition, inner.env)
    fields = engine.store.fields.count
    asked, pruned = engine.asks, engine.pruned
    engine.path.append(frame.level(node, engine.serial(), visible=visible))
    outer, engine.logged = engine.logged, Log(inner.inherited)
    around = engine.context
    try:
        engine.context = _context_of(engine, function)
        returned = run_body(engine, inner)
    finally:
        engine.context = around
        engine.path.pop()
        logged, engine.logged = engine.logged, outer
    engine.logged.include(logged, frame)
    if function.cached:
        returned = _as_before(engine, inner, function, returned)
        engine.tell(frame, ResultKept, function, returned)
    if engine.asks != asked:
        engine.asking.add(definition)
    fixed = asked == engine.asks and pruned == engine.pruned
    if context is None or not fixed:
        return returned
    own = signatures.handed(given, given)
    done = logged.summary(own)
    if done is not None and not _is_one_thing(engine, inner, returned):
        changed = engine.store.fields.count != fields
        sources = signatures.sources(given)
        whole = _as_filled(engine, returned, own)
        engine.memo[context] = summaries.Summary(whole, given, done, sources, changed)
    return returned


def _as_filled(
    engine: Engine, returned: Value, given: Mapping[Value, Value], depth: int = 3
) -> Value:
    """What a call gives, with what was stored since in the containers that it has made."""
    if not isinstance(returned, Container) or returned.token in given or not depth:
        return returned
    whole = containers.as_it_is(engine, returned)
    return whole.mapped(lambda one: _as_filled(engine, one, given, depth - 1))


def _as_before(engine: Engine, inner: Frame, function: Function, returned: Value) -> Value:
    """What a function that keeps its results gives: of what it compiles, that of its first call."""
    if inner.region is not None or not isinstance(returned, Transformed):
        return returned
    holder = None if function.instance is None else function.instance.token
    return engine.compiled.setdefault((function.definition, holder, inner.kept), returned)


def _is_one_thing(engine: Engine, inner: Frame, returned: Value, depth: int = 3) -> bool:
    """Whether it matters which object or array of NumPy's a call gives, so that each is run.

    An object that this path has made is another one at the next call; an array that outlives the
    call is the same one.
    """
    if isinstance(returned, Container) and depth:
        return any(_is_one_thing(engine, inner, item, depth - 1) for item in returned.values)
    if isinstance(returned, HostArray):
        return any(one.token is returned.token for one in _around(engine, inner))
    return isinstance(returned, Instance) and returned.token in engine.store.fields.made


def _around(engine: Engine, inner: Frame) -> Iterator[Value]:
    """What the frames around a function hold, and the fields of what it is given."""
    outer = inner.closure
    while outer is not None:
        yield from outer.env.values()
        outer = outer.closure
    for value in inner.env.values():
        if isinstance(value, Instance):
            yield from engine.store.fields.get(value.token, NO_FIELDS).values()


def _unseen(engine: Engine, frame: Frame, function: Function, arguments: Arguments) -> Value:
    """What a call gives whose body is left: unknown, as are the outer names that the body binds.

    What it is given may be changed there.
    """
    engine.tell(frame, CodeUnseen, function.definition, arguments)
    engine.forget(arguments.all)
    for name in function.definition.outside:
        outer_names.bind(engine, function.closure, function.definition, name, Unknown(name))
    given = unseen.made().with_fact(telling.of_unseen(arguments.all))
    return declared.returned(engine, function.definition, function.closure, given)


def _kept_by(function: Function, given: Env) -> Hashable:
    """What a function that keeps its results knows a call by; None of any other function."""
    if not function.cached or function.kind == "property":
        return None
    known = (
        (type(value.value), repr(value.value)) if isinstance(value, Const) else value.token
        for value in given.values()
    )
    return function.definition, function.closure, *known


def _context_of(engine: Engine, function: Function) -> Context:
    """The context of a function's body, which is another one where its results are kept."""
    keeps = function.cached and function.kind != "property"
    return engine.context._replace(keeping=True) if keeps else engine.context


def _is_enough(engine: Engine, frame: Frame, definition: ir.Function, arguments: Arguments) -> bool:
    """Whether a function was run so often, or so far from the module under way, that it is left."""
    own = definition.module is engine.module
    holds_key = Key in map(type, arguments.all)
    traced = frame.region is not None
    abroad = budgets.TRACED_CONTEXTS_ABROAD if traced else budgets.CONTEXTS_ABROAD
    contexts = max(
        budgets.CONTEXTS if own else abroad,
        budgets.SHORT_CONTEXTS if definition.only_returns else 0,
        budgets.KEY_CONTEXTS if holds_key else 0,
        budgets.MAKER_CONTEXTS if definition.only_makes else 0,
    )
    if engine.contexts[definition, traced] >= contexts:
        return True
    depth = budgets.DEPTH_ABROAD
    if not traced and not holds_key:
        makes = definition.name in BUILDERS
        depth = budgets.MAKING_DEPTH_ABROAD if makes else budgets.PLAIN_DEPTH_ABROAD
    depth += budgets.SHORT_DEPTH * definition.only_returns
    return not own and engine.abroad >= depth


def _expressions_passed(
    frame: Frame, definition: ir.Function, arguments: Arguments, env: dict[str, Value]
) -> dict[str, Passed]:
    """What the call wrote for the parameters that the function tests."""
    source = arguments.source
    if source is None or not definition.tests:
        return {}
    names = [p.name for p in definition.parameters if p.kind == "positional"]
    names = names[len(arguments.positional) - len(source.args) :]
    written = [*zip(names, source.args, strict=False), *source.keywords]
    return {
        name: Passed(expr, frame, env[name])
        for name, expr in written
        if name in definition.tests and name in env
        if isinstance(expr, ir.Name | ir.Attribute | ir.UnaryOp | ir.Compare)
    }


def run_body(engine: Engine, frame: Frame) -> Value:
    """Run a function's body in its frame and join what it returns."""
    definition = frame.scope
    assert isinstance(definition, ir.Function)
    engine.visited.add(definition)
    engine.looks_into(definition)
    for parameter in definition.parameters if engine.watched is not None else ():
        engine.watch(frame, parameter.node, frame.env.get(parameter.name, Unknown()))
    engine.stack.append(definition)
    abroad = definition.module is not engine.module
    engine.abroad += abroad
    around = engine.context
    try:
        engine.context = around.called()
        alive = statements.run_block(engine, frame, definition.body)
    finally:
        engine.context = around
        engine.stack.pop()
        engine.abroad -= abroad
    returns, exits = frame.returns, frame.exits
    if alive:
        returns.append(Unknown() if pytrees.is_stub(definition) else NONE)
        exits.append(paths.here(engine, frame))
    paths.meet(engine, frame, exits)
    engine.tell(frame, FrameDone)
    if definition.is_async:
        return Unknown()
    if definition.is_generator:
        given = join_all(frame.yields) if frame.yields else Unknown()
        return Container("iterator", {}, given, frame.region)
    if not returns:
        return Unknown()
    returned = join_all(returns)
    engine.tell(frame, ValuesJoined, returned, list(zip(returns, exits, strict=True)))
    return declared.returned(engine, definition, frame.closure, returned)


def run_plain(engine: Engine, function: Function) -> None:
    """Run a function as plain code, its parameters unknown."""
    frame = plain_frame(engine, function)
    with engine.within(expecting.around(engine, function.definition)):
        engine.context = _context_of(engine, function)
        run_body(engine, frame)


def plain_frame(engine: Engine, function: Function) -> Frame:
    """An activation of a function of which no call is seen: its parameters are unknown."""
    definition = function.definition
    assert definition.module is not None
    frame = Frame(definition, definition.module, function.closure, None, since=definition)
    frame.conditions, frame.inherited = function.made_under, len(function.made_under)
    frame.env = _plain_parameters(engine, function)
    return frame


def _plain_parameters(engine: Engine, function: Function) -> dict[str, Value]:
    """Unknown parameters, except for ``self``."""
    env: dict[str, Value] = {}
    definition = function.definition
    for position, parameter in enumerate(definition.parameters):
        env[parameter.name] = _plainly(engine, function, parameter)
        if position == 0 and definition.owner is not None and function.kind == "function":
            env[parameter.name] = objects.own_instance(engine, definition.owner)
    return env


def _plainly(engine: Engine, function: Function, parameter: ir.Parameter) -> Value:
    """A parameter of which no call is seen: unknown, but those that gather are what they gather."""
    if parameter.kind in ("args", "kwargs"):
        kind = "tuple" if parameter.kind == "args" else "dict"
        return Container(kind, {}, Unknown(parameter.name), None)
    value = annotated.plain_value(engine, function, parameter)
    return declared.received(engine, function, parameter, value)


def bind_parameters(
    engine: Engine, function: Function, arguments: Arguments, frame: Frame
) -> dict[str, Value]:
    """The variables that a function starts with when called with these arguments."""
    env: dict[str, Value] = {}
    positional = list(arguments.positional)
    keywords = dict(arguments.keywords)
    for parameter in function.definition.parameters:
        name = parameter.name
        if parameter.kind == "positional" and positional:
            env[name] = _in_place(engine, function, parameter, positional.pop(0))
        elif parameter.kind == "args":
            env[name] = _gathered(positional, arguments.rest, frame)
        elif parameter.kind == "kwargs":
            items_by_name: dict[object, Value] = dict(keywords.items())
            env[name] = Container("dict", items_by_name, arguments.rest, frame.region)
        elif name in keywords:
            env[name] = _in_place(engine, function, parameter, keywords.pop(name))
        elif arguments.rest is not None:
            env[name] = _from_rest(function, parameter, arguments.rest)
        else:
            env[name] = default_of(engine, function, parameter)
    return env


def _in_place(engine: Engine, function: Function, parameter: ir.Parameter, value: Value) -> Value:
    """What a call passes for a parameter, as what is no default of its."""
    value = declared.received(engine, function, parameter, value)
    if type(value) is not Unknown or not isinstance(parameter.default, ir.Name | ir.Attribute):
        return value
    return defaults.given(value, default_of(engine, function, parameter))


def _gathered(positional: list[Value], rest: Value | None, frame: Frame) -> Value:
    """What ``*args`` is; of very many arguments the last ones are not told apart."""
    items: dict[object, Value] = dict(enumerate(positional[: budgets.ELEMENTS]))
    beyond = positional[budgets.ELEMENTS :]
    if beyond:
        rest = join_all(beyond if rest is None else [*beyond, rest])
    return Container("tuple", items, rest, frame.region)


def _from_rest(function: Function, parameter: ir.Parameter, rest: Value) -> Value:
    """A parameter that ``*args`` or ``**kwargs`` of unknown length fills, or leaves alone."""
    if parameter.default is not None or not isinstance(rest, Traced):
        return Unknown(parameter.name)
    return rest.result(Source(), name=parameter.name)


def default_of(engine: Engine, function: Function, parameter: ir.Parameter) -> Value:
    """The value of a parameter that a call leaves out."""
    cls = engine.class_of(function.definition.owner)
    configured = cls is not None and not libraries.CONFIGURING.isdisjoint(cls.decorators)
    if parameter.default is None or configured:
        return Unknown(parameter.name)
    return expressions.evaluate(engine, function.closure, parameter.default)


def _explained(
    frame: Frame, definition: ir.Function, arguments: Arguments, node: ir.Place
) -> Arguments:
    """The same arguments, the tracers among them carrying this call in their chains."""
    names = [p.name for p in definition.parameters if p.kind == "positional"]
    others = next((f"*{p.name}" for p in definition.parameters if p.kind == "args"), "")
    positional = [
        _passed(value, names[i] if i < len(names) else others, frame, definition, node)
        if isinstance(value, Traced)
        else value
        for i, value in enumerate(arguments.positional)
    ]
    keywords = {
        name: _passed(value, name, frame, definition, node) if isinstance(value, Traced) else value
        for name, value in arguments.keywords.items()
    }
    return Arguments(tuple(positional), keywords, arguments.rest, arguments.source)


def _call_step(text: str, frame: Frame, node: ir.Place, before: Why | None) -> Why:
    """The step of a chain that leads into a function that is called."""
    branched = any(not one.chosen for one in frame.own_conditions)
    return Why(text, frame.module, node, before, call=True, branched=branched)


def _passed(
    value: Traced, name: str, frame: Frame, definition: ir.Function, node: ir.Place
) -> Traced:
    text = f"passed to `{definition.name}` as `{name}`"
    why = _call_step(text, frame, node, value.why)
    return like(value, why=why, name=name, facts=value.facts.cross(Edge.CALL))
