"""Calls: arguments evaluated, and who answers for each kind of callable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core import chosen, origins
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import (
    CallStarting,
    OptionSought,
    TransformCalled,
    TransformedResult,
    UnknownCalled,
    ValueCalled,
)
from jaxlint.analysis.core.callables import ClassValue, Function, Method, Partial, Transformed
from jaxlint.analysis.core.events import ValuesJoined
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.semantics import (
    containers,
    expressions,
    externals,
    fallbacks,
    functions,
    instances,
    iterables,
    methods,
    objects,
)
from jaxlint.analysis.values import optionals
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Choice,
    Container,
    External,
    Instance,
    Traced,
    Unknown,
    Value,
)
from jaxlint.knowledge import names
from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.context import Context
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.Call)
def call(engine: Engine, frame: Frame, node: ir.Call) -> Value:
    """The value of a call expression."""
    changes = isinstance(node.func, ir.Attribute) and node.func.attr in MUTATING_METHODS
    engine.callee = node
    if changes:
        with engine.within(engine.context._replace(writing=True)):
            func = expressions.evaluate(engine, frame, node.func)
    else:
        func = expressions.evaluate(engine, frame, node.func)
    if func.facts:
        func = instances.class_of(func)
    if isinstance(func, External) and func.name in names.SELECTS:
        with engine.within(engine.context._replace(selecting=True)):
            arguments = evaluate_arguments(engine, frame, node)
    else:
        arguments = evaluate_arguments(engine, frame, node)
    engine.tell(frame, CallStarting, func, arguments, node)
    return apply(engine, frame, func, arguments, node.place, call=node)


def evaluate_arguments(engine: Engine, frame: Frame, node: ir.Call) -> Arguments:
    """The values of a call's arguments, ``*args`` and ``**kwargs`` spread where they are known."""
    positional: list[Value] = []
    keywords: dict[str, Value] = {}
    rest: Value | None = None
    for arg in node.args:
        if not isinstance(arg, ir.Starred):
            value = expressions.evaluate(engine, frame, arg)
            if rest is None:
                positional.append(value)
            elif not (isinstance(rest, Traced) and isinstance(value, Traced)):
                rest = Unknown()  # which of both a parameter gets is not known
            continue
        value = expressions.evaluate(engine, frame, arg.value)
        if isinstance(value, Container) and value.rest is None and value.kind != "dict":
            positional.extend(value.items.values())
        else:
            rest = iterables.element_of(engine, frame, value)
    for name, keyword in node.keywords:
        value = expressions.evaluate(engine, frame, keyword)
        if name is not None:
            keywords[name] = value
            continue
        given, whole = _entries(engine, value)
        keywords.update(given)
        if not whole and rest is None:
            rest = iterables.element_of(engine, frame, value)
    return Arguments(tuple(positional), keywords, rest, node)


def _entries(engine: Engine, value: Value) -> tuple[dict[str, Value], bool]:
    """The entries of a mapping, those it was made with and those stored since; are these all?"""
    if not isinstance(value, Container):
        return {}, False
    now = containers.as_it_is(engine, value)
    named = {key: item for key, item in now.items.items() if isinstance(key, str)}
    return named, len(named) == len(now.items) and now.rest is None


