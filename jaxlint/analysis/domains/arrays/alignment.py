"""Operands that are broadcast along other axes than they were made for.

A column beside a row makes a table of all pairs, and so does what was computed along an axis that
it then lacks: the axes that are left meet the last ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import (
    Call,
    LayerResult,
    MethodCalled,
    MethodResult,
    OutsideCalled,
)
from jaxlint.analysis.core.events import Compared, OperatorApplied, OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms, lengths, shapes
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.facts import Axes, Column, Crossed, Reduced
from jaxlint.analysis.domains.arrays.observations import AxesMisaligned, Misaligned
from jaxlint.analysis.values.kinds import Const, Value, is_none
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge import modules, result_kinds
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ELEMENTWISE = result_kinds.ALIKE | result_kinds.BROADCASTING.keys()
_ARITHMETIC = frozenset("+ - * / // % **".split())
_COMPARING = frozenset("== != < <= > >=".split())
_AVERAGES = ("mean", "sum")
_COLUMN_MAKERS = result_kinds.PRODUCTS | {result_kinds.GATHER}


# --- what is known of operands -------------------------------------------------------------------


@arrays.deduce(Call, about=result_kinds.REDUCTIONS.__contains__)
def reduced(call: Call) -> Reduced | None:
    """What a function computes along some axes."""
    return _along(call.arguments.positional, call.arguments, 1)


@arrays.deduce(Call, about=result_kinds.NORM.__eq__)
def measured(call: Call) -> Reduced | None:
    """Norms along some axes."""
    return _along(call.arguments.positional, call.arguments, 2)


@arrays.deduce(MethodResult)
def reduced_by_method(event: MethodResult) -> Reduced | None:
    """What a method computes along some axes."""
    if result_kinds.function_of(event.name) not in result_kinds.REDUCTIONS:
        return None
    return _along((event.base, *event.arguments.positional), event.arguments, 1)


def _along(values: tuple[Value, ...], arguments: Arguments, position: int) -> Reduced | None:
    """What is computed along axes behind the first, which are not kept."""
    if not values or arguments.rest is not None or "keepdims" in arguments.keywords:
        return None
    given = shapes.option(values, arguments, position, "axis")
    if given is None or is_none(given) or len(values) > position + 1:
        return None
    asked, axes = shapes.named(given) or (), forms.axes_of(values[0])
    if asked == shapes.UNNAMED:
        return None
    if axes is not None:
        asked = tuple(one for axis in asked if (one := lengths.place(axis, len(axes))) is not None)
    return Reduced(values[0].token, asked) if asked and min(asked) > 0 else None


@arrays.deduce(Call, about=_ELEMENTWISE.__contains__)
def still_reduced(call: Call) -> Reduced | None:
    """What a function makes of each number that was computed along axes, beside single ones."""
    return _only(call.arguments.positional)


@arrays.deduce(OperatorResult)
def still_reduced_by(event: OperatorResult) -> Reduced | None:
    """The same of an operator."""
    return _only((event.left,) if event.right is None else (event.left, event.right))


def _only(values: tuple[Value, ...]) -> Reduced | None:
    """The fact of one value, where the others are single numbers."""
    held = [value for value in values if value.facts and value.fact(Reduced) is not None]
    if len(held) != 1:
        return None
    others = [value for value in values if value is not held[0]]
    alone = all(forms.axes_of(value) == () for value in others)
    return held[0].fact(Reduced) if alone else None


@arrays.deduce(Call, about=_COLUMN_MAKERS.__contains__)
def column(call: Call) -> Column | None:
    """Products that give a column, and what is taken along an axis by a column of indices."""
    made = shapes.of_result(call.name, call.arguments.positional, call.arguments)
    return Column() if _ends_in_one(made) else None


@arrays.deduce(Call, about=_ELEMENTWISE.__contains__)
def still_a_column(call: Call) -> Column | None:
    """What a function makes of each number of a column."""
    given = call.arguments.positional
    if not _is_any_column(given):
        return None
    made = shapes.of_result(call.name, given, call.arguments)
    return Column() if _ends_in_one(made) else None


@arrays.deduce(LayerResult, about=modules.WIDTHS.__contains__)
def of_layer(event: LayerResult) -> Column | None:
    """Layers that give one number for each row."""
    width = event.layer.fields.get(modules.WIDTHS[event.name])
    return Column() if isinstance(width, Const) and width.value == 1 else None


@arrays.deduce(OperatorResult)
def column_by_operator(event: OperatorResult) -> Column | None:
    """The product of matrices that is a column, or what is made of one number by number."""
    op, left, right = event
    if right is None:
        return left.fact(Column)
    if op != "@" and not _is_any_column((left, right)):
        return None
    join = lengths.product if op == "@" else lengths.together
    made = join(forms.axes_of(left), forms.axes_of(right))
    return Column() if _ends_in_one(made) else None


def _ends_in_one(axes: Axes | None) -> bool:
    return bool(axes) and axes is not None and axes[-1] == 1


def _is_any_column(values: tuple[Value, ...]) -> bool:
    return any(value.facts and value.fact(Column) is not None for value in values)


@arrays.deduce(OperatorResult)
def crossed(event: OperatorResult) -> Crossed | None:
    """Differences of a column and a row, and what is made of them number by number."""
    op, left, right = event
    if right is None:
        return left.fact(Crossed)
    if op == "-" and (_is_table(left, right) or _is_table(right, left)):
        return Crossed()
    held = [one for one in (left, right) if one.facts and one.fact(Crossed) is not None]
    other = right if held and held[0] is left else left
    return Crossed() if len(held) == 1 and forms.axes_of(other) == () else None


@arrays.deduce(Call, about=_ELEMENTWISE.__contains__)
def still_crossed(call: Call) -> Crossed | None:
    """What a function makes of each of such differences."""
    first = call.first
    return first.fact(Crossed) if first is not None and first.facts else None


def _is_table(column: Value, row: Value) -> bool:
    """Whether one operand is a column as a model gives it and the other one row of numbers."""
    if not column.facts or column.fact(Column) is None:
        return False
    axes, across = forms.axes_of(column), forms.axes_of(row)
    if axes is None or len(axes) < 2 or across is None:
        return False
    fits = len(across) == 1 and across[0] != 1 and axes[-2] != 1
    return fits and (None in (axes[-2], across[0]) or axes[-2] == across[0])


# --- where they meet -----------------------------------------------------------------------------


@arrays.on(OperatorApplied)
def applied(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge the operands of arithmetic."""
    if event.node.op in _ARITHMETIC:
        _judge(engine, frame, event.node.place, event.node.op, event.left, event.right)


