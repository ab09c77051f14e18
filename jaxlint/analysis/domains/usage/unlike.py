"""What two values are that have to be alike as trees of arrays, and certainly are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.usage import leaves
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Instance, Value
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
        return structures.differ(one, other, types=types)
    mine, theirs = mine or structures.describe(one), theirs or structures.describe(other)
    return (mine, theirs) if mine and theirs and mine != theirs else None


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
