"""Transformations: callables that they make, and what happens when such a callable is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.arguments import Arguments as Given
from jaxlint.analysis.core.call_events import (
    FunctionEntered,
    MethodResult,
    TransformedResult,
    TransformResult,
)
from jaxlint.analysis.core.callables import ClassValue, Function, Options, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import (
    awaited,
    axes,
    boundary,
    crossing,
    custom_rules,
    immediate,
    rebuilt,
    regions,
    sharding,
    tracing,
)
from jaxlint.analysis.domains.tracing.events import (
    BodyLeft,
    BodyReturned,
    RegionEntered,
    RegionLeft,
    TransformGiven,
    TransformMade,
)
from jaxlint.analysis.domains.tracing.runs import Runs
from jaxlint.analysis.semantics import annotated, arity, calls, classes, functions, subscripts
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import (
    Choice,
    Const,
    Container,
    External,
    Instance,
    Key,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import arrays
from jaxlint.knowledge.names import STAGES
from jaxlint.knowledge.transforms import (
    KEPT_INSIDE,
    OWN_RULES,
    STATIC_OPTIONS,
    Arguments,
    Body,
    Transform,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FUNCTION_NAMES = ("fun", "f", "fn", "func", "function", "callback", "body_fun", "target")


@tracing.answer(TransformResult)
def create(engine: Engine, frame: Frame, event: TransformResult) -> Value:
    """Call a transformation: a transformed callable, or the results of one that runs at once."""
    transform, name, arguments, node = event
    if transform.body is not Body.WRAPS:
        return immediate.run(engine, frame, event)
    func = arguments.get(0, "fun")
    if func is None:
        func = next(
            (arguments.keywords[n] for n in _FUNCTION_NAMES if n in arguments.keywords), None
        )
    engine.tell(frame, TransformGiven, name, func, arguments, node)
    if func is None:
        return Partial(External(name), (), dict(arguments.keywords))
    lifted, result = transform.lifts and isinstance(func, ClassValue), func
    if transform.lifts and isinstance(func, ClassValue):
        func = Instance(func, None)
    given = func if isinstance(func, Instance) else None
    if given is not None:
        method = classes.find(given.cls, "__call__")
        if isinstance(method, Function):
            func = Function(method.definition, method.closure, method.region, given)
    made = Transformed(transform, func, read_options(transform, arguments), node, frame)
    made.chosen = engine.context.chosen
    made.given = given
    engine.agenda.plan_root(made)
    if lifted:
        return result
    engine.tell(frame, TransformMade, made)
    return made


def read_options(transform: Transform, arguments: Given) -> Options:
    """The options of a transformation, as far as they can be read from the source."""
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    readable = arguments.rest is None
    for option in STATIC_OPTIONS & arguments.keywords.keys():
        try:
            value = literal(arguments.keywords[option])
        except LookupError:
            readable = False
            continue
        several = value if isinstance(value, tuple) else () if value is None else (value,)
        numbers += tuple(item for item in several if isinstance(item, int))
        names += tuple(item for item in several if isinstance(item, str))
    argnums: tuple[int, ...] | None = (0,)
    by_several = False
    if transform.arguments is Arguments.DIFFERENTIATED:
        chosen = arguments.get(1, "argnums")
        argnums = _argnums(chosen)
        by_several = isinstance(chosen, Container)
    mapped = transform.arguments is Arguments.MAPPED
    donates = any(name.startswith("donate") for name in arguments.keywords)
    return Options(
        numbers,
        names,
        arguments.get(transform.axes_at, "in_axes") if mapped else None,
        argnums,
        readable,
        donates,
        *_donated(arguments),
        _switch(arguments.get(2, "has_aux")),
        _switch(arguments.get(4, "allow_int")),
        _switch(arguments.get(3, "holomorphic")),
        arguments.get(2, "out_axes"),
        "axis_size" in arguments.keywords or len(arguments.positional) > 3,
        arguments.rest is not None or not KEPT_INSIDE.isdisjoint(arguments.keywords),
        arguments.get(2, "in_specs") if transform.arguments is Arguments.SPECIFIED else None,
        by_several,
        axes.bound_by(transform, arguments),
        transform.arguments is Arguments.SPECIFIED and sharding.checks(arguments),
    )


def _donated(arguments: Given) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The positions and names of the arguments that a jitted function takes the buffers of."""
    found: list[object] = []
    for option in ("donate_argnums", "donate_argnames"):
        try:
            value = literal(arguments.keywords[option])
        except LookupError:
            continue
        found.extend(value if isinstance(value, tuple) else (value,))
    numbers = tuple(one for one in found if isinstance(one, int))
    return numbers, tuple(one for one in found if isinstance(one, str))


def _switch(value: Value | None) -> bool | None:
    """Whether an option is switched on; None where that is not known."""
    if value is None:
        return False
    return bool(value.value) if isinstance(value, Const) else None


def _argnums(value: Value | None) -> tuple[int, ...] | None:
    if value is None:
        return (0,)
    try:
        known = literal(value)
    except LookupError:
        return None
    return known if isinstance(known, tuple) else (known,)


# --- calls of transformed callables --------------------------------------------------------------


@tracing.answer(TransformedResult)
def call(engine: Engine, frame: Frame, event: TransformedResult) -> Value:
    """Call a transformed callable that the source calls."""
    return enter(engine, frame, event)


