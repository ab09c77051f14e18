"""The axes of what an index takes of an array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jaxlint.analysis.core.events import ItemResult
from jaxlint.analysis.domains.arrays import arrays, forms, lengths
from jaxlint.analysis.domains.arrays.facts import Axes, Form
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values.kinds import Const, Container, Value
from jaxlint.program import ir

# An index along an axis: its value, and how it is written.
_Index = tuple[Value, ir.Expr]
_WHOLE = Const(slice(None))


@arrays.deduce(ItemResult)
def of_index(event: ItemResult) -> Form | None:
    """What is known of the form of what an index takes."""
    form = forms.of_value(event.base)
    if form.axes is None:
        return form.known
    indices = [*along_axes(event.key, event.node.index)]
    places = together(indices)
    if places is not None and len(indices) <= len(form.axes):
        return Form((*places, *form.axes[len(indices) :]), form.kind).known
    if _is_open(indices, len(form.axes)):
        return Form(None, form.kind).known
    whole = _WHOLE, ir.Slice(event.node.place, None, None, None)
    return Form(_taken(form.axes, _spelled(indices, len(form.axes), whole)), form.kind).known


def along_axes(index: Value, node: ir.Expr) -> Iterator[_Index]:
    """The indices that an index consists of, as far as it spells them one by one."""
    if isinstance(node, ir.Display) and node.kind == "tuple" and isinstance(index, Container):
        yield from zip(index.items.values(), node.elements, strict=False)
    else:
        yield index, node


def together(indices: Sequence[_Index]) -> Axes | None:
    """The axes of several indices that go through arrays together, None where one is no such."""
    axes = [forms.axes_of(value) for value, _ in indices]
    masks = any(forms.is_mask(value) for value, _ in indices)
    return None if masks or len(axes) < 2 else lengths.together(*axes)


def _is_open(indices: Sequence[_Index], rank: int) -> bool:
    """Whether it is not known for how many axes an index is, or several are arrays."""
    several = [value for value, _ in indices if forms.axes_of(value)]
    starred = any(isinstance(node, ir.Starred) for _, node in indices)
    masks = (value for value, _ in indices if forms.is_mask(value))
    unknown = rank > 1 and any(forms.axes_of(mask) is None for mask in masks)
    return starred or unknown or len(several) > 1


def _spelled(indices: Sequence[_Index], rank: int, whole: _Index) -> list[_Index]:
    """The indices with slices for an ellipsis, or behind the last."""
    counted = [index for index in indices if not isinstance(index[1], ir.Ellipsis)]
    leading = [n for n, (_, node) in enumerate(indices) if isinstance(node, ir.Ellipsis)]
    at = leading[0] if leading else len(indices)
    consumed = sum(_consumes(value) for value, _ in counted)
    return [*counted[:at], *[whole] * (rank - consumed), *counted[at:]]


def _consumes(index: Value) -> int:
    """How many axes an index is for: none where it adds one, several where it is a mask."""
    if subscripts.adds_axis(index):
        return 0
    return max(len(forms.axes_of(index) or ()), 1) if forms.is_mask(index) else 1


def _taken(axes: Axes, indices: Sequence[_Index]) -> Axes | None:
    """The axes that are left, where it is known of each index what it takes."""
    left, found = list(axes), list[int | None]()
    for value, node in indices:
        if subscripts.adds_axis(value):
            found.append(1)
            continue
        count = _consumes(value)
        if len(left) < count:
            return None
        gone, left = left[:count], left[count:]
        part = _along_one(gone[0], value, node)
        if part is None:
            return None
        found += part
    return tuple(found)


def _along_one(length: int | None, index: Value, node: ir.Expr) -> Axes | None:
    """What an index leaves of an axis: a part of it, nothing, or the axes of an array."""
    if isinstance(node, ir.Slice):
        part = _slice(node)
        return (None if part is None else lengths.part(length, part),)
    if forms.is_mask(index):
        return (None,)
    if isinstance(index, Const):
        return () if type(index.value) is int else None
    return None if isinstance(index, Container) else forms.axes_of(index)


def _slice(node: ir.Slice) -> slice | None:
    """A slice whose bounds are literals, or not given."""
    bounds = [node.lower, node.upper, node.step]
    known = [part.value if isinstance(part, ir.Constant) else 0.5 for part in bounds if part]
    if not all(value is None or type(value) is int for value in known):
        return None
    return slice(*[part.value if isinstance(part, ir.Constant) else None for part in bounds])