def apply(
    engine: Engine,
    frame: Frame,
    func: Value,
    arguments: Arguments,
    node: ir.Place,
    *,
    call: ir.Call | None = None,
) -> Value:
    """The result of calling a value with arguments."""
    if func.facts:
        func = optionals.used(func)
    name = _declared(engine, func) if engine.declared else None
    if name is not None:
        return externals.call(engine, frame, External(name), arguments, node, call)
    if isinstance(func, Function):
        return functions.call_function(engine, frame, func, arguments, node)
    if isinstance(func, External):
        return externals.call(engine, frame, func, arguments, node, call)
    if isinstance(func, Method):
        return methods.call(engine, frame, func, arguments, node, call)
    if isinstance(func, Transformed):
        engine.tell(frame, TransformCalled, func, arguments, node, call)
        given = engine.answer(frame, TransformedResult, func, arguments, node, call)
        return given or Unknown()
    if isinstance(func, Partial):
        return apply(engine, frame, func.func, func.called_with(arguments), node, call=call)
    if isinstance(func, Choice):
        meant = engine.answer(frame, OptionSought, func, arguments)
        if meant is not None:
            return apply(engine, frame, meant, arguments, node, call=call)
        return _each_option(engine, frame, func, arguments, node, call)
    if isinstance(func, ClassValue):
        return objects.instantiate(engine, frame, func, arguments, node)
    if isinstance(func, Instance):
        return objects.call_instance(engine, frame, func, arguments, node)
    given = engine.answer(frame, ValueCalled, func, arguments, node, call)
    if given is not None:
        return given
    engine.tell(frame, UnknownCalled, func, arguments, node, call)
    engine.forget((func, *arguments.all))
    return Unknown(facts=engine.deduced(UnknownCalled(func, arguments, node, call)))


def _declared(engine: Engine, func: Value) -> str | None:
    """The name of a function, or of what is transformed, if the settings say what it does."""
    function = func.func if isinstance(func, Transformed) else func
    if not isinstance(function, Function):
        return None
    name = function.definition.qualified_name
    return name if name in engine.declared else None


def _each_option(
    engine: Engine,
    frame: Frame,
    choice: Choice,
    arguments: Arguments,
    node: ir.Place,
    call: ir.Call | None,
) -> Value:
    """Call each of several callables from the same state; one of them is what really runs."""
    before = engine.store
    arrived: list[tuple[Value, State]] = []
    inside = engine.context._replace(trying=True)
    outer = frame.conditions
    for option in _possible(engine, frame, choice, arguments) or (Unknown(),):
        engine.store = before.copy()
        frame.conditions = (*outer, *chosen.under(engine, frame, choice, option, call))
        with engine.within(_called_on(inside, choice, option)):
            result = apply(engine, frame, option, arguments, node, call=call)
        arrived.append((result, State(frame.env, engine.store, frame.conditions)))
        frame.conditions = outer
    engine.store = arrived[0][1].store.copy()
    for _, other in arrived[1:]:
        engine.store.merge(other.store)
    joined = join_all([result for result, _ in arrived])
    engine.tell(frame, ValuesJoined, joined, arrived)
    return joined


def _called_on(context: Context, choice: Choice, option: Value) -> Context:
    """The context of one of several methods: wherever its object is asked, it is that one."""
    if choice.base is None or option not in choice.options:
        return context
    return context.choosing(choice.base, choice.base.options[choice.options.index(option)])


def _possible(
    engine: Engine, frame: Frame, choice: Choice, arguments: Arguments
) -> Sequence[Value]:
    """The callables that can be the one: that fit, and of the branches taken.

    In traced code it is none that stands in for JAX where that is lacking.
    """
    fitting = [option for option in choice.options if _fits(option, arguments)] or choice.options
    if frame.region is not None:
        fitting = [one for one in fitting if not fallbacks.without_jax(one, choice.options)]
    left = origins.possible(engine, choice, frame.conditions)
    pairs = zip(choice.options, left, strict=True)
    return [option for option, possible in pairs if possible and option in fitting]


def _fits(option: Value, arguments: Arguments) -> bool:
    """Whether a callable takes as many arguments as it is given; an unknown one may."""
    if not isinstance(option, Function) or arguments.rest is not None:
        return True
    parameters = option.definition.parameters[0 if option.instance is None else 1 :]
    positional = [p for p in parameters if p.kind == "positional"]
    needed = [p for p in positional if p.default is None and p.name not in arguments.keywords]
    given = len(arguments.positional)
    return len(needed) <= given and (
        given <= len(positional) or any(p.kind == "args" for p in parameters)
    )
