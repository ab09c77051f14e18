"""Calls of names outside the project: jax, numpy, the standard library, and what is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls, interface
from jaxlint.analysis.core.events import Asker, Call, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys, randoms, spans, streams
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.tracing import callbacks, crossing, demands, transforms
from jaxlint.analysis.semantics import classes, expressions, kernels, models, truth
from jaxlint.analysis.values.facts import NO_FACTS, Facts
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Function,
    Generator,
    HostArray,
    Instance,
    Key,
    Partial,
    Source,
    Static,
    Traced,
    Unknown,
    Value,
    like,
    literal,
    tracers,
)
from jaxlint.knowledge import arrays, host, libraries, modules, names, random, statics
from jaxlint.knowledge.kernels import PALLAS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def call(
    engine: Engine,
    frame: Frame,
    func: External,
    arguments: calls.Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    """The result of calling an outside name."""
    name = func.name
    engine.tell(frame, OutsideCalled, name, arguments, node, source)
    transform = engine.transforms.get(name)
    if transform is not None:
        return transforms.create(engine, frame, transform, name, arguments, node)
    module = name.partition(".")[0]
    if name == "functools.partial" and arguments.positional:
        rest = calls.Arguments(arguments.positional[1:], arguments.keywords)
        return Partial(arguments.positional[0], rest.positional, rest.keywords)
    if name == randoms.INITIALIZER or name.startswith(random.INITIALIZER_MODULES):
        return randoms.initializer(engine, frame, name, arguments, node)
    _declared(engine, frame, name, arguments, node)
    outside = Call(func, arguments, node, source)
    for transfer in interface.owners(name):
        given = transfer(engine, frame, outside)
        if given is not None:
            return given
    if module == "builtins":
        calls.forget(engine, arguments.all)
        return Unknown()
    if module == "jax":
        return _jax(engine, frame, name, arguments, node, source)
    if module == "numpy":
        return _numpy(engine, frame, name, arguments, node)
    if module in ("math", "cmath", "operator"):
        return _math(engine, frame, name, arguments, node)
    return _library(engine, frame, func, arguments, node)


def _declared(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> None:
    """What the user's configuration says of the function."""
    if name in engine.declarations.key_consumers:
        for value in _keys_among(arguments):
            keys.consume(engine, frame, value, node, Use("draw"))


def _keys_among(arguments: calls.Arguments) -> list[Value]:
    """The arguments that a declared consumer draws from: known keys, else the one so named."""
    known = [value for value in arguments.all if keys.is_key(value)]
    if known:
        return known
    named = [value for name, value in arguments.keywords.items() if name in random.KEY_NAMES]
    return named or list(arguments.positional[:1])


# --- jax -----------------------------------------------------------------------------------------


