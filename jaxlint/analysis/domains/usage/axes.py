"""The axes of ``vmap``: as many as there are arguments and results."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, forms
from jaxlint.analysis.domains.tracing import crossing, mapping, regions, uncalled
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import Axes, AxesMismatch
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values import numbers, structures
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Traced,
    Value,
    is_none,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


_LEAF = Array("any part")


def made(engine: Engine, frame: Frame, new: Transformed) -> None:
    """Judge the axes that a call of ``vmap`` names."""
    given, known = new.options.in_axes, arity.accepts(engine, new.func)
    if given is None or not new.options.readable:
        return
    if not new.options.sized and _maps_nothing(given):
        settled = partial(_by_position, engine, new)
        where = frame.at(new.node)
        misuse.note(engine, AxesMismatch(*where, misuse.VMAP, Axes.NONE, settled=settled))
    elif known is not None and not known.more and isinstance(given, Container):
        count, most = len(given.items), len(known.positional)
        if given.kind == "tuple" and given.rest is None and count > most:
            what = f"`in_axes` has {count} entries for a function of {most} arguments"
            settled = partial(_may_be_called, engine, new)
            where = frame.at(new.node)
            seen = AxesMismatch(*where, misuse.VMAP, Axes.COUNT, what, settled=settled)
            misuse.note(engine, seen)


@dataclass(slots=True, eq=False)
class _Keywords:
    """Mapped functions that some call gives keywords, which are mapped over their first axis."""

    given: set[Value] = field(default_factory=set)


def _by_position(engine: Engine, made: Transformed) -> bool:
    """Whether no call in sight of a mapped function gives it keywords."""
    return made.token not in engine.kept(_Keywords).given


def _may_be_called(engine: Engine, made: Transformed) -> bool:
    """Whether a call, which compares lengths, may come of a mapped function."""
    return not uncalled.is_uncalled(engine, made)


def _maps_nothing(axes: Value) -> bool:
    if isinstance(axes, Container) and axes.kind == "tuple":
        return bool(axes.items) and axes.rest is None and all(map(is_none, axes.items.values()))
    return is_none(axes)


def called(
    engine: Engine, frame: Frame, made: Transformed, arguments: Arguments, node: ir.Place
) -> None:
    """Judge the arguments of a call of a mapped function."""
    axes = made.options.in_axes
    given = len(arguments.positional)
    if arguments.keywords or arguments.rest is not None:
        engine.kept(_Keywords).given.add(made.token)
    if isinstance(axes, Container) and axes.kind == "tuple" and axes.rest is None:
        count = len(axes.items)
        if count != given:
            what = f"`in_axes` has {count} entries, {given} arguments are given by position"
            misuse.note(engine, AxesMismatch(*frame.at(node), misuse.VMAP, Axes.COUNT, what))
            return
    lengths: list[int] = []
    named: list[int] = []
    for place, value, written in misuse.written(arguments):
        axis = mapping.mapped_axis(axes, place) if isinstance(place, int) else 0
        at = node if written is None else written.place
        if isinstance(axis, Container) and structures.is_array_of_jax(value):
            what = structures.describe(axis)
            misuse.note(engine, AxesMismatch(*frame.at(at), misuse.VMAP, Axes.TREE, what))
        if type(axis) is int:
            by_position = isinstance(place, int)
            problem = Axes.NUMBER if by_position else Axes.NAMED_NUMBER
            _number(engine, frame, made, value, at, problem)
            lengths += _length(value, axis) if by_position else ()
            named += () if by_position else _length(value, axis)
    if len({*lengths, *named}) > 1:
        what = " and ".join(map(str, dict.fromkeys([*lengths, *named])))
        problem = Axes.SIZES if len(set(lengths)) > 1 else Axes.NAMED_SIZES
        misuse.note(engine, AxesMismatch(*frame.at(node), misuse.VMAP, problem, what))


def spread(engine: Engine, frame: Frame, made: Transformed, arguments: Arguments) -> None:
    """Judge the arguments of a call of a function that ``pmap`` spreads over devices."""
    names = regions.parameter_names(made.func)
    for place, value, written in misuse.written(arguments):
        if written is None or not isinstance(place, int):
            continue
        static = crossing.is_static(made, place, regions.name_at(names, place))
        if not static and type(mapping.mapped_axis(made.options.in_axes, place)) is int:
            _number(engine, frame, made, value, written.place, Axes.NUMBER)


def _number(
    engine: Engine,
    frame: Frame,
    made: Transformed,
    value: Value,
    at: ir.Place,
    problem: Axes,
) -> None:
    """Judge a number in the place of something that has the axis that is mapped.

    What asks for the kind of something else may ask for that of the number by it.
    """
    what, kind = "", numbers.kind_of(value)
    if kind in ("bool", "int", "float", "complex"):
        what = f"the number {value.value!r}" if isinstance(value, Const) else f"a number ({kind})"
    elif _shape(value) == ():
        what = "an array of shape ()"
    if what:
        where = (*frame.at(at), made.transform.name)
        array_misuse.note(engine, frame, AxesMismatch(*where, problem, what))


def _shape(value: Value) -> tuple[int, ...] | None:
    """The shape of an array, if that is known."""
    return forms.of_value(value).shape if isinstance(value, Array | Traced | HostArray) else None


def _length(value: Value, axis: int) -> list[int]:
    """How many entries an array has along an axis, if that is known."""
    shape = _shape(value)
    known = shape is not None and -len(shape) <= axis < len(shape)
    return [shape[axis]] if known and shape is not None else []


def returned(engine: Engine, made: Transformed, result: Value) -> None:
    """Judge whether the result has the parts that ``out_axes`` names."""
    out_axes = made.options.out_axes
    if out_axes is not None and _unlike(out_axes, result):
        parts = structures.describe(out_axes), structures.describe(result)
        what = f"`out_axes` is {parts[0]}, the result {parts[1]}"
        where = made.frame.at(made.node)
        misuse.note(engine, AxesMismatch(*where, misuse.VMAP, Axes.COUNT, what))


def _unlike(axes: Value, result: Value) -> bool:
    """Whether ``out_axes`` has other parts than the result."""
    if not isinstance(axes, Container) or axes.kind != "tuple" or axes.rest is not None:
        return False
    if isinstance(result, Container):
        return (
            result.kind in ("tuple", "dict")
            and structures.differ(
                Container("tuple", dict.fromkeys(axes.items, _LEAF), None, None),
                Container(result.kind, dict.fromkeys(result.items, _LEAF), result.rest, None),
            )
            is not None
        )
    return structures.is_leaf(result)
