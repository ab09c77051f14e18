"""The shapes of arrays, as far as they are known: what code reads of them, what functions leave."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.events import ShapeSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays, forms
from jaxlint.analysis.values.kinds import NONE, Const, Container, Value, is_none
from jaxlint.analysis.values.numbers import is_number
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.result_kinds import ALIKE, REDUCTIONS, RESHAPE

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

Shape = tuple[int, ...]


@arrays.answer(ShapeSought)
def read(engine: Engine, frame: Frame, event: ShapeSought) -> Value | None:
    """What code reads of the shape of an array."""
    return asked(event.base, event.attr, frame.region)


def asked(value: Value, what: str, region: Region | None) -> Value | None:
    """The ``ndim``, the ``size`` or the ``shape`` of an array or number; None if unknown."""
    shape = () if is_number(value) else forms.of_value(value).shape
    if shape is None:
        return None
    if what == "shape":
        return Container("tuple", dict(enumerate(map(Const, shape))), None, region)
    return Const(len(shape) if what == "ndim" else prod(shape))


def of_attribute(base: Value, attr: str) -> Shape | None:
    """The shape of an attribute of an array that is an array: its transpose, or one of parts."""
    shape = forms.of_value(base).shape
    if shape is None or attr not in ("T", "mT"):
        return shape
    return shape[::-1] if attr == "T" else (*shape[:-2], *shape[-2:][::-1])


def of_result(name: str, values: Sequence[Value], arguments: Arguments) -> Shape | None:
    """The shape of what a function gives that leaves out axes, or keeps them all; else None."""
    if name in ALIKE and len(values) == 1 and not arguments.keywords:
        return forms.of_value(values[0]).shape
    if name == RESHAPE and not arguments.keywords and arguments.rest is None:
        return _reshaped(values)
    if name not in REDUCTIONS or len(values) > 2 or arguments.rest is not None:
        return None
    keeps = arguments.keywords.get("keepdims")
    if not values or not (keeps is None or (isinstance(keeps, Const) and keeps.value is False)):
        return None
    axis = values[1] if len(values) > 1 else arguments.keywords.get("axis", NONE)
    if is_none(axis):
        return ()
    shape, number = forms.of_value(values[0]).shape, axis.value if isinstance(axis, Const) else None
    if shape is None or type(number) is not int or not -len(shape) <= number < len(shape):
        return None
    left = number % len(shape)
    return (*shape[:left], *shape[left + 1 :])


def _reshaped(values: Sequence[Value]) -> Shape | None:
    """The shape that is asked for, one length of which may be what is left of the size."""
    asked = values[1:]
    several = Container("tuple", dict(enumerate(asked)), None, None)
    lengths = forms.shape_in(asked[0] if len(asked) == 1 else several)
    if not lengths or -1 not in lengths:
        return lengths or None
    shape, known = forms.of_value(values[0]).shape, -prod(lengths)
    if shape is None or lengths.count(-1) > 1 or known <= 0 or prod(shape) % known:
        return None
    return tuple(prod(shape) // known if one == -1 else one for one in lengths)
