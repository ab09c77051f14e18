"""Static arguments of jitted functions: those declared, and the values they are given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, hashing
from jaxlint.analysis.domains.compilation.observations import (
    Static,
    StaticArgumentUnhashable,
    StaticArgumentUnknown,
)
from jaxlint.analysis.domains.tracing import crossing
from jaxlint.analysis.domains.tracing.events import (
    RegionEntered,
    TransformGiven,
    TransformMade,
    UnseenEntered,
)
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.semantics import arity, classes, pytrees
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import Container, Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


# What is no array is static, without being declared so.
_FILTERED = "equinox.filter_jit"
_LEAF_DEPTH = 3
_TREES = ("tuple", "list", "dict")
_PLAIN = ("plain", "dataclass")
_OPTIONS = {"static_argnums": int, "static_argnames": str}


@compilation.on(TransformGiven)
def wrong_kind(engine: Engine, frame: Frame, event: TransformGiven) -> None:
    """``static_argnums="n"``: names where numbers are wanted, or the other way."""
    name, _, arguments, node = event
    if name != misuse.JIT:
        return
    for option, kind in _OPTIONS.items():
        try:
            given = literal(arguments.keywords[option])
        except LookupError:
            continue
        several = given if isinstance(given, tuple) else (given,)
        if any(item is not None and not isinstance(item, kind) for item in several):
            wanted = "numbers" if kind is int else "names"
            where, what = (*frame.at(node), name), f"`{option}` wants {wanted}"
            misuse.note(engine, StaticArgumentUnknown(*where, Static.KIND, what))


@compilation.on(TransformMade)
def declared(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Judge which arguments a jitted function declares static."""
    new = event.made
    if new.transform.name != misuse.JIT:
        return
    options, known = new.options, arity.accepts(engine, new.func)
    if known is None or not options.readable:
        return
    count = len(known.positional)
    outside = [n for n in options.static_numbers if not -count <= n < count]
    if outside and not known.more:
        what = f"static_argnums={outside[0]}: it takes {count} by position"
        where = (*frame.at(new.node), misuse.JIT)
        misuse.note(engine, StaticArgumentUnknown(*where, Static.NUMBER, what))
    missing = sorted(set(options.static_names) - known.names)
    if missing and not known.anything:
        what = f"no parameter `{missing[0]}`"
        where = (*frame.at(new.node), misuse.JIT)
        misuse.note(engine, StaticArgumentUnknown(*where, Static.NAME, what))


@compilation.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge the static arguments of a call of a jitted function."""
    _hashable(engine, frame, event.made, event.arguments, event.node)


@compilation.on(UnseenEntered)
def entered(engine: Engine, frame: Frame, event: UnseenEntered) -> None:
    """Judge the static arguments that a jitted function has at least."""
    _hashable(engine, frame, event.made, event.arguments, event.made.node)


def _hashable(
    engine: Engine, frame: Frame, made: Transformed, arguments: Arguments, node: ir.Place
) -> None:
    if made.transform.name == misuse.JIT:
        given = static_arguments(engine, made, arguments)
    elif made.transform.name == _FILTERED:
        given = _left_as_they_are(engine, made, arguments)
    else:
        return
    for index, name, value, written in given:
        what = hashing.unhashable(engine, value)
        if not what:
            continue
        called = f"`{name}`" if name else f"argument {index + 1}"
        at, place_node = frame, node if written is None else written.place
        if isinstance(value, Instance) and index == 0 and name == "self":
            at, place_node = made.frame, made.node
        settled = partial(_stays, engine, made, value, hashing.lacking(engine, value))
        fix = None if written is None else hashing.as_tuple(frame, written)
        seen = StaticArgumentUnhashable(*at.at(place_node), called, what, fix, settled=settled)
        misuse.note(engine, seen)


def _left_as_they_are(
    engine: Engine, made: Transformed, arguments: Arguments
) -> Iterator[tuple[int, str, Value, ir.Expr | None]]:
    """The leaves of arguments that are no arrays: objects of classes that are no pytrees, sets."""
    for index, name, value, written in by_parameter(engine, made, arguments):
        for leaf in _leaves(value):
            plain = isinstance(leaf, Instance) and classes.kind(leaf.cls) in _PLAIN
            if plain or isinstance(leaf, Container):
                yield index, name, leaf, written if leaf is value else None


def _leaves(value: Value, depth: int = _LEAF_DEPTH) -> Iterator[Value]:
    """The leaves of a tree, as far as it is known."""
    if not isinstance(value, Container) or value.kind == "set":
        yield value
    elif depth and value.kind in _TREES:
        for item in value.items.values():
            yield from _leaves(item, depth - 1)


def static_arguments(
    engine: Engine, made: Transformed, arguments: Arguments
) -> Iterator[tuple[int, str, Value, ir.Expr | None]]:
    """The arguments that are declared static: by position and name, with what the call wrote."""
    options = made.options
    if not options.readable or not (options.static_numbers or options.static_names):
        return
    for index, name, value, written in by_parameter(engine, made, arguments):
        if crossing.is_static(made, index, name):
            yield index, name, value, written


def by_parameter(
    engine: Engine, made: Transformed, arguments: Arguments
) -> Iterator[tuple[int, str, Value, ir.Expr | None]]:
    """All arguments by the position and name of their parameter, with what the call wrote.

    The position is -1 and the name empty where it is not known.
    """
    known = arity.accepts(engine, made.func)
    names = [] if known is None else [name for name, _ in known.positional]
    for place, value, written in misuse.written(arguments):
        if isinstance(place, int):
            index, name = place, names[place] if place < len(names) else ""
        else:
            index, name = names.index(place) if place in names else -1, place
        yield index, name, value, written


def _stays(engine: Engine, made: Transformed, given: Value, lacking: Value) -> bool:
    """Whether what is given has no hash in the end, and is static if that is not declared."""
    cls = given.cls if isinstance(given, Instance) else None
    if made.transform.name == _FILTERED and isinstance(cls, ClassValue):
        return pytrees.never(engine, cls.definition) and _has_no_hash(engine, lacking)
    return _has_no_hash(engine, lacking)


def _has_no_hash(engine: Engine, value: Value) -> bool:
    return bool(hashing.unhashable(engine, value))
