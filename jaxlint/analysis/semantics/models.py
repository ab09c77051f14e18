"""Models of Flax and Haiku: ``init`` and ``apply``, and the submodules that run below them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys, streams
from jaxlint.analysis.domains.keys.scopes import Scopes, Use
from jaxlint.analysis.semantics import attributes, calls, classes
from jaxlint.analysis.values.kinds import (
    ClassValue,
    Const,
    Container,
    External,
    Function,
    Instance,
    Key,
    Shifted,
    Unknown,
    Value,
    is_none,
)
from jaxlint.knowledge import libraries, modules, random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_INITIALISING = ("init", "init_with_output")
_STATEFUL = ("mutable", "capture_intermediates")


def call(
    engine: Engine, frame: Frame, func: Shifted, arguments: Arguments, node: ir.Place
) -> Value:
    """``init`` or ``apply`` of a model: its function runs, and asks for the keys that it draws."""
    kept = {k: v for k, v in arguments.keywords.items() if k not in func.swallowed}
    handed = Arguments(arguments.positional[func.count :], kept, arguments.rest)
    inner = _function(engine, frame, func, arguments)
    initialises = func.method in _INITIALISING
    applying = engine.context.applying or (not initialises and _is_at_top(engine, frame))
    with engine.within(replace(engine.context, applying=applying)):
        result, asked = streams.heard(
            engine, lambda: calls.apply(engine, frame, inner, handed, node)
        )
    if func.library == "linen":
        rngs = arguments.get(0, "rngs") if initialises else arguments.keywords.get("rngs")
        model = streams.Model(_identity(func, inner), initialises, _is_quiet(arguments))
        streams.of_flax(engine, frame, streams.given(rngs), asked, model, node)
    elif func.key is not None:
        key = arguments.get(func.key, "rng")
        streams.of_haiku(engine, frame, key, asked, node, initialises=initialises)
    return _given(frame, func, arguments, result)


def _is_at_top(engine: Engine, frame: Frame) -> bool:
    """Whether code runs as the module does, so that nobody calls it who is not seen."""
    outermost = engine.path[0].frame if engine.path else frame
    return isinstance(outermost.scope, ir.Module)


def _function(engine: Engine, frame: Frame, func: Shifted, arguments: Arguments) -> Value:
    """What runs: ``__call__``, the function, or the method that ``method=`` names."""
    named = arguments.keywords.get("method") if func.library == "linen" else None
    if named is None or is_none(named) or func.holder is None:
        return func.func
    if isinstance(named, Const) and isinstance(named.value, str):
        return attributes.of(engine, frame, func.holder, named.value)
    if isinstance(named, Function) and named.instance is None:
        return classes.bound_to(named, func.holder)
    return named


def _identity(func: Shifted, inner: Value) -> object:
    """What tells a model's method from others: the code that it runs, else who it is."""
    return inner.definition if isinstance(inner, Function) else func.token


def _is_quiet(arguments: Arguments) -> bool:
    """Whether an argument says that nothing is to be drawn, as ``train=False`` does."""
    return any(
        isinstance(value, Const) and modules.QUIET_FLAGS.get(name) is value.value
        for name, value in arguments.keywords.items()
    )


def _given(frame: Frame, func: Shifted, arguments: Arguments, result: Value) -> Value:
    """What the caller gets: the result, the variables, or both."""
    if func.method == "init":
        return Unknown()
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
    return isinstance(value, Const) and not value.value


# --- the models ----------------------------------------------------------------------------------


def linen(func: Value, holder: Instance, method: str) -> Shifted:
    """``model.apply`` or ``model.init`` of Flax, which take variables or keys first."""
    shifted = Shifted(func, 1, libraries.APPLY_OPTIONS)
    shifted.library, shifted.method, shifted.holder = "linen", method, holder
    return shifted