@arrays.on(Compared)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Judge the operands of a comparison."""
    op = event.node.rest[event.position][0]
    if op in _COMPARING:
        _judge(engine, frame, event.node.place, op, event.left, event.right)


def _judge(engine: Engine, frame: Frame, at: ir.Place, op: str, left: Value, right: Value) -> None:
    """Observe a column beside a row that is as long, or an array beside its own reduction."""
    if not left.facts and not right.facts:
        return
    for one, other in ((left, right), (right, left)):
        known = lost(one, other)
        if known is not None:
            axis = ", ".join(map(str, known.axes))
            where, how = _about_both(frame, at, left, right), Misaligned.LOST_AXIS
            array_misuse.note(engine, frame, AxesMisaligned(*where, how, op, axis=axis))
        elif _is_table(one, other) and _is_sure(one, other):
            words = tuple(forms.spelled(forms.axes_of(value) or ()) for value in (left, right))
            where, how = _about_both(frame, at, left, right), Misaligned.COLUMN
            array_misuse.note(engine, frame, AxesMisaligned(*where, how, op, words))


def _about_both(
    frame: Frame, at: ir.Place, *operands: Value
) -> tuple[ir.Module, ir.Place, Why | None, tuple[Value, ...]]:
    return about(frame, at, *filter(array_misuse.is_array, operands))


def _is_sure(column: Value, row: Value) -> bool:
    """Whether the column and the row are known to be as long as each other."""
    axes, across = forms.axes_of(column), forms.axes_of(row)
    return axes is not None and across is not None and None not in (axes[-2], across[0])


def lost(whole: Value, part: Value) -> Reduced | None:
    """The axes that a part of an array lacks, where others then meet them that are not of one."""
    known = part.fact(Reduced) if part.facts else None
    if known is None or known.whole is not whole.token:
        return None
    axes, left = forms.axes_of(whole), forms.axes_of(part)
    harmless = axes is not None and left is not None and set(left[:1]) == {1}
    return None if harmless else known


def _is_average(name: str) -> bool:
    return name.removeprefix("jax.numpy.") in _AVERAGES


@arrays.on(OutsideCalled, about=_is_average)
def averaged(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe the mean of differences between a column and a row."""
    if len(event.arguments.all) == 1:
        _averaged(engine, frame, event.node, event.arguments.all[0])


@arrays.on(MethodCalled)
def averaged_by_method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """The same by a method."""
    if event.name in _AVERAGES and not event.arguments.all:
        _averaged(engine, frame, event.node, event.base)


def _averaged(engine: Engine, frame: Frame, at: ir.Place, value: Value) -> None:
    axes = forms.axes_of(value)
    sure = axes is not None and len(axes) > 1 and None not in axes[-2:]
    if value.fact(Crossed) is not None and array_misuse.is_array(value) and not sure:
        seen = AxesMisaligned(*about(frame, at, value), Misaligned.CROSSED, "-")
        array_misuse.note(engine, frame, seen)
