"""The axes of arrays, as far as they are known: what code reads of them, what functions leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.events import ShapeSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays, forms, lengths
from jaxlint.analysis.domains.arrays.facts import Axes
from jaxlint.analysis.values.kinds import NONE, Const, Container, Value, is_none
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.dtypes import CASTS
from jaxlint.knowledge.result_kinds import SHAPING, Shaping

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Axes that a call names: some of them, or all for None.
_Named = tuple[int, ...] | None
# Stands for axes that are not known: no array has as many.
UNNAMED = (1 << 30,)


@arrays.answer(ShapeSought)
def read(engine: Engine, frame: Frame, event: ShapeSought) -> Value | None:
    """What code reads of the shape of an array."""
    return asked(event.base, event.attr, frame.region)


def asked(value: Value, what: str, region: Region | None) -> Value | None:
    """The ``ndim``, the ``size`` or the ``shape`` of an array or number; None if unknown."""
    axes = forms.axes_of(value)
    if axes is None:
        return None
    if what == "ndim":
        return Const(len(axes))
    sizes = [length for length in axes if length is not None]
    if len(sizes) < len(axes):
        return None
    if what == "shape":
        return Container("tuple", dict(enumerate(map(Const, sizes))), None, region)
    return Const(prod(sizes))


def of_attribute(base: Value, attr: str) -> Axes | None:
    """The axes of an attribute of an array that is an array: its transpose, or one of parts."""
    axes = forms.axes_of(base)
    if attr == "mT":
        return lengths.swapped(axes, -2, -1)
    return lengths.permuted(axes, None) if attr == "T" else axes


def is_known(name: str) -> bool:
    """Whether something is known of the axes of what a function gives."""
    return name in SHAPING or name in CASTS


def of_result(name: str, values: Sequence[Value], arguments: Arguments) -> Axes | None:
    """The axes of what a function gives, None if they are not known.

    ``values`` are its positional arguments; for a method the array is the first.
    """
    shaping = SHAPING.get(name, Shaping.ALIKE if name in CASTS else None)
    if shaping is None or not values or arguments.rest is not None:
        return None
    return _RULES[shaping](values, arguments)


def option(values: Sequence[Value], arguments: Arguments, at: int, name: str) -> Value | None:
    """An argument that stands at a position or has a name."""
    return values[at] if at < len(values) else arguments.keywords.get(name)


def named(value: Value | None) -> _Named:
    """The axes that an argument names: all for None, ``UNNAMED`` where that is unknown."""
    if value is None or is_none(value):
        return None
    parts = value.values if isinstance(value, Container) and value.rest is None else (value,)
    numbers = [part.value for part in parts if isinstance(part, Const)]
    whole = [number for number in numbers if type(number) is int]
    return tuple(whole) if len(whole) == len(parts) else UNNAMED


def _alike(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    """What keeps the shape, or has that which is asked for; sorting along no axis gives one."""
    flat = is_none(option(values, arguments, 1, "axis") or Const(0))
    asked = arguments.keywords.get("shape")
    if asked is not None and not is_none(asked):
        return forms.axes_in(asked)
    return None if flat else forms.axes_of(values[0])


def _running(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    """What adds up along an axis; without one the whole array, as one row."""
    asked = option(values, arguments, 1, "axis")
    flat = asked is None or is_none(asked)
    return _flat(values, arguments) if flat else forms.axes_of(values[0])


def _outer(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    axes = [_flat((value,), arguments) for value in values]
    return None if None in axes else tuple(length for one in axes for length in one or ())


def _clipped(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    """What has bounds, as far as these are given, which may be arrays, too."""
    bounds = [bound for bound in (*values[1:], *arguments.keywords.values()) if not is_none(bound)]
    return lengths.together(*(forms.axes_of(value) for value in (values[0], *bounds)))


def _broadcast(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    return lengths.together(*map(forms.axes_of, values)) if len(values) > 1 else None


def _reduced(position: int) -> _Rule:
    def rule(values: Sequence[Value], arguments: Arguments) -> Axes | None:
        kept = arguments.keywords.get("keepdims", Const(False))
        if len(values) > position + 1 or not isinstance(kept, Const):
            return None
        axes = named(option(values, arguments, position, "axis"))
        return lengths.without(forms.axes_of(values[0]), axes, kept=bool(kept.value))

    return rule


def _reshaped(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    asked = values[1:] or tuple(filter(None, (arguments.keywords.get("shape"),)))
    several = Container("tuple", dict(enumerate(asked)), None, None)
    wanted = forms.axes_in(asked[0] if len(asked) == 1 else several)
    return None if wanted is None else lengths.reshaped(forms.axes_of(values[0]), wanted)


def _flat(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    return lengths.reshaped(forms.axes_of(values[0]), (-1,))


def _permuted(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    given = values[1:] or tuple(filter(None, (arguments.keywords.get("axes"),)))
    several = Container("tuple", dict(enumerate(given)), None, None)
    order = named(given[0] if len(given) == 1 else several if given else NONE)
    return lengths.permuted(forms.axes_of(values[0]), order)


def _swapped(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    places = [named(value) for value in values[1:]]
    if len(places) != 2:
        return None
    one, other = ((place or UNNAMED)[0] for place in places)
    return lengths.swapped(forms.axes_of(values[0]), one, other)


def _expanded(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    added = named(option(values, arguments, 1, "axis"))
    return None if added is None else lengths.expanded(forms.axes_of(values[0]), added)


def _squeezed(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    gone = named(option(values, arguments, 1, "axis"))
    return lengths.squeezed(forms.axes_of(values[0]), gone)


def _filled(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    shape = option(values, arguments, 1, "shape")
    return None if shape is None else forms.axes_in(shape)


def _parts(values: Sequence[Value]) -> list[Axes | None]:
    """The axes of what is put together, nothing where not all parts are known."""
    given = values[0]
    if not isinstance(given, Container) or given.rest is not None or given.kind == "dict":
        return []
    return [forms.axes_of(part) for part in given.values]


def _along(values: Sequence[Value], arguments: Arguments) -> int:
    axes = named(option(values, arguments, 1, "axis") or Const(0))
    return (axes or UNNAMED)[0]


def _stacked(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    return lengths.stacked(_parts(values), _along(values, arguments))


def _joined(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    return lengths.joined(_parts(values), _along(values, arguments))


def _product(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    axes = [forms.axes_of(value) for value in values]
    return lengths.product(*axes) if len(axes) == 2 else None


def _dot(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    axes = [forms.axes_of(value) for value in values]
    return lengths.dot(*axes) if len(axes) == 2 else None


def _searched(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    return forms.axes_of(values[1]) if len(values) > 1 else None


def _gathered(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    """As many along an axis as there are indices; other axes of length 1 are broadcast."""
    along = named(option(values, arguments, 2, "axis"))
    indices = option(values, arguments, 1, "indices")
    whole, asked = forms.axes_of(values[0]), None if indices is None else forms.axes_of(indices)
    if whole is None or asked is None or len(whole) != len(asked) or not along:
        return None
    at = lengths.place(along[0], len(whole))
    if at is None:
        return None
    return lengths.together((*whole[:at], asked[at], *whole[at + 1 :]), asked)


def _one_hot(values: Sequence[Value], arguments: Arguments) -> Axes | None:
    count = option(values, arguments, 1, "num_classes")
    axes, added = forms.axes_of(values[0]), None if count is None else forms.axes_in(count)
    last = "axis" not in arguments.keywords
    return (*axes, *added) if axes is not None and added is not None and last else None


_Rule = Callable[[Sequence[Value], Arguments], Axes | None]
_RULES: dict[Shaping, _Rule] = {
    Shaping.ALIKE: _alike,
    Shaping.BROADCAST: _broadcast,
    Shaping.CLIPPED: _clipped,
    Shaping.DOT: _dot,
    Shaping.EXPANDED: _expanded,
    Shaping.FILLED: _filled,
    Shaping.FLAT: _flat,
    Shaping.GATHERED: _gathered,
    Shaping.JOINED: _joined,
    Shaping.NORM: _reduced(2),
    Shaping.ONE_HOT: _one_hot,
    Shaping.OUTER: _outer,
    Shaping.PERMUTED: _permuted,
    Shaping.PRODUCT: _product,
    Shaping.REDUCED: _reduced(1),
    Shaping.RESHAPED: _reshaped,
    Shaping.RUNNING: _running,
    Shaping.SEARCHED: _searched,
    Shaping.SQUEEZED: _squeezed,
    Shaping.STACKED: _stacked,
    Shaping.SWAPPED: _swapped,
}
