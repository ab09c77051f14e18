"""The letters of ``einsum``: what is summed by itself on two sides meets nothing on the other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import AxesMisaligned, Misaligned
from jaxlint.analysis.values.kinds import Const

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(OutsideCalled, about="jax.numpy.einsum".__eq__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a product of two arrays that share an axis, of which each has one for itself."""
    given = event.arguments.positional
    said = given[0].value if given and isinstance(given[0], Const) else None
    alone = _alone(said.replace(" ", "")) if isinstance(said, str) else []
    if alone:
        where = about(frame, event.node, *given[1:])
        seen = AxesMisaligned(*where, Misaligned.LETTERS, "einsum", tuple(alone))
        array_misuse.note(engine, frame, seen)


def _alone(spelled: str) -> list[str]:
    """The letters of two terms that stand in no other, and are summed over; none, or two."""
    terms, arrow, kept = spelled.partition("->")
    left, comma, right = terms.partition(",")
    if not arrow or not comma or "," in right or set(left).isdisjoint(right):
        return []
    count = Counter(terms)
    alone = [
        next((one for one in term if count[one] == 1 and one.isalpha() and one not in kept), "")
        for term in (left, right)
    ]
    return alone if all(alone) else []
