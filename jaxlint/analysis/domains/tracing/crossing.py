"""What becomes of a value that enters a traced function, and of one that leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.arguments import Arguments as Given
from jaxlint.analysis.core.callables import ClassValue, Function, Options, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.domains.keys import choices
from jaxlint.analysis.domains.tracing import mapping, regions, sharding, slopes
from jaxlint.analysis.domains.tracing.events import ArgumentTraced
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.semantics import (
    captured,
    class_fields,
    classes,
    containers,
    objects,
)
from jaxlint.analysis.values import gathered, numbers, spans
from jaxlint.analysis.values.contents import is_variable
from jaxlint.analysis.values.exact import Exact
from jaxlint.analysis.values.facts import Edge, Facts
from jaxlint.analysis.values.kinds import (
    Abstract,
    Array,
    Choice,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    beyond,
    is_none,
    like,
)
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.knowledge.transforms import Arguments

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def entered(
    engine: Engine,
    made: Transformed,
    region: Region,
    value: Value,
    index: int,
    name: str,
) -> Value:
    """What the transformed function gets for an argument."""
    options, how = made.options, made.transform.arguments
    if is_static(made, index, name) or (index == 0 and takes_module(made)):
        return value
    if not options.readable or _may_be_static(made, name):
        return value if isinstance(value, Traced) else Unknown(name)
    if how is Arguments.DIFFERENTIATED:
        if options.argnums is None:
            return _perhaps_differentiated(value, region, name)
        if index not in options.argnums:
            return value
        return abstracted(engine, value, region, name, abstract=False)
    if how is Arguments.MAPPED:
        axis = mapping.mapped_axis(options.in_axes, index - takes_module(made))
        if axis is None:
            return _rebuilt(engine, value, region)
        if axis is mapping.UNREADABLE:
            return Unknown(name)
        if isinstance(axis, Container) and isinstance(value, Container):
            return _mapped_parts(engine, value, axis, region, name)
        return mapping.row(value, axis, abstracted(engine, value, region, name, abstract=True))
    if how is Arguments.SPECIFIED:
        spec = sharding.spec_of(options.in_specs, index)
        return _by_spec(engine, value, options, spec, region, name)
    if made.transform.filters and not isinstance(
        value, Array | HostArray | Traced | Key | Instance | Container
    ):
        return _filtered_leaf(value, name)
    return abstracted(engine, value, region, name, abstract=True)


def others_entered(
    engine: Engine, made: Transformed, region: Region, rest: Value, given: int
) -> Value:
    """What stands for the arguments behind those ``given``, of which some may not be mapped."""
    axes = made.options.in_axes
    if made.transform.arguments is Arguments.MAPPED and isinstance(axes, Container):
        known = {mapping.mapped_axis(axes, index) for index in range(given, len(axes.items))}
        return entered(engine, made, region, rest, given, "") if len(known) == 1 else Unknown()
    return entered(engine, made, region, rest, len(regions.parameter_names(made.func)), "")


def _rebuilt(engine: Engine, value: Value, region: Region) -> Value:
    """What is not mapped: the same leaves, in a tree that is taken apart and built anew."""
    if isinstance(value, Container) and value.kind != "stack":
        whole = containers.as_it_is(engine, value)
        return whole.mapped(lambda item: _rebuilt(engine, item, region), region=region)
    if isinstance(value, Instance) and classes.kind(value.cls) in libraries.RECORDS:
        copy = Instance(value.cls, region, value.traced)
        copy.facts = Facts.of(value.fact(Exact))
        objects.rebuild(engine, value, copy, lambda _, item: _rebuilt(engine, item, region))
        return copy
    return value


def _perhaps_differentiated(value: Value, region: Region, name: str = "") -> Value:
    """What stands for an argument by which it is not known whether a function is differentiated.

    What is traced by what is around is so in either case, and no function, text or whole number
    has a derivative.
    """
    if isinstance(value, Container) and value.kind != "stack":
        return value.mapped(lambda item: _perhaps_differentiated(item, region), region=region)
    fraction = isinstance(value, Const) and isinstance(value.value, float | complex)
    known = isinstance(value, Traced | Key | Const) or _is_function(value)
    return value if known and not fraction else Unknown(name)


def _filtered_leaf(value: Value, name: str) -> Value:
    """A leaf that an Equinox or nnx transformation keeps as it is unless it turns out an array."""
    return value if isinstance(value, Const) or _is_function(value) else Unknown(name)


def _is_function(value: Value) -> bool:
    """Whether a value is a function without parts, and so a leaf: a bound method has its object."""
    if isinstance(value, Choice):
        return all(_is_function(one) for one in value.options)
    if isinstance(value, Function):
        return value.instance is None
    if isinstance(value, Transformed):
        return _is_function(value.func)
    return isinstance(value, External | ClassValue)


def _may_be_static(made: Transformed, name: str) -> bool:
    """Whether an argument may have one of the static names, which its wrapper does not show."""
    options = made.options
    named = bool(options.static_names) and name not in options.static_names
    return named and regions.is_hidden(made.func)


def is_static(made: Transformed, index: int, name: str) -> bool:
    """Whether an argument is declared static."""
    numbers = made.options.static_numbers
    bound = made.transform.lifts and not takes_module(made)
    from_the_end = index - len(regions.parameter_names(made.func))
    by_number = index + bound in numbers or (from_the_end < 0 and from_the_end in numbers)
    if index >= 0 and by_number:
        return True
    return name in made.options.static_names


def static_arguments(made: Transformed, arguments: Given) -> Iterator[tuple[int, str, Value]]:
    """What a call gives for static parameters, each with its place, if any, and its name."""
    names = regions.parameter_names(made.func)
    numbered = enumerate(arguments.positional)
    given = [(index, regions.name_at(names, index), value) for index, value in numbered]
    for name, value in arguments.keywords.items():
        given.append((regions.index_of(names, name), name, value))
    return (one for one in given if is_static(made, *one[:2]))


def takes_module(made: Transformed) -> bool:
    """Whether the first argument is a module of Flax; of a class that is lifted it is bound."""
    bound = isinstance(made.func, Function) and made.func.instance is not None
    return made.transform.lifts and not bound


def _by_spec(
    engine: Engine, value: Value, options: Options, spec: Value | None, region: Region, name: str
) -> Value:
    """An argument of ``shard_map``: what has a spec is traced, what has None stays as it is."""
    if spec is not None and is_none(spec):
        return value
    if isinstance(spec, Container) and isinstance(value, Container):
        parts = {
            key: _by_spec(engine, item, options, spec.items.get(key, spec.rest), region, name)
            for key, item in value.items.items()
        }
        return Container(value.kind, parts, value.rest and Unknown(), region)
    if spec is None or sharding.is_spec(spec):
        traced = abstracted(engine, value, region, name, abstract=True)
        return sharding.marked(traced, options, spec, region)
    return value if isinstance(value, Traced) else Unknown(name)


def abstracted(
    engine: Engine,
    value: Value,
    region: Region,
    name: str,
    *,
    abstract: bool,
) -> Value:
    """What a transformation makes of a value that it traces."""
    if is_none(value) or isinstance(
        value, Function | External | ClassValue | Partial | Transformed
    ):
        return value
    if isinstance(value, Const) and isinstance(value.value, str | bytes):
        return value
    if region.transform.filters and isinstance(value, Const | Static):
        return value
    if isinstance(value, Key):
        row = _mapped_key(value, region)
        return _hidden(row, region, parameter_why(region, name), name) if abstract else row
    if isinstance(value, Container) and value.kind == "stack":
        mapped = region.transform.arguments is Arguments.MAPPED
        return choices.row(engine, value, region) if mapped else value
    if isinstance(value, Container):
        return containers.as_it_is(engine, value).mapped(
            lambda item: _part(engine, item, region, name, abstract=abstract), region=region
        )
    if isinstance(value, Choice) and all(isinstance(one, Instance) for one in value.options):
        return origins.copied(
            engine, value, lambda o: abstracted(engine, o, region, name, abstract=abstract)
        )
    if isinstance(value, Instance):
        return _object(engine, value, region, name, abstract=abstract)
    why = parameter_why(region, name)
    leaf = isinstance(value, Const | Array | HostArray) or (
        isinstance(value, Traced) and value.source is None
    )
    facts = value.facts.cross(Edge.TRACE_IN if region.transform.keeps_shapes else Edge.ROW)
    kind = "" if region.transform.repeats else numbers.kind_of(value)
    if kind:  # The carry of a loop may begin as another kind than it goes on.
        facts = facts.plus(Form((), kind))
    for fact in engine.deduced(ArgumentTraced(value, region)):
        facts = facts.plus(fact)
    if isinstance(value, Traced):
        abstract = abstract or value.abstract
        return like(value, region=region, why=why, abstract=abstract, name=name, facts=facts)
    source = None if leaf else Source(present=isinstance(value, Unknown) and value.present)
    if source is not None:
        source.container = gathered.holds(value)
    tracer = Traced(region, why, source, abstract, name, facts)
    tracer.twin = value
    return tracer


def _part(engine: Engine, item: Value, region: Region, name: str, *, abstract: bool) -> Value:
    """A leaf of a container that is traced, which stays as it is if only arrays are."""
    if region.transform.filters and abstract and type(item) is Unknown and not item.computed:
        return _filtered_leaf(item, item.name)
    return _element(engine, item, region, name, abstract=abstract)


def _element(engine: Engine, item: Value, region: Region, name: str, *, abstract: bool) -> Value:
    """An element of a display that is traced: an array, unless its name says otherwise."""
    element = abstracted(engine, item, region, name, abstract=abstract)
    if isinstance(element, Traced) and isinstance(item, Unknown) and element.source is not None:
        element.source.flag = bool(item.name) and item.name not in arrays.PYTREE_NAMES
    return element


def _object(
    engine: Engine, value: Instance, region: Region, name: str, *, abstract: bool
) -> Instance:
    """What a transformation makes of an object: a pytree, all of whose arrays are traced."""
    found = classes.kind(value.cls)
    known = found in libraries.PYTREES
    if found == "static" or (not known and region.transform.arguments is Arguments.ARRAYS):
        return value
    why = parameter_why(region, name)
    said = engine.deduced(ArgumentTraced(value, region))
    copy = objects.abstracted(value, Traced(region, why, None, abstract, name, said))
    objects.rebuild(
        engine,
        value,
        copy,
        lambda attr, item: _field(engine, value, attr, item, region, abstract=abstract),
    )
    if is_variable(value) and _is_traced_variable(value, region):
        return copy.with_fact(Abstract(Traced(region, why, Source(), abstract, name, said)))
    return copy


def _is_traced_variable(value: Instance, region: Region) -> bool:
    """Whether a transformation traces a variable: derivatives those that are parameters."""
    differentiates = region.transform.arguments is Arguments.DIFFERENTIATED
    return not differentiates or (
        isinstance(value.cls, External) and value.cls.name == libraries.PARAMETER
    )


def _field(
    engine: Engine, owner: Instance, attr: object, item: Value, region: Region, *, abstract: bool
) -> Value:
    """A traced field of an object, which is no array if its class declares a container."""
    number = isinstance(item, Unknown) and class_fields.holds_number(engine, owner.cls, attr)
    if number and region.transform.filters:
        return item
    value = _element(engine, item, region, str(attr), abstract=abstract)
    if isinstance(value, Traced) and value.source is not None:
        value.source.container |= class_fields.holds_container(engine, owner.cls, attr)
    return value


def _mapped_parts(
    engine: Engine, value: Container, axes: Container, region: Region, name: str
) -> Value:
    """A container of which each part has an axis of its own, or None."""
    items = {}
    for key, item in value.items.items():
        axis = axes.items.get(key)
        kept = axis is not None and is_none(axis)
        items[key] = item if kept else abstracted(engine, item, region, name, abstract=True)
    return Container(value.kind, items, value.rest, region)


def _mapped_key(value: Key, region: Region) -> Key:
    """A key as the transformed function gets it: under ``vmap`` one of the batch."""
    if region.transform.arguments is not Arguments.MAPPED:
        return value
    row = value.element(spans.whole(region))
    row.region = region
    return row


def _hidden(key: Key, region: Region, why: Why, name: str = "") -> Key:
    """A key whose numbers are not there: a tracer stands for them."""
    tracer = Traced(region, why, None, abstract=True, name=name)
    tracer.twin = key
    return key.with_fact(Abstract(tracer))


def parameter_why(region: Region, name: str) -> Why:
    """The step of the chain that says which parameter is traced."""
    function = region.function
    if function is None or function.module is None or not name:
        return region.why
    found = next((p.node for p in function.parameters if p.name == name), function.place)
    text = f"parameter `{name}` of {region.label} is traced"
    return Why(text, function.module, found, region.why)


def hides(engine: Engine, frame: Frame, given: tuple[Value, ...]) -> bool:
    """Whether a tracer stands here for what a compiled function makes of what it is given.

    A map that is not compiled itself hides only what is made of something that it maps.
    """
    region = frame.region
    if region is None or not region.abstract:
        return False
    return region.constants or any(captured.tracers(engine, value) for value in given)


def result_of(
    engine: Engine,
    made: Transformed,
    result: Value,
    arguments: tuple[Value, ...],
    given: tuple[Value, ...],
    frame: Frame,
) -> Value:
    """What the caller gets of a transformed function's result; ``given`` is what went into it."""
    hidden, options = hides(engine, frame, (made, *given)), made.options
    if made.transform.arguments is Arguments.DIFFERENTIATED:
        value = left(engine, result, frame, hidden=hidden)
        return slopes.of_call(made, value, arguments, frame, hidden=hidden)
    if made.transform.inspects:
        return Static()
    if made.transform.arguments is Arguments.MAPPED:
        rows = mapping.length_of(made, given[: len(arguments)])
        first = mapping.puts_first(options.out_axes)
        return mapping.stacked(
            engine, left(engine, result, frame, hidden=hidden), rows, first=first
        )
    value = left(engine, result, frame, hidden=hidden)
    return value if made.transform.keeps_shapes else across(value, Edge.ROW)


