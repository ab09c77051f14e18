"""When two calls are alike: the signature of a call, and its result moved to another caller."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.values.certainty import Certainty
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
    like,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.analysis.values.sources import Source

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame

_PLAIN = {Static: "s", Unknown: "u", HostArray: "h", Array: "a"}
_NUMBERS = frozenset((Unknown, Array, Traced))
_DEPTH = 3


def of_call(
    engine: Engine, frame: Frame, function: Function, arguments: Arguments
) -> tuple[object, ...] | None:
    """What identifies a call from a frame: function, region, context, kinds of its arguments.

    None when the arguments have an identity that matters, as keys and objects do, and behind a
    handler, which hears of each error.
    """
    context = engine.context
    if context.guards:
        return None
    signs: list[object] = []
    for name, value in [*enumerate(arguments.positional), *arguments.keywords.items()]:
        sign = _sign(value, _DEPTH)
        if sign is None:
            return None
        signs.append((name, sign))
    rest = None if arguments.rest is None else "rest"
    chosen = tuple([(one.predicate, one.arm) for one in frame.conditions if one.predicate])
    untraced = (frame.means_untraced, frame.may_be_untraced)
    region = (_of_region(frame.region), frame.makes_missing, bool(frame.setup))
    left = _left_around(engine, frame, function) if frame.conditions else ()
    around = (region, untraced, chosen, left, context.sign())
    same = _same(arguments.all)
    if same is None:
        return None
    return (function.definition, id(function.closure), around, rest, same, *signs)


def _left_around(engine: Engine, frame: Frame, function: Function) -> tuple[object, ...]:
    """Of each variable around a function that is one of several callables, which it may be here."""
    return tuple(
        [
            (name, origins.possible(engine, choice, frame.conditions))
            for name in function.definition.loads
            for owner in [function.closure.holder(name)]
            if owner is not None
            for choice in _choices(owner.env[name])
        ]
    )


def _choices(value: Value) -> Iterator[Choice]:
    """The choices between callables that a value is, or is made of."""
    while isinstance(value, Transformed | Partial):
        value = value.func
    if isinstance(value, Choice):
        yield value
        for option in value.options:
            yield from _choices(option)


def _same(values: tuple[Value, ...]) -> tuple[tuple[int, ...], ...] | None:
    """Which arguments are one and the same number, or array, and which were made equal.

    None where they are rows of one array that two maps give, which their tokens do not tell apart.
    """
    numbers = [value for value in values if type(value) in _NUMBERS]
    if len(numbers) < 2:
        return ()
    first = _firsts([value.token for value in numbers])
    pairs = ((numbers[at], value) for at, value in zip(first, numbers, strict=False))
    apart = any(_region(one) is not _region(other) for one, other in pairs)
    return None if apart else (first, _firsts([value.facts.recipe() for value in numbers]))


def _firsts(known: Sequence[Hashable]) -> tuple[int, ...]:
    """At which position each of these stands first; nothing if none stands twice."""
    first: dict[Hashable, int] = {}
    places = enumerate(known)
    found = tuple([at if one is None else first.setdefault(one, at) for at, one in places])
    return () if found == (*range(len(known)),) else found


def _region(value: Value) -> Region | None:
    return value.region if isinstance(value, Traced) else None


def _of_region(region: Region | None) -> tuple[object, ...]:
    if region is None:
        return ()
    frozen = region.frozen()
    return (region.abstract, region.constants, frozen is not None, frozen is region)


def _sign(value: Value, depth: int) -> object:
    plain = _PLAIN.get(type(value))
    if plain is not None:
        present = isinstance(value, Unknown) and value.present
        return (plain, present, value.facts.sign())
    if isinstance(value, Const):
        return (type(value.value).__name__, repr(value.value), value.facts.sign())
    if isinstance(value, Traced):
        present = value.source is not None and value.source.present
        kind = (value.abstract, value.source is None, present)
        return ("t", kind, value.why.certainty is Certainty.PRESUMED, value.facts.sign())
    if isinstance(value, Container) and depth:
        signs = [(repr(key), _sign(item, depth - 1)) for key, item in value.items.items()]
        rest = None if value.rest is None else _sign(value.rest, depth - 1)
        if any(sign is None for _, sign in signs) or (value.rest is not None and rest is None):
            return None
        return (value.kind, value.region is None, rest, value.facts.sign(), *signs)
    if isinstance(value, External):
        return ("e", value.name)
    if isinstance(value, Function):
        return ("f", value.definition, id(value.closure), value.instance and id(value.instance))
    if isinstance(value, Key | Instance):
        return None
    return ("v", id(value.token))


def sources(arguments: Arguments) -> tuple[Source, ...]:
    """The sources of the tracers among the arguments, in order."""
    return tuple(
        value.source
        for value in arguments.all
        if isinstance(value, Traced) and value.source is not None
    )


def handed(old: Arguments, new: Arguments) -> dict[Value, Value]:
    """By the tokens of what one call was given, what another one was given in its place."""
    found: dict[Value, Value] = {}
    for before, after in zip(old.all, new.all, strict=False):
        _match(before, after, found, _DEPTH + 1)
    return found


def transplant(value: Value, given: dict[Value, Value], region: Region | None) -> Value:
    """A remembered result as another call would have got it: its own tracers, keys and unknowns."""
    return _moved(value, given, region, _DEPTH + 1)


def _of_these(value: Static, handed: dict[Value, Value]) -> Static:
    """A number that a call made: of the same arguments the same one, of others another."""
    given = tuple(map(_identity, handed.values()))
    if given == tuple(map(_identity, handed)):
        return value
    make = lambda: like(value, fresh=True, facts=value.facts.recalled(handed))  # noqa: E731
    found = value.child(given, make)
    assert isinstance(found, Static)
    return found


def _identity(value: Value) -> object:
    """What tells the arguments of calls apart; constants by what they are."""
    return repr(value.value) if isinstance(value, Const) else value.token


def _match(before: Value, after: Value, handed: dict[Value, Value], depth: int) -> None:
    """Note which value of a call stands where which of another call stood, to a depth.

    One may be a part of the other, as where a function calls itself with a part of its argument:
    then each step down finds a new part in it, and no end.
    """
    handed.setdefault(before.token, after)
    if depth == 0:
        return
    if isinstance(before, Container) and isinstance(after, Container):
        for place, item in before.items.items():
            if place in after.items:
                _match(item, after.items[place], handed, depth - 1)
    if type(before) is type(after) is Unknown:
        for place, part in tuple((before.token.children or {}).items()):
            if type(part) is Unknown:
                other = after.child(place, partial(like, part, fresh=True))
                _match(part, other, handed, depth - 1)


def _moved(value: Value, handed: dict[Value, Value], region: Region | None, depth: int) -> Value:
    own = handed.get(value.token)
    if own is not None:
        return own
    if isinstance(value, Traced):
        if region is None:
            return value
        source = None if value.source is None else Source(value.source)
        inside = value.region if value.region.within(region) else region
        facts = value.facts.recalled(handed)
        return like(value, fresh=True, region=inside, source=source, facts=facts)
    if isinstance(value, Key):
        moved = Key(region, batch=value.batch, vague=value.vague)
        for fact in value.facts:
            moved = moved.with_fact(fact.remade())
        return moved if region is None else moved.with_fact(value.fact(Abstract))
    if isinstance(value, Array | HostArray):
        made = like(value, fresh=True, facts=value.facts.recalled(handed))
        if isinstance(made, HostArray):
            handed[value.token] = made  # what the call writes into it is written into this one
        return made
    if isinstance(value, Static):
        return _of_these(value, handed)
    if isinstance(value, Unknown):
        return like(value, fresh=True, parameter=False, facts=value.facts.recalled(handed))
    if isinstance(value, Instance) and value.region is not None and region is not None:
        return like(value, region=region)
    if isinstance(value, Container) and depth:
        return value.mapped(lambda item: _moved(item, handed, region, depth - 1), region=region)
    return value
