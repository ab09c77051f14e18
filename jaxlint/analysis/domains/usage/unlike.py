"""What two values are that have to be alike as trees of arrays, and certainly are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.usage import leaves
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Container, Instance, Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def trees(
    engine: Engine, one: Value, other: Value, *, types: bool = False
) -> tuple[str, str] | None:
    """Two values whose trees differ, in words: of several classes, or in what they hold.

    ``types`` asks for Python numbers of two types too, which are alike in structure.
    """
    mine, theirs = _class_of(one), _class_of(other)
    if not mine and not theirs:
        found = structures.differ(one, other, types=types)
        return found or _parts_differ(engine, one, other, types)
    mine, theirs = mine or structures.describe(one), theirs or structures.describe(other)
    if mine and theirs and mine != theirs:
        return mine, theirs
    return _parts_differ(engine, one, other, types)


def _parts_differ(engine: Engine, one: Value, other: Value, types: bool) -> tuple[str, str] | None:
    """Where what two trees of one kind are made of differs, in words; None where it may not."""
    mine, theirs = leaves.parts_of(engine, one), leaves.parts_of(engine, other)
    if mine is None or theirs is None or any(_is_open(engine, tree) for tree in (one, other)):
        return None
    if mine.keys() != theirs.keys():
        known = isinstance(one, Container) and isinstance(other, Container)
        return (_told(one, mine, theirs), _told(other, theirs, mine)) if known else None
    pairs = ((mine[key], theirs[key]) for key in mine)
    return next((found for pair in pairs if (found := trees(engine, *pair, types=types))), None)


def _is_open(engine: Engine, value: Value) -> bool:
    """Whether something was stored in a container, be it on one path; tuples are judged as such."""
    if not isinstance(value, Container):
        return False
    return value.kind == "tuple" or bool(engine.store.fields.get(value.token))


def _told(value: Value, parts: Mapping[object, Value], others: Mapping[object, Value]) -> str:
    """A list by its length, a dict by the keys that only it has, or else by one that it lacks."""
    if isinstance(value, Container) and value.kind == "list":
        return f"a list of {len(parts)}"
    more = [repr(key) for key in parts if key not in others]
    lacking = [repr(key) for key in others if key not in parts]
    return f"a dict with {more[0]}" if more else f"a dict without {lacking[0]}"


def _class_of(value: Value) -> str:
    """The class of an object that is a tree of its own kind."""
    if not isinstance(value, Instance) or not isinstance(value.cls, ClassValue):
        return ""
    known = classes.kind(value.cls) in libraries.PYTREES
    return f"a `{value.cls.definition.name}`" if known else ""


def shapes(engine: Engine, one: Value, other: Value) -> tuple[str, str] | None:
    """The shapes of two arrays in the same place of two trees, where they certainly differ."""
    for left, right in leaves.paired(engine, one, other):
        mine, theirs = forms.axes_of(left), forms.axes_of(right)
        if mine is None or theirs is None:
            continue
        pairs = list(zip(mine, theirs, strict=False))
        apart = any(None not in pair and pair[0] != pair[1] for pair in pairs)
        if apart or len(mine) != len(theirs):
            return forms.spelled(mine), forms.spelled(theirs)
    return None