def haiku_transform(name: str, func: Value, frame: Frame) -> Value:
    """``hk.transform(f)``: an object whose ``apply`` takes parameters (state, key) before ``x``."""
    made = Instance(External("haiku.Transformed"), frame.region)
    state = name.endswith("with_state")
    count, key = (3, 2) if state else (2, 1)
    inner = func
    if isinstance(func, Instance):
        before = func.child("apply", Unknown)
        known = isinstance(before, Shifted)
        inner = before.func if isinstance(before, Shifted) else Unknown()
        state = isinstance(before, Shifted) and before.state
        count, key = (before.count - 1 if isinstance(before, Shifted) else 1), -1
        if not known:
            inner = Unknown()
    made.child("apply", lambda: _haiku(inner, count, key if key > 0 else None, state, "apply"))
    made.child("init", lambda: _haiku(inner, 1, 0, state, "init"))
    return made


def _haiku(func: Value, count: int, key: int | None, state: bool, method: str) -> Shifted:
    shifted = Shifted(func, count, key=key)
    shifted.library, shifted.method, shifted.state = "haiku", method, state
    return shifted


def unseen(
    engine: Engine,
    frame: Frame,
    func: Value,
    arguments: Arguments,
    node: ir.Place,
    method: str,
) -> None:
    """Consume the keys that a model of which nothing is seen is given.

    What may be a model of Flax draws only where another call would draw the same.
    """
    scopes = None
    rngs = arguments.keywords.get("rngs")
    if method in _INITIALISING and _imports(frame.module, "flax"):
        scopes = Scopes(frozenset(), "any init")
    elif method == "apply" and rngs is not None:
        if _is_quiet(arguments):
            return
        named = arguments.keywords.get("method")
        scopes = Scopes(frozenset(), (func.token, named and named.token))
    cls = func.cls if isinstance(func, Instance) else None
    known = isinstance(cls, External) and cls.name.startswith(libraries.LAYER_MAKERS)
    keys.consume_given(engine, frame, _keys(arguments, method), node, scopes, known=known)


def named_key(
    engine: Engine,
    frame: Frame,
    func: Value,
    arguments: Arguments,
    node: ir.Place,
    name: str,
) -> None:
    """Consume a key that a function of which nothing is seen is given under the name of one.

    That another call of the same function draws the same is all that is known.
    """
    if not name[:1].islower() or name in random.KEEPING or _is_quiet(arguments):
        return
    who = func.name if isinstance(func, External) else func.token
    if isinstance(who, str) and who.startswith("jax."):
        return
    use = Use("draw", scopes=Scopes(frozenset(), ("function", who)))
    for keyword in random.DRAWING_KEYWORDS:
        value = arguments.keywords.get(keyword)
        if isinstance(value, Key) and not value.batch:
            keys.consume(engine, frame, value, node, use)


def _keys(arguments: Arguments, method: str) -> list[Value]:
    """What a model's method is given under the names, and at the place, of keys."""
    found: list[Value] = []
    if method != "apply" and arguments.positional:
        found.append(arguments.positional[0])
    found.extend(v for name, v in arguments.keywords.items() if name in random.STREAM_KEYWORDS)
    inside = [value.values if isinstance(value, Container) else (value,) for value in found]
    return [value for values in inside for value in values]


def _imports(module: ir.Module, library: str) -> bool:
    """Whether a module imports a library at its top."""
    imports = [statement for statement in module.body if isinstance(statement, ir.Import)]
    names = [name.module for one in imports for name in one.names]
    return any(name.partition(".")[0] == library for name in names)


# --- submodules ----------------------------------------------------------------------------------


def name_below(engine: Engine, frame: Frame, module: Value | None) -> str:
    """The name under which a module is a submodule of the one under way; "" if it is none.

    Those that Flax numbers go by their class: what is asked is whether two models both have one.
    """
    if not isinstance(module, Instance) or not is_linen(module.cls):
        return ""
    around = _module_of(frame)
    if around is None or around.token is module.token:
        return ""
    named = module.fields.get("name") or engine.store.fields.get((module.token, "name"))
    if isinstance(named, Const) and isinstance(named.value, str):
        return named.value
    return _field_of(engine, around, module) or _class_name(module.cls)


