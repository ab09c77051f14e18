"""Functions and layers of Flax, Haiku, Equinox and NumPyro: which draw, and from which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.keys.offspring import Offspring
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.models import applying, keyless, models, streams, unlifted
from jaxlint.analysis.values.kinds import Container, External, Instance, Key, Unknown, Value
from jaxlint.knowledge import libraries, modules, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.transfer(*(modules.KEY_TAKERS | names.KEY_GIVERS))
def taken(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A key from the stream of the model under way."""
    streams.ask(engine, modules.KEYS)
    if call.name in modules.KEY_NEEDERS:
        keyless.draws(engine, frame, modules.KEYS, call.last)
    return Key(frame.region) if call.name in names.KEY_GIVERS else None


@models.transfer("haiku.PRNGSequence")
def sequence(engine: Engine, frame: Frame, call: Call) -> Value:
    """An iterator that gives one key after the other."""
    return Container("iterator", {}, Key(frame.region), frame.region)


@models.transfer("haiku.dropout")
def dropped(engine: Engine, frame: Frame, call: Call) -> None:
    """Dropout draws from its first argument."""
    if call.first is not None:
        use = Use("draw", sampler="bernoulli", masks=True)
        keys.consume(engine, frame, call.first, call.node, use)


@models.transfer("numpyro.handlers.seed")
def seeded(engine: Engine, frame: Frame, call: Call) -> None:
    """A model of NumPyro under ``seed`` splits the key, from the start at each call.

    Nothing is drawn for sites that are given, as what other handlers make of a model may have them.
    """
    key = call.arguments.get(1, "rng_seed")
    if isinstance(key, Key) and not _are_sites_given(frame, call.node):
        use = Use("draw", sampler="split", guessed=not isinstance(call.first, Function))
        keys.consume(engine, frame, key, call.node, use)


def _are_sites_given(frame: Frame, seeded: ir.Place) -> bool:
    """Whether a handler around a seeded model gives sites of it, which may be all of them."""
    return any(
        isinstance(one, ir.Call)
        and ir.last_name(one.func) in modules.SITE_GIVERS
        and any(given.place.encloses(seeded) for given in one.args)
        for one in ir.nodes_in(frame.statement)
    )


@models.transfer("haiku.get_parameter")
def parameter(engine: Engine, frame: Frame, call: Call) -> None:
    """A parameter is drawn when the model is initialised, unless it starts as the same numbers."""
    if not _is_fixed(call.arguments.get(3, "init")):
        streams.ask(engine, modules.PARAMETERS)
    unlifted.parameter(engine, frame, call)


def _is_fixed(initialiser: Value | None) -> bool:
    """Whether an initialiser of Haiku gives the same whatever the key is."""
    name = initialiser.name.rpartition(".")[2] if isinstance(initialiser, External) else ""
    return name in modules.FIXED_INITIALIZERS


@models.transfer(*names.HAIKU_TRANSFORMS)
def transformed(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A model of Haiku."""
    return None if call.first is None else applying.haiku_transform(call.name, call.first, frame)


@models.transfer("flax.linen.compact")
def compact(engine: Engine, frame: Frame, call: Call) -> Value:
    """The method, as it is."""
    return Unknown() if call.first is None else call.first


@models.transfer(*libraries.LAYER_MAKERS)
def layer(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A layer; one of Haiku asks for its parameters, one of Equinox draws them when it is made."""
    if not call.last[:1].isupper():
        return None
    if call.name.startswith("haiku."):
        streams.ask(engine, modules.PARAMETERS)
    key = call.arguments.keywords.get("key")
    if key is not None and call.name.startswith("equinox.nn."):
        draw = Use("draw", sampler="normal")
        split = Use("split", offspring=Offspring([(None, draw)]))
        use = draw if call.last in libraries.DRAWING_LAYERS else split
        keys.consume(engine, frame, key, call.node, use)
    made = Instance(External(call.name), frame.region)
    if call.name.startswith("equinox."):
        engine.store.fields.frozen.add(made)
    made.fields = dict(call.arguments.keywords)
    if call.name in modules.SPREAD:
        parts: dict[object, Value] = dict(enumerate(call.arguments.positional))
        layers = Container("tuple", parts, call.arguments.rest, frame.region)
        made.fields[modules.SEQUENCES[call.name]] = layers
    elif call.name in modules.FIELDS:
        position, field = modules.FIELDS[call.name]
        given = call.arguments.get(position, field)
        if given is not None:
            made.fields[field] = given
    _forget_changed(engine, made)
    return made


def _forget_changed(engine: Engine, made: Instance) -> None:
    """Leave out containers whose elements may be others by now than those that they began with."""
    for name, value in list(made.fields.items()):
        if isinstance(value, Container) and value.token in engine.store.fields:
            del made.fields[name]