def across(value: Value, edge: Edge) -> Value:
    """A result of which, and of the values in it, is known what crosses an edge."""
    if isinstance(value, Container):
        return value.mapped(lambda item: across(item, edge))
    return like(value, facts=value.facts.cross(edge)) if value.facts else value


def ruled(engine: Engine, value: Value) -> Value:
    """What a function with derivative rules gives: other numbers, as its rules say what they are.

    What it computed, and of what, says nothing of how they depend on what is differentiated.
    """
    if isinstance(value, Container):
        return value.mapped(lambda item: ruled(engine, item))
    if isinstance(value, Instance):
        copy = like(value, fresh=True, fields={})
        objects.rebuild(engine, value, copy, lambda _, item: ruled(engine, item))
        return copy
    if isinstance(value, Traced | Array | Unknown):
        return beyond(value, Edge.RULED)
    return across(value, Edge.RULED)


def _is_apart(region: Region, hidden: bool) -> bool:
    """Whether nothing that a region maps is shown to reach a value made in it."""
    return region.abstract and not hidden


def left(engine: Engine, value: Value, frame: Frame, *, hidden: bool) -> Value:
    """A value that leaves a traced function for the code that called it.

    ``hidden`` says that the numbers are not there for that code either.
    """
    region = frame.region
    if isinstance(value, Container):
        whole = containers.as_it_is(engine, value)
        return whole.mapped(lambda item: left(engine, item, frame, hidden=hidden), region=region)
    if isinstance(value, Instance):
        traced = None if region is None or _is_apart(region, hidden) else value.traced
        fields = value.fields if isinstance(value.cls, External) else {}
        facts = value.facts.cross(Edge.TRACE_OUT)
        copy = like(value, fresh=True, region=region, traced=traced, fields=fields, facts=facts)
        objects.rebuild(
            engine, value, copy, lambda _, item: left(engine, item, frame, hidden=hidden)
        )
        return copy
    if isinstance(value, Choice) and all(isinstance(one, Instance) for one in value.options):
        return origins.copied(engine, value, lambda one: left(engine, one, frame, hidden=hidden))
    if isinstance(value, Key):
        key = like(value, facts=value.facts.cross(Edge.TRACE_OUT)) if value.facts else value
        if region is None or not hidden:
            return key
        return _hidden(key, region, frame.why or region.why)
    if is_none(value):
        return value
    passed = _passed_through(value, frame)
    if passed is not None:
        return passed
    if isinstance(value, Traced | Array | HostArray):
        certain = not isinstance(value, Traced) or value.certain
        facts = value.facts.cross(Edge.TRACE_OUT)
        if region is None or not hidden:
            shown = certain and (region is None or not _is_apart(region, hidden))
            return Array(names.COMPILED, *facts) if shown else _unknown(value)
        why = frame.why or region.why
        source = value.source if isinstance(value, Traced) else None
        return Traced(region, why, source, abstract=True, facts=facts)
    if isinstance(value, Const | Static):
        if region is None:
            return Array(names.COMPILED) if isinstance(value, Const) else Unknown()
        return Unknown()
    return _unknown(value)


def _unknown(value: Value) -> Unknown:
    """A value of which hardly anything is known but that it is a derivative, if it is one."""
    crossed = value.facts.cross(Edge.TRACE_OUT)
    kept = (fact for fact in crossed if fact.holds_unseen)
    return Unknown(facts=Facts.of(value.fact(Derivative), *kept))


def _passed_through(value: Value, frame: Frame) -> Value | None:
    """The caller's own value, where a traced function hands back an argument as it was."""
    if not isinstance(value, Traced) or value.twin is None:
        return None
    origin: Value = value
    while origin.twin is not None:
        origin = origin.twin
        if isinstance(origin, Traced) and origin.region is frame.region:
            return origin
    outside = not isinstance(origin, Traced) and frame.region is None
    return origin if outside and isinstance(origin, Unknown | Key) else None