def is_linen(cls: Value) -> bool:
    """Whether a class is a module of flax.linen."""
    if isinstance(cls, External):
        return cls.name.startswith("flax.linen.")
    return classes.kind(cls) == "linen"


def _module_of(frame: Frame) -> Instance | None:
    """The module whose method is under way here or around here."""
    current: Frame | None = frame
    while current is not None:
        scope = current.scope
        if isinstance(scope, ir.Function) and scope.owner is not None and scope.parameters:
            owner = current.env.get(scope.parameters[0].name)
            known = isinstance(owner, Instance) and is_linen(owner.cls)
            return owner if isinstance(owner, Instance) and known else None
        current = current.closure
    return None


def _field_of(engine: Engine, owner: Instance, module: Instance) -> str:
    """The field of a module that holds another one, "" if it is none."""
    if not isinstance(owner.cls, ClassValue):
        return ""
    kept = engine.fields.get(owner.cls, {}).items()
    stored = ((attr, v) for (who, attr), v in engine.store.fields.items() if who is owner.token)
    return next((str(attr) for attr, v in (*stored, *kept) if v.token is module.token), "")


def _class_name(cls: Value) -> str:
    if isinstance(cls, External):
        return cls.name.rpartition(".")[2]
    return cls.definition.name if isinstance(cls, ClassValue) else ""


def layer_called(engine: Engine, frame: Frame, layer: Instance, arguments: Arguments) -> None:
    """Note what a layer of flax.linen asks for: parameters, and numbers to drop by."""
    if not isinstance(layer.cls, External) or not layer.cls.name.startswith("flax.linen."):
        return
    last = _class_name(layer.cls)
    below = name_below(engine, frame, layer)
    path = (below,) if below else ()
    if last in modules.RANDOM_PARAMETERS:
        streams.ask(engine, modules.PARAMETERS, path)
    elif last not in modules.FIXED_PARAMETERS:
        streams.ask(engine, modules.UNSEEN, path)
    if last in modules.DROPPING and _drops(layer, modules.DROPPING[last], arguments):
        stream = layer.fields.get("rng_collection")
        name = stream.value if isinstance(stream, Const) else modules.DROPOUT_STREAM
        streams.ask(engine, str(name), path)


def _drops(layer: Instance, rate: str, arguments: Arguments) -> bool:
    """Whether a layer drops at random: not where it is told to be deterministic, or drops none."""
    told = arguments.keywords.get("deterministic") or layer.fields.get("deterministic")
    share = layer.fields.get(rate)
    none = share is None and rate != "rate"
    if none or (isinstance(share, Const) and not share.value):
        return False
    return not (isinstance(told, Const) and told.value is True)


def parameter(engine: Engine, method: str, arguments: Arguments) -> None:
    """Note what ``self.param`` and ``self.make_rng`` ask for."""
    if method == "make_rng":
        stream = arguments.get(0, "name")
        known = stream is None or isinstance(stream, Const)
        name = "params" if stream is None else str(getattr(stream, "value", ""))
        streams.ask(engine, name if known else modules.UNSEEN)
    elif not _is_fixed(arguments.get(1, "init_fn")):
        streams.ask(engine, modules.PARAMETERS)


def _is_fixed(initialiser: Value | None) -> bool:
    """Whether an initialiser gives the same for each key."""
    if isinstance(initialiser, Function):
        parameters = initialiser.definition.parameters
        return bool(parameters) and parameters[0].name not in initialiser.definition.loads
    name = initialiser.name.rpartition(".")[2] if isinstance(initialiser, External) else ""
    return name in modules.FIXED_INITIALIZERS
