"""``init`` and ``apply`` of models, which take variables and keys before the arguments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import ModelApplied, ParametersGiven, ValueCalled
from jaxlint.analysis.core.callables import Function, Partial, Shifted, Transformed
from jaxlint.analysis.core.events import AttributeSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.models import (
    keyless,
    models,
    nesting,
    refusing,
    stateless,
    statistics,
    streams,
    unlifted,
)
from jaxlint.analysis.domains.models.submodules import is_linen
from jaxlint.analysis.semantics import arity, attributes, calls, captured, objects
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Instance,
    Traced,
    Unknown,
    Value,
    is_false,
    is_none,
)
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries, modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_STATEFUL = ("mutable", "capture_intermediates")


@models.answer(ValueCalled)
def called(engine: Engine, frame: Frame, event: ValueCalled) -> Value | None:
    """``init`` or ``apply`` of a model: its function runs, and asks for the keys that it draws."""
    func, arguments, node, _ = event
    if not isinstance(func, Shifted):
        return None
    own = {*func.takes, *func.options}
    kept = {k: v for k, v in arguments.keywords.items() if k not in own}
    handed = Arguments(arguments.positional[func.count :], kept, arguments.rest)
    inner = _function(engine, frame, func, arguments)
    if refusing.refuses(engine, frame, event, inner, handed):
        return Unknown()
    initialises = func.method in modules.INITIALISING
    applying = engine.context.applying or (not initialises and _is_at_top(engine, frame))
    held = None if initialises else arguments.get(0, func.takes[0])
    learning = held is not None and bool(engine.deduced(ParametersGiven(held)))
    context = engine.context._replace(applying=applying, learning=learning)
    run = partial(calls.apply, engine, frame, inner, handed, node)
    with (
        engine.within(context),
        unlifted.applied(engine, frame, func.library),
    ):
        result, done, certain = streams.heard(engine, frame, run)
    keyless.judge(engine, frame, func, arguments, certain, node)
    stateless.judge(engine, frame, func, certain, node)
    asked = [effect for effect in done if isinstance(effect, streams.Asked)]
    if func.library == "linen":
        if not initialises:
            statistics.judge(engine, frame, arguments, certain, node)
            needed = any(one.stream == modules.PARAMETERS for one in asked)
            nesting.judge(engine, frame, func, arguments, node, needed=needed)
        rngs = arguments.get(0, "rngs") if initialises else arguments.keywords.get("rngs")
        whose = func.holder.token if initialises and func.holder is not None else None
        model = streams.Model(_identity(func, inner), initialises, whose, is_quiet(arguments))
        streams.of_flax(engine, frame, streams.given(rngs), asked, model, node)
    elif libraries.HAIKU_KEY in func.takes:
        key = arguments.get(func.takes.index(libraries.HAIKU_KEY), libraries.HAIKU_KEY)
        if not _is_handed_on(key, handed) and not _may_be_left_out(engine, inner, handed):
            streams.of_haiku(engine, frame, key, done, node, initialises=initialises)
    if not initialises and any(one.stream == modules.PARAMETERS for one in asked):
        traced = captured.tracers(engine, held) if held is not None else []
        result = _computed_with(traced[0], result) if traced else result
    return _given(frame, func, arguments, _known(engine, arguments, result))


def _computed_with(parameter: Traced, result: Value) -> Value:
    """What a model gives that computes with a traced parameter, where nothing is known of it."""
    if isinstance(result, Container):
        return result.mapped(lambda one: _computed_with(parameter, one))
    return parameter.result(Source(), name="") if isinstance(result, Unknown) else result


def _known(engine: Engine, arguments: Arguments, result: Value, *, part: bool = False) -> Value:
    """What a model gives, with what is known of it by what the model was given."""
    if isinstance(result, Container):
        return result.mapped(lambda one: _known(engine, arguments, one, part=True))
    if isinstance(result, Traced | Array):
        for fact in engine.deduced(ModelApplied(arguments, result, part)):
            result = result.with_fact(fact)
    return result


def _is_handed_on(key: Value | None, handed: Arguments) -> bool:
    """Whether the function gets its model's key as an argument too: what it draws is its own."""
    return key is not None and any(keys.identity(v) == keys.identity(key) for v in handed.all)


