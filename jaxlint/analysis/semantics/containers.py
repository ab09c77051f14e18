"""Python's containers that code changes: what the variable that held one holds afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.fields import NO_FIELDS, OTHERS, index_of, item
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.semantics.outer_names import REGISTERED
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Const,
    Container,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_DEPTH = 3
_ALIKE = ((Array, Traced), (Const, Static))


def filled(kind: str, value: Value, region: Region | None) -> Container:
    """A list or tuple of one value, over and over."""
    return Container(kind, {0: value, 1: value}, value, region)


def rebind(engine: Engine, frame: Frame, holder: ir.Expr, changed: Container) -> None:
    """Give the variable or field that held a container what the container became."""
    if isinstance(holder, ir.Name):
        owner = frame.holder(holder.id)
        if owner is not None:
            changed = like(changed, twin=owner.env[holder.id])
            engine.rebind(owner, holder.id, changed)
    elif isinstance(holder, ir.Attribute):
        base = expressions.evaluate(engine, frame, holder.base)
        held = engine.store.fields.get(base.token, NO_FIELDS).get(holder.attr)
        changed = changed if held is None else like(changed, twin=held)
        engine.store.fields.put(base.token, holder.attr, changed)


def as_it_is(engine: Engine, value: Container) -> Container:
    """A container with what was stored in it since it was made: a copy of it has that, too.

    What was stored on some of the paths that met may be there or not.
    """
    fields = engine.store.fields
    stored = fields.get(value.token)
    if not stored:
        return value
    items, rest = dict(value.items), value.rest
    for place, content in stored.items():
        index = index_of(place)
        if place == OTHERS:
            rest = Unknown()
        elif isinstance(index, Value) or (
            index not in items and (value.token, place) in fields.perhaps
        ):
            rest = content if rest is None else join_all([rest, content])
        elif index is not None:
            items[index] = content
    return Container(value.kind, items, rest, value.region)


def as_they_are(engine: Engine, arguments: Arguments) -> Arguments:
    """Arguments with what was stored by now in the containers among them, which they stay."""
    if Container not in map(type, arguments.all):
        return arguments
    return replace(
        arguments,
        positional=tuple([as_now(engine, one) for one in arguments.positional]),
        keywords={name: as_now(engine, one) for name, one in arguments.keywords.items()},
    )


def as_now(engine: Engine, value: Value, depth: int = _DEPTH) -> Value:
    """A value with what was stored by now in it, and in the containers that it holds."""
    if not isinstance(value, Container) or not depth:
        return value
    whole = as_it_is(engine, value)
    items = {name: as_now(engine, one, depth - 1) for name, one in whole.items.items()}
    changed = whole is not value or any(one is not value.items[name] for name, one in items.items())
    return like(value, items=items, rest=whole.rest) if changed else value


def without(base: Container, key: Value) -> Container:
    """What is left of a container of which one element is taken out.

    A dict keeps the others under their keys; those of a list move on to places that are not known.
    """
    if base.kind == "dict" and isinstance(key, Const):
        items = {name: item for name, item in base.items.items() if name != key.value}
        return Container("dict", items, base.rest, base.region)
    rest = join_all(list(base.values)) if base.values else Unknown()
    return Container(base.kind, {}, rest, base.region)


def remove(engine: Engine, frame: Frame, holder: ir.Expr, base: Value, key: Value) -> None:
    """A deletion: what the variable or field that holds a container has from now on."""
    if isinstance(base, Container):
        rebind(engine, frame, holder, without(base, key))
    elif isinstance(key, Const):
        engine.store.fields.put(base.token, item(key.value), Unknown())


def stored(
    engine: Engine, frame: Frame, holder: ir.Expr, base: Value, index: Value, value: Value
) -> None:
    """A store at an index that is not known: any element may be of another kind by now."""
    if not isinstance(base, Container) or isinstance(index, Const) or not base.values:
        return
    if all(_alike(item, value) for item in base.values):
        return
    overwrites = base.kind == "list"
    items = {
        key: item if not overwrites or _alike(item, value) else Unknown()
        for key, item in base.items.items()
    }
    rebind(engine, frame, holder, Container(base.kind, items, Unknown(), base.region))


def any_of(values: tuple[Value, ...]) -> Value:
    """An element of which it is not known which: traced only where all of them are."""
    traced = [isinstance(value, Traced) for value in values]
    if any(traced) and not all(traced):
        return Unknown()
    return _registered(values) or join_all(list(values))


def _registered(values: tuple[Value, ...]) -> Value | None:
    """One of the functions or classes in a table of which not all entries are known, or too many.

    Of functions it may be another one as well; classes that are registered together make objects
    of one kind.
    """
    known = [value for value in values if type(value) is not Unknown]
    code = bool(known) and all(isinstance(value, REGISTERED) for value in known)
    if not code or (len(known) == len(values) and len(known) <= budgets.OPTIONS):
        return None
    either = join_all(known[: budgets.OPTIONS])
    if all(isinstance(value, ClassValue) for value in known):
        return either
    return Choice((*(either.options if isinstance(either, Choice) else (either,)), Unknown()))


def _alike(item: Value, value: Value) -> bool:
    """Whether a value may take the place of another without a change of kind."""
    return type(item) is type(value) or any(
        isinstance(item, kinds) and isinstance(value, kinds) for kinds in _ALIKE
    )