def _jax(
    engine: Engine,
    frame: Frame,
    name: str,
    arguments: calls.Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    demands.jax_call(engine, frame, name, arguments, node)
    if name.startswith("jax.random."):
        return randoms.call(engine, frame, name[11:], arguments, node, source)
    if name == "jax.debug.print":
        callbacks.debug_print(engine, frame, arguments, node)
        return Const(None)
    if name in names.TREE_MAPS:
        return _tree_map(engine, frame, name, arguments, node)
    if name in names.SAME_VALUE and arguments.positional:
        return _same_value(frame, name, arguments.positional[0], node)
    if name in names.COLLECTIVES and arguments.positional:
        value = arguments.positional[0]
        return value if isinstance(value, Traced) else Static()
    if name in arrays.STATIC_RESULTS:
        return Static()
    if name.startswith(PALLAS):
        return kernels.call(engine, frame, name, arguments)
    if name in names.SPECS:
        return Instance(External(crossing.SPEC), frame.region)
    if name in names.REF_MAKERS:
        return Instance(External("jax.Ref"), frame.region)
    if name.startswith(arrays.ARRAY_MODULES) and not name.startswith(arrays.OPAQUE_MODULES):
        return _array_call(engine, frame, name, arguments, node)
    if name.startswith(names.TREE_MODULES):
        return _tree(engine, frame, name.rpartition(".")[2], arguments, node)
    calls.forget(engine, arguments.all)
    return Unknown()


def _same_value(frame: Frame, name: str, value: Value, node: ir.Place) -> Value:
    """What a function gives that hands its argument on, plain numbers as arrays."""
    number = isinstance(value, Const) and isinstance(value.value, int | float)
    if name.startswith("jax.") and (number or isinstance(value, HostArray)):
        return array_result(frame, name, (value,), node)
    cut = name == "jax.lax.stop_gradient" and isinstance(value, Traced) and not value.abstract
    if cut and isinstance(value, Traced):
        return Array(name) if value.source is None else Unknown()
    return value


def _array_call(
    engine: Engine,
    frame: Frame,
    name: str,
    arguments: calls.Arguments,
    node: ir.Place,
) -> Value:
    """A function from arrays to arrays: traced when an argument is, or when all of it is here."""
    if not name.rpartition(".")[2][:1].islower():
        return Unknown()
    several = _gives_several(name, arguments)
    elementwise = name.startswith(names.ELEMENTWISE_MODULES) and not several
    if elementwise and name not in arrays.TAKES_SEQUENCES:
        for place, value in enumerate(arguments.positional):
            evidence = value.source if isinstance(value, Traced) else None
            if evidence is not None and not statics.is_static(name, place):
                evidence.is_array()
    if any(isinstance(value, External | Partial) for value in arguments.all[:1]):
        return Unknown()
    if name in random.STACKING and (keys_together := _stacked_keys(frame, arguments)) is not None:
        return keys_together
    facts = engine.deduced(Call(External(name), arguments, node, None))
    result = array_result(frame, name, arguments.all, node, facts)
    if name == "jax.numpy.asarray" and len(arguments.all) == 1 and isinstance(result, Array):
        given = arguments.all[0]
        return like(given, origin=name) if isinstance(given, Array) else result
    if name == "jax.numpy.arange" and isinstance(result, Array):
        return result.with_fact(spans.of_range(arguments.positional))
    if not several:
        return result
    if name in arrays.TUPLE_RESULTS:
        return Container("list", {}, result, frame.region)
    if isinstance(result, Traced):
        return result.result(Source(), name="")
    return Unknown()


def _gives_several(name: str, arguments: calls.Arguments) -> bool:
    """Whether a function of arrays gives a tuple or list of them, or may do so."""
    if name == "jax.numpy.where":
        return len(arguments.positional) < 2
    asked = arguments.keywords.get(arrays.SEVERAL_IF.get(name, ""))
    wanted = asked is not None and not (isinstance(asked, Const) and not asked.value)
    return wanted or name in arrays.SEQUENCE_RESULTS


def _stacked_keys(frame: Frame, arguments: calls.Arguments) -> Value | None:
    """Several keys put into one array, of which each row is one of them."""
    parts = arguments.get(0, "arrays")
    if isinstance(parts, Key) and parts.batch:
        return parts
    if not isinstance(parts, Container) or parts.rest is not None or not parts.items:
        return None
    single = all(isinstance(part, Key) and not part.batch for part in parts.values)
    return Container("stack", parts.items, None, frame.region) if single else None


def array_result(
    frame: Frame, name: str, values: tuple[Value, ...], node: ir.Place, facts: Facts = NO_FACTS
) -> Value:
    """What a function from arrays to arrays gives here."""
    found = [tracer for value in values for tracer in tracers(value)]
    if name in statics.SLOPELESS or name in statics.MASKS:
        found = [tracer for tracer in found if tracer.abstract]
    chosen = next((tracer for tracer in found if tracer.abstract), None)
    region = frame.region
    everywhere = region is not None and (region.constants or name == "jax.lax.axis_index")
    if chosen is None and region is not None and everywhere:
        why = demands.constant_why(frame, region, name, node)
        return Traced(region.home, why, None, abstract=True, facts=facts)
    if chosen is None and found:
        chosen = found[0]
    if chosen is None:
        return Array(name, *facts)
    return chosen.result(None, *facts)


def _tree_map(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    """``jax.tree.map``: the function runs on leaves, and a pytree of its results comes back."""
    func = arguments.get(0, "f")
    if func is None or len(arguments.positional) < 2:
        return Unknown()
    results: list[Value] = []
    trees = arguments.positional[1:]
    known = [expressions.elements_known(tree, of_dicts=True) for tree in trees]
    alike = known[0] and all(len(items) == len(known[0]) for items in known)
    if "is_leaf" in arguments.keywords:
        alike = False
    turns = list(zip(*known, strict=True)) if alike else [trees, trees]
    here = object()
    for turn in turns:
        leaves = tuple(_single(value) if alike else _leaf(value, here) for value in turn)
        if name.endswith("_with_path"):
            leaves = (Static(), *leaves)
        result = calls.apply(engine, frame, func, calls.Arguments(leaves), node)
        results.append(result if alike and _is_leaf(turn[0]) else _tree_of(result))
    if alike and isinstance(trees[0], Container):
        items = dict(zip(trees[0].items, results, strict=True))
        return Container(trees[0].kind, items, None, frame.region)
    return results[-1]


def _is_leaf(value: Value) -> bool:
    """Whether a part of a pytree is certainly one leaf."""
    if isinstance(value, Traced):
        return value.source is None
    return isinstance(value, Const | Array | HostArray)


def _tree_of(result: Value) -> Value:
    """A pytree of which one leaf is known."""
    if isinstance(result, Traced):
        return result.result(Source(), name="")
    return Static() if isinstance(result, Const | Static) else Unknown()


def _tree(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    """The other functions on pytrees, as far as leaves come out of them."""
    if name.startswith("register"):
        engine.hand_over(arguments.all)
        classes.register(frame, f"jax.tree_util.{name}", arguments)
    name = name.removeprefix("tree_")
    values = arguments.positional
    if name in ("leaves", "flatten") and values:
        leaves = Container("list", {}, _leaf(values[0]), frame.region)
        if name == "leaves":
            return leaves
        return Container("tuple", {0: leaves, 1: Static()}, None, frame.region)
    if name == "ravel_pytree" and values:
        return Container("tuple", {0: _leaf(values[0]), 1: Unknown()}, None, frame.region)
    if name == "reduce" and len(values) > 1:
        leaf = _leaf(values[1])
        start = values[2] if len(values) > 2 else leaf
        return calls.apply(engine, frame, values[0], calls.Arguments((start, leaf)), node)
    if name == "all" and values:
        leaf = _leaf(values[0])
        truth.compare(engine, frame, leaf, node, Asker.ALL)
        return Static()
    return Unknown()


def _single(value: Value) -> Value:
    """What the function gets of an element of a tree known whole: a key is the very key."""
    kept = isinstance(value, Unknown) or (isinstance(value, Key) and not value.batch)
    return value if kept else _leaf(value)


def _leaf(value: Value, turns: object = None) -> Value:
    """What a turn over the leaves of a tree gives; ``turns`` is the same for all that belong."""
    if isinstance(value, Traced):
        return like(value, fresh=True, source=None)
    if isinstance(value, Container):
        inner = [i for i in value.values if not isinstance(i, Container) or i.values]
        return join_all([_leaf(item, turns) for item in inner]) if inner else Unknown()
    if isinstance(value, Key):
        return value.element(spans.whole(turns or object())) if value.batch else value.again()
    return like(value, fresh=True, origin="a leaf") if isinstance(value, Array) else Unknown()


# --- numpy and the rest --------------------------------------------------------------------------


def _numpy(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    if name in host.GENERATOR_MAKERS:
        return Generator(frame.region)
    if any(tracers(value) for value in arguments.all):
        return demands.numpy_call(engine, frame, name, arguments, node)
    if name.rpartition(".")[2][:1].isupper():
        return Unknown()
    return HostArray(*engine.deduced(Call(External(name), arguments, node, None)))


def _math(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    if name.startswith("operator.") and name != "operator.index":
        return Unknown()
    for value in arguments.positional:
        truth.call(engine, frame, value, node, name)
    return Static()


def _library(
    engine: Engine, frame: Frame, func: External, arguments: calls.Arguments, node: ir.Place
) -> Value:
    name = func.name
    last = name.rpartition(".")[2]
    if name in ("collections.namedtuple", "typing.NamedTuple") and len(arguments.positional) > 1:
        return _named_tuple(arguments)
    if name == "dataclasses.replace" and arguments.positional:
        holder = arguments.positional[0]
        if isinstance(holder, Instance):
            return classes.replaced(engine, frame, holder, arguments.keywords)
    if name == "pickle.dumps" and arguments.positional:
        truth.call(engine, frame, arguments.positional[0], node, name)
        return Static()
    if name in names.CONTAINERS:
        return _empty_container(frame, name, arguments)
    if name == "logging.getLogger":
        return Instance(External("logging.Logger"), None)
    if name == "random.Random":
        return Generator(frame.region)
    if name in ("functools.lru_cache", "functools.cache"):
        if arguments.positional and not isinstance(arguments.positional[0], Const):
            return arguments.positional[0]
        return External("functools.<cache>")
    if name == "functools.wraps":
        return Partial(External(names.COPIES_SIGNATURE), (), _wrapped(arguments))
    if name == names.COPIES_SIGNATURE:
        return _with_signature(arguments)
    if name in names.IDENTITY_DECORATORS:
        return arguments.positional[0] if arguments.positional else Unknown()
    if name == "haiku.dropout" and arguments.positional:
        keys.consume(engine, frame, arguments.positional[0], node, Use("draw"))
    if name in modules.KEY_TAKERS or name in names.KEY_GIVERS:
        streams.ask(engine, "keys")
    if name in names.KEY_GIVERS:
        return Key(frame.region)
    if name == "collections.<namedtuple>":
        return _record(frame, func, arguments)
    if name in names.HAIKU_TRANSFORMS and arguments.positional:
        return models.haiku_transform(name, arguments.positional[0], frame)
    if name.startswith("haiku.") and (last[:1].isupper() or last == "get_parameter"):
        streams.ask(engine, modules.PARAMETERS)
    if last[:1].isupper() and name.startswith(libraries.LAYER_MAKERS):
        key = arguments.keywords.get("key")
        if key is not None and name.startswith("equinox.nn."):
            keys.consume(engine, frame, key, node, Use("draw"))
        made = Instance(External(name), frame.region)
        made.fields = dict(arguments.keywords)
        return made
    if name.startswith(("optax.", "einops.")) and name.count(".") == 1 and last.islower():
        found = [tracer for value in arguments.all for tracer in tracers(value)]
        if found and (name.startswith("einops.") or _is_loss(last)):
            return array_result(frame, name, arguments.all, node)
    models.named_key(engine, frame, func, arguments, node, last)
    calls.forget(engine, arguments.all)
    return Unknown()


def _wrapped(arguments: calls.Arguments) -> dict[str, Value]:
    """What ``functools.wraps`` keeps for the wrapper that it will be given."""
    return {"wrapped": arguments.get(0, "wrapped") or Unknown()}


def _with_signature(arguments: calls.Arguments) -> Value:
    """A wrapper that answers for its signature with that of what it wraps."""
    wrapper = arguments.get(0, "wrapper") or Unknown()
    if isinstance(wrapper, Function):
        wrapper.wrapped = arguments.get(1, "wrapped") or Unknown()
    return wrapper


def _named_tuple(arguments: calls.Arguments) -> Value:
    """``namedtuple("Point", "x y")``: a maker of tuples whose elements have names."""
    try:
        fields = literal(arguments.positional[1])
    except LookupError:
        return Unknown()
    labels = fields.replace(",", " ").split() if isinstance(fields, str) else fields
    made = External("collections.<namedtuple>")
    made.child("fields", lambda: Container("tuple", {n: Const(n) for n in labels}, None, None))
    return made


def _record(frame: Frame, maker: External, arguments: calls.Arguments) -> Value:
    """An instance of a named tuple: a tuple whose elements also go by name."""
    fields = maker.child("fields", Unknown)
    labels = list(fields.items) if isinstance(fields, Container) else []
    items: dict[object, Value] = dict(enumerate(arguments.positional))
    for name, value in arguments.keywords.items():
        if name in labels:
            items[labels.index(name)] = value
    made = Container("tuple", items, None, frame.region)
    made.children = {("field", labels[i]): items[i] for i in range(len(labels)) if i in items}
    return made


def _empty_container(frame: Frame, name: str, arguments: calls.Arguments) -> Value:
    """``defaultdict(list)`` and its like: a container whose elements are not known."""
    made = arguments.positional[0] if arguments.positional else None
    rest: Value = Unknown()
    if name.endswith("defaultdict") and isinstance(made, External):
        kind = made.name.rpartition(".")[2]
        if kind in ("list", "dict", "set"):
            rest = Container(kind, {}, Unknown(), frame.region)
    return Container(names.CONTAINERS[name], {}, rest, frame.region)


def _is_loss(name: str) -> bool:
    return any(word in name for word in ("loss", "cross_entropy", "distance", "error", "norm"))
