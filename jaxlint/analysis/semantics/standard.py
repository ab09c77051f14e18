"""Functions of Python's standard library: functools, collections, dataclasses, logging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, ObjectMade
from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import converting, iterables, objects, python, static_fields
from jaxlint.analysis.values import converters, factories
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import (
    NONE,
    Const,
    Container,
    External,
    Instance,
    ModuleValue,
    Static,
    Unknown,
    Value,
)
from jaxlint.knowledge import host, libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CACHE = "functools.<cache>"
_RECORD = "collections.<namedtuple>"


@python.transfer("importlib.util.find_spec")
def module_sought(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Where a module lies: of JAX, and of what is installed with it, not None."""
    name = call.first.value if isinstance(call.first, Const) else None
    if not isinstance(name, str) or name not in names.WITH_JAX | names.JAX_ITSELF:
        return None
    found = Unknown()
    found.present = True
    return found


@python.transfer("importlib.import_module")
def module_loaded(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The module of a name that is written, or the one that asks for itself."""
    written = call.source.args[:1] if call.source is not None else ()
    if any(isinstance(one, ir.Name) and one.id == "__name__" for one in written):
        return ModuleValue(frame.module)
    name = call.first.value if isinstance(call.first, Const) else None
    absolute = isinstance(name, str) and not name.startswith(".")
    return engine.imports.external(str(name)) if absolute else None


@python.transfer("functools.partial")
def partial(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A function with some of its arguments."""
    if call.first is None:
        return None
    arguments = call.arguments
    made = Partial(call.first, arguments.positional[1:], arguments.keywords, frame)
    made.rest = arguments.rest
    written = call.source.args if made.rest is not None and call.source is not None else ()
    made.starred = any(isinstance(one, ir.Starred) for one in written)
    engine.tell(frame, ObjectMade, made, call.node)
    return made


@python.transfer("functools.lru_cache", "functools.cache")
def cached(engine: Engine, frame: Frame, call: Call) -> Value:
    """A function that keeps its results, or what makes one."""
    known = call.first is not None and not isinstance(call.first, Const)
    return call.first if known and call.first is not None else External(_CACHE)


@python.transfer(_CACHE)
def cache(engine: Engine, frame: Frame, call: Call) -> Value:
    """The function that is to keep its results."""
    return Unknown() if call.first is None else call.first


@python.transfer("functools.wraps")
def wraps(engine: Engine, frame: Frame, call: Call) -> Value:
    """What gives a wrapper the signature of what it wraps."""
    kept = {"wrapped": call.arguments.get(0, "wrapped") or Unknown()}
    return Partial(External(names.COPIES_SIGNATURE), (), kept)


@python.transfer(names.COPIES_SIGNATURE)
def wrapper(engine: Engine, frame: Frame, call: Call) -> Value:
    """A wrapper that answers for its signature with that of what it wraps."""
    found = call.arguments.get(0, "wrapper") or Unknown()
    if isinstance(found, Function):
        found.wrapped = call.arguments.get(1, "wrapped") or Unknown()
    return found


@python.transfer(*libraries.FIELDS)
def field(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What a field holds where nobody fills it."""
    given = call.arguments.keywords
    factory = given.get("default_factory", given.get("factory"))
    default = given.get("default") if factory is None else factories.default(factory)
    if call.name not in libraries.CONVERTING:
        return default
    if "converter" not in given and not static_fields.may_convert(call.source):
        return default
    unsaid = NONE if call.arguments.rest is None else Unknown()
    return converters.declared(default, given.get("converter", unsaid))


@python.transfer("dataclasses.asdict", "dataclasses.astuple", "dataclasses.fields")
def taken_down(engine: Engine, frame: Frame, call: Call) -> Value:
    """What is written down of an object, which stays as it is."""
    return Unknown()


@python.transfer("dataclasses.replace")
def replaced(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An object with some of its fields changed."""
    if not isinstance(call.first, Instance):
        return None
    copy = objects.replaced(engine, frame, call.first, call.arguments, call.node)
    converting.run(engine, frame, copy, call.node)
    return copy


@python.transfer("logging.getLogger")
def logger(engine: Engine, frame: Frame, call: Call) -> Value:
    """A logger."""
    return Instance(External(host.LOGGER), None)


@python.transfer(*names.TYPE_VARIABLES)
def type_variable(engine: Engine, frame: Frame, call: Call) -> Value:
    """A type variable, which keeps what binds it."""
    made = Instance(call.func, None)
    bound = call.arguments.keywords.get("bound")
    if bound is not None:
        made.fields[names.TYPE_BOUND] = bound
    return made


@python.transfer("collections.namedtuple", "typing.NamedTuple")
def named_tuple(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """``namedtuple("Point", "x y")``: a maker of tuples whose elements have names."""
    if len(call.arguments.positional) < 2:
        return None
    try:
        fields = literal(call.arguments.positional[1])
    except LookupError:
        return Unknown()
    labels = fields.replace(",", " ").split() if isinstance(fields, str) else fields
    made = External(_RECORD)
    made.child("fields", lambda: Container("tuple", {n: Const(n) for n in labels}, None, None))
    return made


@python.transfer(_RECORD)
def record(engine: Engine, frame: Frame, call: Call) -> Value:
    """An instance of a named tuple: a tuple whose elements also go by name."""
    fields, arguments = call.func.child("fields", Unknown), call.arguments
    labels = list(fields.items) if isinstance(fields, Container) else []
    items: dict[object, Value] = dict(enumerate(arguments.positional))
    for name, value in arguments.keywords.items():
        if name in labels:
            items[labels.index(name)] = value
    made = Container("tuple", items, None, frame.region)
    made.children = {("field", labels[i]): items[i] for i in range(len(labels)) if i in items}
    return made


@python.transfer(names.NAMESPACE)
def namespace(engine: Engine, frame: Frame, call: Call) -> Value:
    """An object that holds what it is given by keyword."""
    made = Instance(External(names.NAMESPACE), frame.region)
    for name, value in call.arguments.keywords.items():
        engine.store.fields.put(made, name, value)
    return made


@python.transfer("itertools.count", "itertools.cycle")
def endless(engine: Engine, frame: Frame, call: Call) -> Value:
    """An iterator that never ends."""
    element: Value = Static()
    if call.last == "cycle":
        element = iterables.element_of(engine, frame, call.first or Unknown())
    return Container("iterator", {}, element, frame.region)


@python.transfer(*names.CONTAINERS)
def empty(engine: Engine, frame: Frame, call: Call) -> Value:
    """``defaultdict(list)`` and its like: a container whose elements are not known."""
    made = call.first
    rest: Value = Unknown()
    if call.name.endswith("defaultdict") and isinstance(made, External):
        kind = made.name.rpartition(".")[2]
        if kind in ("list", "dict", "set"):
            rest = Container(kind, {}, Unknown(), frame.region)
    return Container(names.CONTAINERS[call.name], {}, rest, frame.region)
