"""Transformed functions, and modules, that are run without a call in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.arguments import Arguments as Given
from jaxlint.analysis.core.callables import (
    ClassValue,
    Function,
    Options,
    Partial,
    Shifted,
    Transformed,
)
from jaxlint.analysis.domains.tracing import crossing, regions
from jaxlint.analysis.domains.tracing.events import BodyReturned, UnseenEntered
from jaxlint.analysis.domains.tracing.runs import Runs
from jaxlint.analysis.domains.tracing.uncalled import is_uncalled
from jaxlint.analysis.semantics import annotated, calls, classes, expecting, functions, objects
from jaxlint.analysis.values.certainty import Promise, Promised
from jaxlint.analysis.values.kinds import (
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    like,
    of_parameter,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries
from jaxlint.knowledge.transforms import MODULE_CALL, Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def enter_module(engine: Engine, function: Function) -> None:
    """Run the ``__call__`` of a library's module on tracers, as every program that uses it does.

    Not one that the module itself applies, and nobody else: that runs as plain code.
    Which arguments are arrays the code itself has to show; annotated Python values and defaults
    stay what they are.
    """
    definition = function.definition
    cls = engine.class_of(definition.owner)
    if cls is None or classes.kind(cls) not in libraries.MODULES:
        return
    runs = engine.kept(Runs)
    eager = definition in runs.applied and definition not in runs.compiled
    if eager and not engine.named_elsewhere(cls.definition.name):
        return
    made = Transformed(MODULE_CALL, function, Options(), definition.place, function.closure)
    region = regions.region_of(engine, made, function.closure)
    values: list[Value] = [Instance(cls, None)]
    for parameter in definition.parameters[1:]:
        if parameter.kind != "positional" or parameter.default is not None:
            break
        word, _ = annotated.describe(engine, function.closure, parameter.annotation)
        value: Value = Unknown(parameter.name)
        if word in (annotated.ARRAY, annotated.UNSAID):
            source = Source(assumed=True)
            why = crossing.parameter_why(region, parameter.name)
            value = Traced(region, why, source, abstract=True, name=parameter.name)
            if word == annotated.ARRAY:
                source.is_array()
        values.append(value)
    inside = regions.inside(function.closure, region)
    inside.since = definition
    arguments = Given(tuple(values))
    functions.call_function(engine, inside, function, arguments, definition.place, visible=False)


def enter_unseen(engine: Engine, made: Transformed) -> None:
    """Run a transformed function whose calls are not in sight on tracers of its parameters."""
    func = _bound_in(made.func)[0]
    if not isinstance(func, Function) or is_uncalled(engine, made):
        return
    identity = (func.definition, id(made.node), id(func.closure.scope))
    roots = engine.kept(Runs).roots.setdefault(identity, set())
    given = _functions_of(func)
    if given in roots or len(roots) >= budgets.CONTEXTS:
        return
    roots.add(given)
    with engine.within(expecting.around(engine, func.definition)._replace(chosen=made.chosen)):
        _run_unseen(engine, made, func)


def _functions_of(func: Function) -> tuple[ir.Function, ...]:
    """The functions that one reads from the function around it, which may be others each time."""
    around = func.closure
    if not isinstance(around.scope, ir.Function):
        return ()
    held = (around.env.get(name) for name in sorted(func.definition.loads))
    return tuple(one.definition for one in held if isinstance(one, Function))


def _run_unseen(engine: Engine, made: Transformed, func: Function) -> None:
    _, bound, shift, named = _bound_in(made.func)
    region = regions.region_of(engine, made, made.frame)
    region.visible = False
    shown = regions.signature_of(func)
    parameters = list(shown.definition.parameters)
    if func.instance is not None:
        parameters = parameters[1:]
    values: dict[str, Value] = {}
    for index, parameter in enumerate(parameters):
        free = parameter.kind == "keyword" or (parameter.kind == "positional" and index >= bound)
        if free and parameter.name not in named:
            value = _unseen(engine, made, region, shown, parameter, index + shift - bound)
            if value is not None:
                values[parameter.name] = value
    positional: list[Value] = []
    for parameter in parameters[bound:]:
        if parameter.kind != "positional" or parameter.name not in values:
            break
        positional.append(values.pop(parameter.name))
    rest = None
    if any(parameter.kind in ("args", "kwargs") for parameter in parameters):
        rest = crossing.entered(engine, made, region, Unknown(), len(parameters), "")
        own = {parameter.name for parameter in parameters}
        for name in filter(str.isidentifier, sorted({*made.options.static_names} - own)):
            values[name] = Unknown(name)
    swallowed = tuple(Unknown() for _ in range(shift))
    arguments = Given((*swallowed, *positional), values, rest)
    engine.tell(made.frame, UnseenEntered, made, arguments)
    inside = regions.within(made.frame, made, region)
    inside.since = made.frame.since or func.definition
    if isinstance(made.func, Function):
        result = functions.call_function(
            engine, inside, made.func, arguments, made.node, visible=False
        )
    else:
        result = calls.apply(engine, inside, made.func, arguments, made.node)
    engine.tell(made.frame, BodyReturned, made, result, made.node)


def _bound_in(func: Value) -> tuple[Value, int, int, set[str]]:
    """What a callable calls in the end: how many arguments it binds, how many it swallows.

    Last come the names of those that it binds by keyword.
    """
    bound, shift, named = 0, 0, set[str]()
    while isinstance(func, Partial | Transformed | Shifted):
        if isinstance(func, Partial):
            bound += len(func.args)
            named.update(func.keywords)
        elif isinstance(func, Shifted):
            shift += func.count
        func = func.func
    return func, bound, shift, named


def _unseen(
    engine: Engine,
    made: Transformed,
    region: Region,
    func: Function,
    parameter: ir.Parameter,
    index: int,
) -> Value | None:
    """What a parameter is when no call is in sight; None stands for its default."""
    if parameter.default is not None:
        return (
            of_parameter(parameter.name)
            if crossing.is_static(made, index, parameter.name)
            else None
        )
    is_self = parameter is func.definition.parameters[0] and func.definition.owner is not None
    is_self = is_self and func.instance is None
    if is_self and func.kind == "function":
        value = objects.own_instance(engine, func.definition.owner)  # type: ignore[arg-type]
    else:
        value = of_parameter(parameter.name)
    word, cls = annotated.describe(engine, func.closure, parameter.annotation)
    if word == annotated.KEY:
        key = Key(region).with_fact(Promised(Promise()))
        return crossing.abstracted(engine, key, region, parameter.name, abstract=True)
    if isinstance(value, Unknown):
        value.present = not annotated.admits_none(engine, func.closure, parameter)
    if word == annotated.STATIC:
        return value
    if isinstance(cls, ClassValue) and not is_self:
        value = Instance(cls, None)
    changed = crossing.entered(engine, made, region, value, index, parameter.name)
    if isinstance(changed, Traced) and word in (annotated.ARRAY, annotated.SCALAR):
        filtered = made.transform.arguments is Arguments.ARRAYS
        if word == annotated.SCALAR and filtered:
            return Static()
        return like(changed, source=None).with_fact(Promised(Promise()))
    return changed
