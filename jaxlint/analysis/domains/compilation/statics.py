"""Static arguments of jitted functions: those declared, and the values they are given."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, hashing
from jaxlint.analysis.domains.compilation.observations import (
    Changing,
    Static,
    StaticArgumentChanges,
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
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import Const, Instance, Value
from jaxlint.analysis.values.numbers import is_whole_number
from jaxlint.analysis.values.spans import Span
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


_OPTIONS = {"static_argnums": int, "static_argnames": str}


_MANY = 16


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
    options = made.options
    static = options.static_numbers or options.static_names
    if made.transform.name != misuse.JIT or not static or not options.readable:
        return
    known = arity.accepts(engine, made.func)
    names = [] if known is None else [name for name, _ in known.positional]
    for place, value, written in misuse.written(arguments):
        if isinstance(place, int):
            index, name = place, names[place] if place < len(names) else ""
        else:
            index, name = names.index(place) if place in names else -1, place
        if not crossing.is_static(made, index, name):
            continue
        _changing(engine, frame, made, value, written)
        what = hashing.unhashable(engine, value)
        if not what:
            continue
        called = f"`{name}`" if name else f"argument {index + 1}"
        at, place_node = frame, node if written is None else written.place
        if isinstance(value, Instance) and index == 0 and name == "self":
            at, place_node = made.frame, made.node
        settled = partial(_has_no_hash, engine, value)
        fix = None if written is None else hashing.as_tuple(frame, written)
        seen = StaticArgumentUnhashable(*at.at(place_node), called, what, fix, settled=settled)
        misuse.note(engine, seen)


def _has_no_hash(engine: Engine, value: Value) -> bool:
    return bool(hashing.unhashable(engine, value))


def _changing(
    engine: Engine, frame: Frame, made: Transformed, value: Value, written: ir.Expr | None
) -> None:
    """Observe a static argument that is another one in each turn of a loop around the call."""
    if written is None or not frame.loops or frame.region is not None:
        return
    if made.frame is frame and made.loops == tuple(frame.loops):
        return
    if isinstance(written, ir.Name) and not isinstance(value, Const):
        events = frame.scope.stores.get(written.id, ())
        span = value.fact(Span)
        few = span is not None and 0 < span.last - span.first < _MANY
        turns = is_whole_number(value) and any(event.kind == "loop" for event in events)
        if turns and not few:
            where = frame.at(written.place)
            misuse.note(engine, StaticArgumentChanges(*where, Changing.COUNTER, written.id))
    elif isinstance(written, ir.Lambda) or (
        isinstance(written, ir.Call) and isinstance(value, Partial)
    ):
        made_here = Changing.LAMBDA if isinstance(written, ir.Lambda) else Changing.PARTIAL
        misuse.note(engine, StaticArgumentChanges(*frame.at(written.place), made_here))
