"""Under which conditions a key was made: a later test may ask whether it is one key or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Key, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.frames import Frame


@dataclass(slots=True, frozen=True)
class MadeUnder(Fact):
    """The branches that were taken to where a key, or a batch of them, was made."""

    conditions: tuple[Condition, ...]

    def join(self, other: MadeUnder | None) -> MadeUnder | None:
        """Where paths meet the tests are closed that only one of them has seen."""
        if other is None:
            return None
        return MadeUnder(tuple([one for one in self.conditions if one in other.conditions]))

    def cross(self, edge: Edge) -> MadeUnder | None:
        """The key is the one that was made, be it in a function or a traced one."""
        return self if edge in (Edge.CALL, Edge.TRACE_OUT, Edge.ELEMENT) else None


def may_be_asked(frame: Frame, value: Value) -> bool:
    """Whether a test in this activation may have asked what shape a key has.

    A test that was open when the key was made cannot have.
    """
    tests = frame.own_conditions
    if not isinstance(value, Key) or not tests:
        return False
    fact = value.fact(MadeUnder)
    if fact is None or len(tests) >= budgets.CONDITIONS:
        return True
    return any(one not in fact.conditions for one in tests)
