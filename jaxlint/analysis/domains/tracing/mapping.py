"""The axes along which vmap maps what it is given, and those of what it gives."""

from __future__ import annotations

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.domains.arrays import forms, lengths
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.kinds import Array, Const, Container, Key, Traced, Value, beyond, like

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
        rows = {
            key: row(whole.items[key], axis, item) if key in whole.items else item
            for key, item in entered.items.items()
        }
        made = Container(entered.kind, rows, entered.rest, entered.region)
        made.facts = entered.facts
        return made
    form = forms.of_value(whole)
    if not isinstance(entered, Traced) or form.axes is None or type(axis) is not int:
        return entered
    left = lengths.without(form.axes, (axis,), kept=False)
    return entered.with_fact(Form(left, form.kind).known)


def length_of(made: Transformed, arguments: tuple[Value, ...]) -> int | None:
    """How many rows a call maps over, where an argument shows it."""
    for index, value in enumerate(() if made.transform.lifts else arguments):
        axis, axes = mapped_axis(made.options.in_axes, index), forms.axes_of(value)
        if type(axis) is int and axes is not None and -len(axes) <= axis < len(axes):
            return axes[axis]
    return None


def stacked(value: Value, length: int | None = None, *, first: bool = True) -> Value:
    """Results of so many turns or rows in one: keys among them become a batch of unknown shape.

    ``first`` says that they are put together along a new first axis.
    """
    if isinstance(value, Key):
        return like(Key(value.region, batch=True, vague=True), facts=value.facts)
    if isinstance(value, Container):
        return value.mapped(lambda item: stacked(item, length, first=first))
    if not isinstance(value, Array | Traced):
        return value
    whole = beyond(value, Edge.STACK)
    form = whole.fact(Form)
    if form is None or form.axes is None or (first and length is None):
        return whole
    axes = (length, *form.axes[1:]) if first else (None,) * len(form.axes)
    return whole.with_fact(Form(axes, form.kind))


def puts_first(out_axes: Value | None) -> bool:
    """Whether vmap puts results together along a new first axis."""
    return out_axes is None or (isinstance(out_axes, Const) and out_axes.value == 0)
