"""What becomes of the axes of arrays: they are broadcast, left out, added, multiplied away.

An axis is its length, None where that is not known. Axes of which not even the number is known are
None, and so are those of what JAX refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import prod

from jaxlint.analysis.domains.arrays.facts import Axes


def together(*given: Axes | None) -> Axes | None:
    """The axes of what an operator makes of arrays that it broadcasts."""
    return reduce(_of_two, given)


def _of_two(one: Axes | None, other: Axes | None) -> Axes | None:
    if one is None or other is None:
        return None
    more, less = (one, other) if len(one) >= len(other) else (other, one)
    lead = len(more) - len(less)
    met = [_met(*pair) for pair in zip(more[lead:], less, strict=True)]
    return None if _REFUSED in met else (*more[:lead], *met)


_REFUSED = -1


def _met(one: int | None, other: int | None) -> int | None:
    """The length of two axes that are one: they are as long as each other, or one of them is 1."""
    if one == 1:
        return other
    if other == 1 or one == other:
        return one
    if one is None or other is None:
        return other if one is None else one
    return _REFUSED


def place(axis: int, rank: int) -> int | None:
    """Which axis a number names, counted from the first; None where there is none such."""
    return axis % rank if -rank <= axis < rank else None


def without(axes: Axes | None, left_out: Sequence[int] | None, *, kept: bool) -> Axes | None:
    """The axes of what is computed along some of them, all for None; ``kept`` leaves them as 1."""
    if left_out is None and not kept:
        return ()
    if axes is None:
        return None
    named = range(len(axes)) if left_out is None else left_out
    gone = {place(axis, len(axes)) for axis in named}
    if None in gone:
        return None
    if kept:
        return tuple(1 if at in gone else length for at, length in enumerate(axes))
    return tuple(length for at, length in enumerate(axes) if at not in gone)


def product(one: Axes | None, other: Axes | None) -> Axes | None:
    """The axes of a product of matrices, or with a vector, as ``@`` makes it."""
    if not one or not other or not _fits(one[-1], other[-2:][0]):
        return None
    if len(other) == 1:
        return one[:-1]
    if len(one) == 1:
        return (*other[:-2], other[-1])
    batch = together(one[:-2], other[:-2])
    return None if batch is None else (*batch, one[-2], other[-1])


def dot(one: Axes | None, other: Axes | None) -> Axes | None:
    """The axes of a product as ``jnp.dot`` makes it: of numbers too, of stacks each with each."""
    if () in (one, other):
        return other if one == () else one
    if not one or not other or not _fits(one[-1], other[-2:][0]):
        return None
    return (*one[:-1], *other[:-2], *(other[-1:] if len(other) > 1 else ()))


def _fits(one: int | None, other: int | None) -> bool:
    return None in (one, other) or one == other


def swapped(axes: Axes | None, one: int, other: int) -> Axes | None:
    """The axes with two of them exchanged."""
    if axes is None:
        return None
    first, second = place(one, len(axes)), place(other, len(axes))
    if first is None or second is None:
        return None
    lengths = list(axes)
    lengths[first], lengths[second] = lengths[second], lengths[first]
    return tuple(lengths)


def permuted(axes: Axes | None, order: Sequence[int] | None) -> Axes | None:
    """The axes in another order, in reverse where none is given."""
    if axes is None or order is None:
        return None if axes is None else axes[::-1]
    places = [place(axis, len(axes)) for axis in order]
    if sorted(at for at in places if at is not None) != [*range(len(axes))]:
        return None
    return tuple(axes[at] for at in places if at is not None)


def expanded(axes: Axes | None, added: Sequence[int]) -> Axes | None:
    """The axes with new ones, of length 1, that stand at these places in the end."""
    if axes is None:
        return None
    rank = len(axes) + len(added)
    places = {place(axis, rank) for axis in added}
    if None in places or len(places) < len(added):
        return None
    old = iter(axes)
    return tuple(1 if at in places else next(old) for at in range(rank))


def squeezed(axes: Axes | None, left_out: Sequence[int] | None) -> Axes | None:
    """The axes without those of length 1, or without those that are named."""
    if axes is None or (left_out is None and None in axes):
        return None
    gone = [at for at, length in enumerate(axes) if length == 1] if left_out is None else left_out
    return without(axes, gone, kept=False)


def stacked(parts: Sequence[Axes | None], axis: int) -> Axes | None:
    """The axes of arrays of one shape that are put beside each other along a new axis."""
    known = _alike(parts)
    at = None if known is None else place(axis, len(known) + 1)
    if known is None or at is None:
        return None
    return (*known[:at], len(parts), *known[at:])


def joined(parts: Sequence[Axes | None], axis: int) -> Axes | None:
    """The axes of arrays that are put behind each other along one that they have."""
    known = [part for part in parts if part is not None]
    at = place(axis, len(known[0])) if known and len(known) == len(parts) else None
    if at is None:
        return None
    others = _alike([part[:at] + part[at + 1 :] for part in known])
    if others is None or len({len(part) for part in known}) > 1:
        return None
    along = [part[at] for part in known]
    whole = None if None in along else sum(_known(along))
    return (*others[:at], whole, *others[at:])


def _alike(parts: Sequence[Axes | None]) -> Axes | None:
    """The axes that all parts have, each as long as any of them says."""
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts) or len({len(part) for part in known}) > 1:
        return None
    said = [{*along} - {None} for along in zip(*known, strict=True)]
    if any(len(lengths) > 1 for lengths in said):
        return None
    return tuple(next(iter(lengths), None) for lengths in said)


def reshaped(axes: Axes | None, asked: Axes) -> Axes | None:
    """The axes that are asked for, one of which may be what is left of the size."""
    if -1 not in asked:
        return asked
    others = [length for length in asked if length != -1]
    left: int | None = None
    if axes is not None and None not in axes and None not in others:
        size, known = prod(_known(axes)), prod(_known(others))
        if known == 0 or size % known:
            return None
        left = size // known
    return None if asked.count(-1) > 1 else tuple(left if one == -1 else one for one in asked)


def _known(lengths: Iterable[int | None]) -> list[int]:
    return [length for length in lengths if length is not None]


def part(length: int | None, taken: slice) -> int | None:
    """How long a part of an axis is."""
    return None if length is None else len(range(length)[taken])
