"""Values of which only the truth is known, as that of ``x and False``."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Const, Value, like


@dataclass(slots=True, frozen=True)
class Truth(Fact):
    """What ``bool()`` of a value gives."""

    holds: bool

    def sign(self) -> Hashable:
        """A function may take another branch with it."""
        return self.holds


def known(value: Value) -> bool | None:
    """The truth of a value, where it is known without asking."""
    if isinstance(value, Const):
        return bool(value.value)
    truth = value.fact(Truth)
    return None if truth is None else truth.holds


def either(left: Value, right: Value, *, settled: bool) -> Value:
    """What ``left and right`` (``or``) gives, where the left one may be either.

    The right one settles its truth where its own is ``settled``: that which ends the evaluation.
    """
    joined = join(left, right)
    if known(right) is not settled:
        return joined
    return like(joined, fresh=True, facts=joined.facts.plus(Truth(settled)))