def _may_be_left_out(engine: Engine, inner: Value, handed: Arguments) -> bool:
    """Whether data may stand where a key belongs: a function not in sight would get nothing."""
    return arity.accepts(engine, inner) is None and not handed.all and handed.rest is None


def _is_at_top(engine: Engine, frame: Frame) -> bool:
    """Whether code runs as the module does, so that nobody calls it who is not seen."""
    outermost = engine.path[0].frame if engine.path else frame
    return isinstance(outermost.scope, ir.Module)


def _function(engine: Engine, frame: Frame, func: Shifted, arguments: Arguments) -> Value:
    """What runs: ``__call__``, or what ``method=`` names, which is handed the module first."""
    named = arguments.keywords.get("method") if func.library == "linen" else None
    if named is None or is_none(named) or func.holder is None:
        return func.func
    if isinstance(named, Const) and isinstance(named.value, str):
        return attributes.of(engine, frame, func.holder, named.value)
    if isinstance(named, Function) and named.instance is None:
        return objects.bound_to(named, func.holder)
    if isinstance(named, Partial | Transformed):
        return Partial(named, (func.holder,), {})
    return named


def _identity(func: Shifted, inner: Value) -> object:
    """What tells a model's method from others: the code that it runs, else who it is."""
    return inner.definition if isinstance(inner, Function) else func.token


def is_quiet(arguments: Arguments) -> bool:
    """Whether an argument says that nothing is to be drawn, as ``train=False`` does."""
    return any(
        isinstance(value, Const) and modules.QUIET_FLAGS.get(name) is value.value
        for name, value in arguments.keywords.items()
    )


def _given(frame: Frame, func: Shifted, arguments: Arguments, result: Value) -> Value:
    """What the caller gets: the result, the variables, or both."""
    if func.method == "init":
        return nesting.initialised(func)
    if func.state or func.method == "init_with_output":
        return Container("tuple", {0: result, 1: Unknown()}, None, frame.region)
    asked = [arguments.keywords[name] for name in _STATEFUL if name in arguments.keywords]
    if func.library != "linen" or all(_is_off(value) for value in asked):
        return result
    if any(isinstance(value, Unknown) for value in asked):
        return Unknown()
    return Container("tuple", {0: result, 1: Unknown()}, None, frame.region)


def _is_off(value: Value) -> bool:
    """Whether an option is certainly false or empty."""
    if isinstance(value, Container):
        return not value.values
    return is_false(value)


@models.answer(AttributeSought)
def sought(engine: Engine, frame: Frame, event: AttributeSought) -> Value | None:
    """``model.apply(variables, x)`` and ``model.init(key, x)``, which run ``__call__`` on ``x``."""
    instance, attr = event
    if attr not in libraries.MODEL_TAKES:
        return None
    made = (instance.children or {}).get(attr)
    if isinstance(made, Shifted):
        return made
    if not is_linen(instance.cls):
        return None
    outside = instance if isinstance(instance.cls, External) else None
    bound = outside or objects.caller(engine, frame, instance) or Unknown()
    shifted = Shifted(bound, libraries.MODEL_TAKES[attr], libraries.APPLY_OPTIONS)
    shifted.library, shifted.method, shifted.holder = "linen", attr, instance
    return shifted


def haiku_transform(name: str, func: Value, frame: Frame) -> Value:
    """``hk.transform(f)``: an object whose ``apply`` takes parameters (state, key) before ``x``."""
    made = Instance(External("haiku.Transformed"), frame.region)
    takes, inner = libraries.HAIKU_TAKES.get(name, ("params",)), func
    state = "state" in takes
    if isinstance(func, Instance):
        before = func.child("apply", Unknown)
        inner = Unknown()
        if isinstance(before, Shifted):
            takes = tuple(one for one in before.takes if one != libraries.HAIKU_KEY)
            inner, state = before.func, before.state
    made.child("apply", lambda: _haiku(inner, takes, state, "apply"))
    made.child("init", lambda: _haiku(inner, (libraries.HAIKU_KEY,), state, "init"))
    return made


def _haiku(func: Value, takes: tuple[str, ...], state: bool, method: str) -> Shifted:
    shifted = Shifted(func, takes)
    shifted.library, shifted.method, shifted.state = "haiku", method, state
    return shifted
