"""Calls of ``jax.random`` and its kin: keys made, folded, split and drawn from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import isfinite
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import widening
from jaxlint.analysis.domains.arrays.forms import dtype_name, named_kind
from jaxlint.analysis.domains.keys import (
    arms,
    bounds,
    children,
    counted,
    fields,
    keys,
    made_under,
    offspring,
    random_keys,
    recipes,
    sums,
)
from jaxlint.analysis.domains.keys.copies import Copies
from jaxlint.analysis.domains.keys.made_under import MadeUnder
from jaxlint.analysis.domains.keys.observations import (
    KeyDependsOnHash,
    NoKeyGiven,
    RawKeyMade,
    SeedCollides,
)
from jaxlint.analysis.domains.keys.offspring import Offspring
from jaxlint.analysis.domains.keys.recipes import Recipe
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.keys.shuffled import Shuffled
from jaxlint.analysis.semantics import results
from jaxlint.analysis.values import salted, spans
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.facts import NO_FACTS, Edge
from jaxlint.analysis.values.kinds import (
    NONE,
    Abstract,
    Const,
    Container,
    External,
    Generator,
    Key,
    Made,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
    like,
)
from jaxlint.analysis.values.regions import outward
from jaxlint.knowledge import random
from jaxlint.knowledge.api import number as number_of
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments as Given
    from jaxlint.analysis.core.engine import Engine

_SEEDS = 2**32


@random_keys.transfer("jax.random.")
def other(engine: Engine, frame: Frame, call: Call) -> Value:
    """What is not known of ``jax.random`` draws nothing."""
    return Unknown()


@random_keys.transfer(*random.qualified(random.STATIC))
def told(engine: Engine, frame: Frame, call: Call) -> Value:
    """What a key tells of itself."""
    if call.last != "key_data":
        return Static()
    key = call.arguments.get(0, "keys")
    return results.of_arrays(frame, call.name, () if key is None else (key,), call.node)


@random_keys.transfer(*random.qualified(random.MAKERS))
def made(engine: Engine, frame: Frame, call: Call) -> Value:
    """A key that is made of a seed."""
    if call.last == "PRNGKey":
        engine.observe(RawKeyMade(*frame.at(call.node)))
    return _make(engine, frame, call.arguments.get(0, "seed"), call.node, call.source)


@random_keys.transfer(*random.qualified(random.DERIVERS))
def derived(engine: Engine, frame: Frame, call: Call) -> Value:
    """A key that is made of another one."""
    key = call.arguments.get(0, "key")
    if call.last == "fold_in":
        return _fold(engine, frame, key, call.arguments.get(1, "data"), call.node)
    batch = isinstance(key, Key) and key.batch
    return _traced(frame, Key(frame.region, batch=batch), key, call.node)


@random_keys.transfer(*random.qualified(random.SPLITTERS))
def split(engine: Engine, frame: Frame, call: Call) -> Value:
    """A batch of keys that is made of one."""
    fields.split(engine, frame, call.source)
    key, number = call.arguments.get(0, "key"), call.arguments.get(1, "num")
    use = Use("split", None if number is None else ("split", number))
    use = use._replace(children=children.used(frame, call.source), offspring=Offspring())
    use = use._replace(among=_among(engine, number))
    return _split(engine, frame, key, use, call.node)


@random_keys.transfer(*random.INITIALIZER_MODULES)
def initializer(engine: Engine, frame: Frame, call: Call) -> Value:
    """``he_normal()`` makes an initialiser; ``he_normal()(key, shape)`` draws from the key."""
    if call.name not in (random.INITIALIZER, random.FIXED_INITIALIZER):
        if call.last in random.FIXED_INITIALIZER_MAKERS:
            return External(random.FIXED_INITIALIZER)
        return External(random.INITIALIZER) if call.last in random.INITIALIZERS else Unknown()
    key = call.arguments.get(0, "key")
    if key is not None and call.name == random.INITIALIZER:
        keys.consume(engine, frame, key, call.node, Use("draw", sampler="normal"))
    return results.of_arrays(frame, "an initialiser", call.arguments.all[1:], call.node)


@random_keys.transfer(*random.STACKING)
def stacked(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Several keys put into one array, of which each row is one of them."""
    parts = call.arguments.get(0, "arrays")
    if isinstance(parts, Key) and parts.batch:
        return parts
    if not isinstance(parts, Container) or parts.rest is not None or not parts.items:
        return None
    single = all(isinstance(part, Key) and not part.batch for part in parts.values)
    return Container("stack", parts.items, None, frame.region) if single else None