@tracing.answer(MethodResult)
def stage(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``f.lower(x)`` and its like, which trace a transformed callable and do not run it."""
    made = event.base
    if not isinstance(made, Transformed) or event.name not in STAGES:
        return None
    before = engine.mark()
    enter(engine, frame, TransformedResult(made, _examples(event.arguments), event.node, None))
    engine.undo(before)
    return Unknown()


def _examples(arguments: Given) -> Given:
    """Arguments that stand for others like them: what is only traced draws from none of them."""
    positional = tuple(_example(value) for value in arguments.positional)
    keywords = {name: _example(value) for name, value in arguments.keywords.items()}
    return Given(positional, keywords, arguments.rest, arguments.source)


def _example(value: Value) -> Value:
    if isinstance(value, Key):
        return Key(value.region, batch=value.batch, vague=value.vague)
    if isinstance(value, Container):
        return value.mapped(_example)
    return like(value, fresh=True) if isinstance(value, Unknown | Traced) else value


def enter(
    engine: Engine, frame: Frame, called: TransformedResult, *, visible: bool = True
) -> Value:
    """Call a transformed callable: its function runs on what the transformation makes of these."""
    made, arguments, node, call = called
    transform = made.transform
    refused = call is not None and arity.refuses(engine, made, arguments)
    if not refused:
        engine.kept(Runs).called.add(made)
    if transform.arguments is Arguments.NONE:
        if transform.checks:
            return _checked(engine, frame, made, arguments, node)
        arguments = custom_rules.admitted(made, arguments)
        ruled = custom_rules.run(engine, frame, made, arguments, node)
        if ruled is None:
            ruled = custom_rules.on_numbers(engine, frame, made, arguments, node)
        if ruled is not None:
            return crossing.ruled(engine, ruled)
        result = calls.apply(engine, frame, made.func, arguments, node)
        if transform.pairs:
            result = subscripts.element(result, Const(0))
        return crossing.ruled(engine, result) if transform.name in OWN_RULES else result
    if isinstance(made.func, Choice) and origins.hang_on(engine, made.func, made.conditions):
        engine.forget(arguments.all)
        return Unknown()
    region = regions.region_of(engine, made, frame)
    inside = regions.within(frame, made, region)
    names = regions.parameter_names(made.func)
    region.watched = awaited.names(frame, call, names)
    engine.tell(frame, RegionEntered, made, arguments, names, call, node, region)
    if refused:
        return Unknown()
    given = arguments.all if arguments.rest is None else (*arguments.all, arguments.rest)
    arguments = boundary.fit_arguments(engine, frame, made, arguments, node)
    positional = tuple(
        crossing.entered(engine, made, region, value, i, regions.name_at(names, i))
        for i, value in enumerate(arguments.positional)
    )
    keywords = {
        name: crossing.entered(engine, made, region, value, regions.index_of(names, name), name)
        for name, value in arguments.keywords.items()
    }
    rest = arguments.rest
    if rest is not None:
        rest = crossing.others_entered(engine, made, region, rest, len(arguments.positional))
        keywords = {**_static_among_the_rest(made, arguments), **keywords}
    handed = Given(positional, keywords, rest)
    crossings = zip(given, (*positional, *keywords.values()), strict=False)
    rebuilt.build(engine, frame, inside, crossings if rest is None else (), node)
    region.copies = awaited.copies(frame, call, arguments, handed)
    region.passed = awaited.passed(frame, call, arguments, handed)
    before = engine.mark() if transform.inspects else None
    if isinstance(made.func, Function):
        result = functions.call_function(engine, inside, made.func, handed, node, visible=visible)
    else:
        result = calls.apply(engine, inside, made.func, handed, node)
    if before is not None:
        engine.undo(before)
    engine.tell(frame, BodyReturned, made, result, node)
    engine.tell(inside, BodyLeft, region, result)
    left = crossing.result_of(engine, made, result, positional, given, frame)
    engine.tell(frame, RegionLeft, made, arguments, names, left, node)
    return left


def _checked(
    engine: Engine, frame: Frame, made: Transformed, arguments: Given, node: ir.Place
) -> Value:
    """The error and the result of a function under ``checkify``."""
    within = regions.inside(frame, frame.region)
    result = calls.apply(engine, within, made.func, arguments, node)
    return Container("tuple", {0: Unknown("error"), 1: result}, None, frame.region)


def _static_among_the_rest(made: Transformed, given: Given) -> dict[str, Value]:
    """The static parameters that ``**rest`` or ``*rest`` may fill, by name: Python's own values."""
    names = regions.parameter_names(made.func)
    filled = {*names[: len(given.positional)], *given.keywords}
    positions = {names[n] for n in made.options.static_numbers if -len(names) <= n < len(names)}
    static = {*made.options.static_names, *positions} - filled
    return {name: Unknown(name) for name in sorted(static) if regions.takes(made.func, name)}


@tracing.on(FunctionEntered)
def called(engine: Engine, frame: Frame, event: FunctionEntered) -> None:
    """Take note of how a function uses its parameters that may be pytrees."""
    for name, value in event.variables.items():
        if isinstance(value, Traced) and value.source is not None:
            _note_use(value.source, event.definition, name)
            _note_class(engine, frame, value.source, event.definition, name)


def _note_class(
    engine: Engine, frame: Frame, source: Source, definition: ir.Function, name: str
) -> None:
    """Take note that the annotation of a parameter names a class, of which no array is one."""
    annotation = next((p.annotation for p in definition.parameters if p.name == name), None)
    if annotation is not None and frame.closure is not None:
        source.declared |= annotated.is_object(engine, frame.closure, annotation)
        source.container |= source.declared


def _note_use(source: Source, definition: ir.Function, name: str) -> None:
    """Take note of how a function uses a parameter that may be a pytree: as a flag or not."""
    if name in arrays.PYTREE_NAMES:
        return
    if definition.only_tested(name):
        source.flag = True
    elif not definition.only_forwarded(name):
        source.mixed = True
