"""Leaves of trees that have no gradient: whole numbers and truth values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.semantics import classes, static_fields
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Instance,
    Traced,
    Value,
)
from jaxlint.knowledge import libraries, modules

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4
_WHOLE = {"int": "whole numbers", "bool": "truth values"}
_NUMBERS: dict[type, str] = {int: "whole number", bool: "truth value"}
_TREES = ("tuple", "list", "dict")
# Kinds of classes of which each field that is not static is a leaf.
_TAKEN_APART = libraries.RECORDS | libraries.FILTERED


def of_array(value: Value) -> str:
    """What an array holds that has no gradient; empty if it may have one."""
    known = isinstance(value, Array | Traced)
    return _WHOLE.get(forms.of_value(value).kind, "") if known else ""


def within(engine: Engine, tree: Value, depth: int = _DEPTH) -> str:
    """What a tree certainly holds that has no gradient, as a phrase; empty if that is not known."""
    layer = _layer(tree)
    if layer in libraries.UNDIFFERENTIABLE_LAYERS:
        return f"the truth values in `{layer}`"
    if isinstance(tree, Const) and type(tree.value) in _NUMBERS:
        return f"the {_NUMBERS[type(tree.value)]} {tree.value!r}"
    held = of_array(tree)
    if held:
        return f"an array of {held}"
    inner = (within(engine, part, depth - 1) for part in _parts(engine, tree)) if depth else ()
    return next((what for what in inner if what), "")


def _parts(engine: Engine, tree: Value) -> Iterator[Value]:
    """The parts of a container that is as it was made, and of an object that is taken apart."""
    if isinstance(tree, Container):
        if tree.kind in _TREES and tree.token not in engine.store.fields:
            yield from tree.items.values()
    elif isinstance(tree, Instance) and _layer(tree) in modules.PARTS:
        part = tree.fields.get(modules.PARTS[_layer(tree)])
        yield from () if part is None else (part,)
    elif isinstance(tree, Instance) and classes.kind(tree.cls) in _TAKEN_APART:
        yield from _leaves(engine, tree)


def _layer(value: Value) -> str:
    """The name of a layer of a library; empty for anything else."""
    cls = value.cls if isinstance(value, Instance) else None
    return cls.name if isinstance(cls, External) else ""


def _leaves(engine: Engine, made: Instance) -> Iterator[Value]:
    """What the fields hold of an object that are declared, and not to be static."""
    cls = made.cls
    if made.traced is not None or not isinstance(cls, ClassValue):
        return
    for attr, held in engine.store.fields.get(made.token, NO_FIELDS).items():
        declared = classes.declaration(cls, attr)
        if declared is None or declared.annotation is None:
            continue
        if not static_fields.is_static(cls, attr):
            yield held