@random_keys.on(OutsideCalled)
def declared(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Consume the keys that a function is given which the configuration says to draw from them."""
    if event.name in engine.declarations.key_consumers:
        for value in _keys_among(event.arguments):
            keys.consume(engine, frame, value, event.node, Use("draw"))


def _keys_among(arguments: Given) -> list[Value]:
    """The arguments that a declared consumer draws from: known keys, else the one so named."""
    known = [value for value in arguments.all if keys.is_key(value)]
    if known:
        return known
    named = [value for name, value in arguments.keywords.items() if name in random.KEY_NAMES]
    return named or list(arguments.positional[:1])


# --- making and deriving -----------------------------------------------------------------------


def _make(
    engine: Engine,
    frame: Frame,
    seed: Value | None,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    if seed is not None:
        _judge_number(engine, frame, seed, None, node)
    if not isinstance(seed, Const) or not isinstance(seed.value, int):
        same = Recipe((node,), engine.serial(), node) if _is_default(frame, node) else None
        return _traced(frame, Key(frame.region), seed, node).with_fact(same)
    if seed.value >= _SEEDS:
        collides = SeedCollides(*frame.at(node), seed.value % _SEEDS)
        engine.observe(widening.only(engine, collides, wide=False))
    key = Key(frame.region)
    repeats = _repeats(frame)
    if repeats and source is not None and _is_fixed(frame, source):
        key.made = Made(frame.module, node, repeats, tuple(frame.loops))
    recipe = None if key.made else Recipe((seed.value,), engine.serial(), node)
    return _traced(frame, key, seed, node).with_fact(recipe)


def _judge_number(
    engine: Engine, frame: Frame, number: Value, root: Value | None, node: ir.Place
) -> None:
    """Judge a number by which a key is told from others, of those that come of a root, if any."""
    if salted.holds(number):
        engine.observe(KeyDependsOnHash(*frame.at(node)))
    if sums.collides(engine, frame, number, root):
        engine.observe(SeedCollides(*frame.at(node), None))


def _traced(frame: Frame, made: Key, source: Value | None, node: ir.Place) -> Key:
    """A key that is made of something here, where that or the place is traced: a traced one."""
    numbers = results.of_arrays(frame, "jax.random.key", () if source is None else (source,), node)
    here = made.with_fact(MadeUnder(frame.conditions))
    return here.with_fact(Abstract(numbers)) if isinstance(numbers, Traced) else here


def _is_default(frame: Frame, node: ir.Place) -> bool:
    """Whether a key is made in a default, which Python evaluates once for all calls."""
    return any(
        parameter.default is not None and parameter.default.place.encloses(node)
        for one in frame.scope.inner
        if isinstance(one, ir.Function)
        for parameter in one.parameters
    )


def _is_fixed(frame: Frame, source: ir.Call) -> bool:
    """Whether the seed is written as a literal, or as a name from outside of the function."""
    seeds = source.given
    if not seeds or isinstance(seeds[0], ir.Constant):
        return bool(seeds)
    return isinstance(seeds[0], ir.Name) and seeds[0].id not in frame.scope.bound


def _repeats(frame: Frame) -> str:
    """Why a constant made here is made again and again: "turn" of a loop, "row" of a vmap, or "".

    A loop that makes it behind a test of its own makes it once.
    """
    for region in outward(frame.region):
        if region.transform.repeats:
            return "turn"
        if region.transform.arguments is Arguments.MAPPED:
            return "row"
    return "turn" if frame.loops and not frame.turn_conditions else ""


def _fold(
    engine: Engine, frame: Frame, key: Value | None, data: Value | None, node: ir.Place
) -> Value:
    """``fold_in(key, data)``: equal data give one key, so the child is known by its data."""
    if data is not None:
        _judge_number(engine, frame, data, key, node)
    if (
        key is None
        or data is None
        or not keys.can_be_key(key)
        or not _fits(engine, frame, key, node)
    ):
        return _traced(frame, Key(frame.region), key, node)
    number = _whole(data.value) if isinstance(data, Const) else None
    birth = offspring.of(keys.note_fold(engine, frame, key, node, data), number)
    made = key.made if isinstance(key, Key) else None
    region = key.region if isinstance(key, Key | Traced) else None
    family = key.child("folds", lambda: Key(region, batch=True))
    assert isinstance(family, Key)
    children = _traced(frame, like(family, region=region, made=made, facts=NO_FACTS), key, node)
    if isinstance(data, Const):
        child = _folded(children, number, data)
        copies = key.fact(Copies)
        recipe = recipes.child(recipes.of(key), number)
        return child.with_fact(recipe).with_fact(copies).with_fact(birth)
    child = _folded(children, data.token, data)
    child.region, child.made = frame.region, None
    return child.with_fact(birth)


def _whole(data: object) -> object:
    """What is folded in of a number: JAX leaves out what stands behind the point."""
    return int(data) if isinstance(data, float) and isfinite(data) else data


def _folded(children: Key, name: object, data: Value) -> Key:
    """The child of a name, the same each time, as it is here: traced or not."""
    child = children.child(name, lambda: children.element(spans.of_value(data)))
    assert isinstance(child, Key)
    facts = children.facts.cross(Edge.ELEMENT)
    return like(child, region=children.region, made=children.made, family=children, facts=facts)


def _split(engine: Engine, frame: Frame, key: Value | None, use: Use, node: ir.Place) -> Value:
    number = None if use.given is None else use.given[1]
    plain = number is None or (isinstance(number, Const) and isinstance(number.value, int))
    if key is not None and _fits(engine, frame, key, node):
        keys.consume(engine, frame, key, node, use)
    batch = Key(frame.region, batch=True, vague=not plain)
    if plain:
        batch.count = number.value if isinstance(number, Const) else 2  # type: ignore[assignment]
    parent = None if key is None or not plain else recipes.of(key)
    parent = parent if use.among is None else recipes.child(parent, ("split", use.among))
    born = offspring.of((use.offspring,))
    made = _traced(frame, batch, key, node).with_fact(parent).with_fact(born)
    one = None if key is None else keys.of_one(frame, key)
    return made.with_fact(counted.by(number)).with_fact(one)


def _among(engine: Engine, number: Value | None) -> Hashable:
    """How many children a split makes, where each number of them gives others; else None."""
    if number_of(engine.releases.newest) >= number_of(random.SPLITS_ALIKE_SINCE):
        return None
    if number is None:
        return 2
    return number.value if isinstance(number, Const) else number.token


@random_keys.transfer(*random.qualified(random.SAMPLERS))
def sampled(engine: Engine, frame: Frame, call: Call) -> Value:
    """Numbers that are drawn from a key."""
    name, arguments = call.last, call.arguments
    constant = bounds.judge(engine, frame, name, arguments, call.node)
    key = arguments.get(0, "key")
    data = arguments.get(1, "x" if name == "permutation" else "a")
    if key is not None and _fits(engine, frame, key, call.node) and not constant:
        alike = name in random.ALIGNING and (frame.comprehensions or not frame.loops)
        several = alike and not _is_written_out(arguments)
        given = (name, data) if several and data is not None else None
        weights = arguments.get(4, "p")
        told = None if weights is None or is_none(weights) else weights
        sampler = _sampler(name, arguments)
        use = Use("draw", given, told, sampler, tuple(_signs(arguments)))
        span, tiny = bounds.span(sampler, arguments), bounds.is_tiny(name, arguments)
        shape, dtype = arms.shape(call.last, call.source), _float(call.name, arguments)
        use = use._replace(span=span, tiny=tiny, shape=shape, dtype=dtype)
        keys.consume(engine, frame, key, call.node, use)
        fields.drawn(engine, frame, call.source)
    others = tuple(value for value in arguments.all if value is not key)
    drawn = () if key is None else tuple(tracers(key))
    known = engine.deduced(call)
    if name in random.ALIGNING and data is not None:
        known = known.plus(Shuffled(frozenset((data.token,))))
    return results.of_arrays(frame, call.name, (*drawn, *others), call.node, known)


def _is_written_out(arguments: Given) -> bool:
    """Whether what is drawn from stands in the call as literals, alike whenever it runs."""
    source = arguments.source
    return source is not None and len(source.args) > 1 and _is_literal(source.args[1])


def _is_literal(node: ir.Expr) -> bool:
    if isinstance(node, ir.Call):
        return all(map(_is_literal, node.args)) and bool(node.args)
    if isinstance(node, ir.Display):
        return all(map(_is_literal, node.elements))
    return isinstance(node.operand if isinstance(node, ir.UnaryOp) else node, ir.Constant)


def _sampler(name: str, arguments: Given) -> str:
    """The sampler by the numbers it draws, as ``choice`` is several; "" where that is not known.

    Complex numbers are drawn of two children: one for each part.
    """
    if name == "normal" and named_kind(arguments.get(2, "dtype")) == "complex":
        return "split"
    if name != "choice":
        return name
    weights = arguments.get(4, "p") or NONE
    if not is_none(weights):
        unsure = isinstance(weights, Unknown) and not weights.present
        return "" if unsure else random.WEIGHTED_CHOICE
    replace = arguments.get(3, "replace") or Const(True)
    if not isinstance(replace, Const):
        return ""
    return name if replace.value else "permutation"


def _float(name: str, arguments: Given) -> str:
    """The dtype of the floats that are drawn; "" where it is not known, or they are none."""
    if name not in random.FLOATS or arguments.rest is not None:
        return ""
    given = arguments.get(2, "dtype") or NONE
    if is_none(given):
        return random.UNNAMED
    named = dtype_name(given).rstrip("_")
    return named if random.UNNAMED in named else ""


def _signs(arguments: Given) -> Iterable[tuple[object, object]]:
    """What tells the arguments of samplers apart, the key left out."""
    for place, value in [*enumerate(arguments.positional), *arguments.keywords.items()]:
        if place not in (0, "key"):
            yield place, _sign(value)


def _sign(value: Value) -> object:
    if isinstance(value, Const):
        return type(value.value), value.value
    if isinstance(value, Container) and value.rest is None:
        return tuple((place, _sign(item)) for place, item in value.items.items())
    return value.name if isinstance(value, External) else value.token


def _fits(engine: Engine, frame: Frame, key: Value, node: ir.Place) -> bool:
    """Whether a value can be the one key that is wanted; observe it when it certainly cannot."""
    what = _not_a_key(key)
    if what and not engine.context.expects_errors and not made_under.may_be_asked(frame, key):
        engine.observe(NoKeyGiven(*frame.at(node), what, isinstance(key, Key)))
    return not what


def _not_a_key(value: Value) -> str:
    if isinstance(value, Const) and isinstance(value.value, int | float | str):
        return f"the plain value {value.value!r}"
    if isinstance(value, Container) and value.kind in ("tuple", "list") and value.rest is None:
        return f"a {value.kind}"
    if isinstance(value, Generator):
        return "a NumPy or Python generator"
    if isinstance(value, Key) and value.batch and not value.vague:
        return "a batch of keys"
    return ""
