"""Layers and parameters of Flax, and the keys that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import InstanceCalled, MethodResult, ParameterAsked
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.models import keyless, models, streams
from jaxlint.analysis.domains.models.submodules import class_name, name_below
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import (
    Const,
    External,
    Instance,
    Key,
    Traced,
    Unknown,
    Value,
    is_false,
)
from jaxlint.knowledge import modules

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Note what a layer of flax.linen asks for: parameters, and numbers to drop by."""
    layer, arguments, _ = event
    if not isinstance(layer.cls, External) or not layer.cls.name.startswith("flax.linen."):
        return
    last = class_name(layer.cls)
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
        if last == "Dropout":
            keyless.drops(engine, frame, layer, arguments)


@models.on(InstanceCalled)
def keyed(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Consume the key that a layer draws from where it is called."""
    layer, arguments, node = event
    name = layer.cls.name if isinstance(layer.cls, External) else ""
    key = arguments.keywords.get("key")
    if key is None or name not in modules.KEYED:
        return
    told = arguments.keywords.get("inference") or layer.fields.get("inference")
    share = layer.fields.get(modules.KEYED[name])
    nothing = is_false(share)
    if not nothing and not (isinstance(told, Const) and told.value is True):
        keys.consume(engine, frame, key, node, Use("draw", sampler="bernoulli", masks=True))


def _drops(layer: Instance, rate: str, arguments: Arguments) -> bool:
    """Whether a layer drops at random: not where it is told to be deterministic, or drops none."""
    told = arguments.keywords.get("deterministic") or layer.fields.get("deterministic")
    share = layer.fields.get(rate)
    none = share is None and rate != "rate"
    if none or is_false(share):
        return False
    return not (isinstance(told, Const) and told.value is True)


@models.answer(MethodResult)
def method(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """What ``self.param`` and ``self.make_rng`` of a module give, and ask for."""
    base, name, arguments, _ = event
    if not isinstance(base, Instance) or not isinstance(base.cls, ClassValue):
        return None
    if classes.kind(base.cls) != "linen":
        return None
    if name == "make_rng":
        _ask_stream(engine, frame, arguments)
        return Key(frame.region)
    if name == "param":
        return _parameter(engine, frame, arguments)
    return Unknown()


def _ask_stream(engine: Engine, frame: Frame, arguments: Arguments) -> None:
    stream = arguments.get(0, "name")
    known = stream is None or isinstance(stream, Const)
    name = "params" if stream is None else str(getattr(stream, "value", ""))
    streams.ask(engine, name if known else modules.UNSEEN)
    if known:
        keyless.draws(engine, frame, name, "self.make_rng")


def _parameter(engine: Engine, frame: Frame, arguments: Arguments) -> Value:
    """A parameter is traced in traced code, and where its slope is taken."""
    if not _is_fixed(engine, arguments.get(1, "init_fn")):
        streams.ask(engine, modules.PARAMETERS)
    found = frame.region
    if found is None or not (found.constants or engine.context.learning):
        return Unknown()
    facts = engine.deduced(ParameterAsked(engine.context.learning))
    return Traced(found, frame.why or found.why, None, abstract=True, facts=facts)


def _is_fixed(engine: Engine, initialiser: Value | None) -> bool:
    """Whether an initialiser gives the same for each key."""
    if isinstance(initialiser, Function):
        engine.looks_into(initialiser.definition)
        parameters = initialiser.definition.parameters
        return bool(parameters) and parameters[0].name not in initialiser.definition.loads
    name = initialiser.name.rpartition(".")[2] if isinstance(initialiser, External) else ""
    return name in modules.FIXED_INITIALIZERS
