"""The axes along which vmap maps what it is given, and those of what it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.domains.arrays import forms, lengths
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.semantics import objects
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    Instance,
    Key,
    Traced,
    Value,
    beyond,
    like,
)

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

UNREADABLE = object()


def mapped_axis(in_axes: Value | None, index: int) -> object | None:
    """The axis over which vmap maps an argument: None when it is not mapped."""
    if in_axes is None:
        return 0
    if isinstance(in_axes, Const):
        return in_axes.value
    if isinstance(in_axes, Container) and in_axes.kind in ("tuple", "list"):
        if index < 0:
            return 0
        axis = in_axes.items.get(index)
        if axis is None:
            return UNREADABLE
        if isinstance(axis, Const):
            return axis.value
        return axis if isinstance(axis, Container) else UNREADABLE
    return UNREADABLE


def row(whole: Value, axis: object, entered: Value) -> Value:
    """A tracer for each row of an array, with the axes that it has."""
    if isinstance(entered, Container) and isinstance(whole, Container):
        return _beside(whole, entered, lambda one, other: row(one, axis, other))
    form = forms.of_value(whole)
    if not isinstance(entered, Traced) or form.axes is None or type(axis) is not int:
        return entered
    left = lengths.without(form.axes, (axis,), kept=False)
    return entered.with_fact(Form(left, form.kind).known)


def _beside(
    first: Container, second: Container, change: Callable[[Value, Value], Value]
) -> Container:
    """A container of what becomes of each value beside that in the same place of another one."""
    items = {
        key: change(first.items[key], item) if key in first.items else item
        for key, item in second.items.items()
    }
    made = Container(second.kind, items, second.rest, second.region)
    made.facts = second.facts
    return made


def length_of(made: Transformed, arguments: tuple[Value, ...]) -> int | None:
    """How many rows a call maps over, where an argument shows it."""
    for index, value in enumerate(() if made.transform.lifts else arguments):
        axis, axes = mapped_axis(made.options.in_axes, index), forms.axes_of(value)
        if type(axis) is int and axes is not None and -len(axes) <= axis < len(axes):
            return axes[axis]
    return None


def stacked(
    engine: Engine, value: Value, length: int | None = None, *, first: bool = True
) -> Value:
    """Results of so many turns or rows in one: keys among them become a batch of unknown shape.

    ``first`` says that they are put together along a new first axis.
    """
    if isinstance(value, Key):
        return like(_batch_of(value), facts=value.facts)
    if isinstance(value, Container):
        return value.mapped(lambda item: stacked(engine, item, length, first=first))
    if isinstance(value, Instance):
        copy = like(value, fresh=True)
        objects.rebuild(
            engine, value, copy, lambda _, item: stacked(engine, item, length, first=first)
        )
        return copy
    if not isinstance(value, Array | Traced):
        return value
    whole = beyond(value, Edge.STACK)
    form = whole.fact(Form)
    if form is None or form.axes is None or (first and length is None):
        return whole
    axes = (length, *form.axes[1:]) if first else (None,) * len(form.axes)
    return whole.with_fact(Form(axes, form.kind))


def _batch_of(row: Key) -> Key:
    """The batch that the rows of a mapped function make: the same each time where they are known.

    Those are the children of one key by all numbers of an array.
    """
    member = row.member

    def made() -> Key:
        return Key(row.region, batch=True, vague=True)

    if row.family is None or member is None or member.turn is not None:
        return made()
    batch = row.family.child(("rows", member.first, member.last), made)
    assert isinstance(batch, Key)
    return batch


def puts_first(out_axes: Value | None) -> bool:
    """Whether vmap puts results together along a new first axis."""
    return out_axes is None or (isinstance(out_axes, Const) and out_axes.value == 0)


def carried(given: Value, result: Value) -> Value:
    """What a body gives back, as the next turn gets it: with the axes that the body was given.

    JAX refuses another shape, which is told of once.
    """
    if isinstance(given, Container) and isinstance(result, Container):
        return _beside(given, result, carried)
    axes, form = forms.axes_of(given), result.fact(Form)
    if axes is None or form is None or form.axes in (None, axes):
        return result
    return result.with_fact(Form(axes, form.kind))
