"""Arrays of which each row is one key: what maps over them draws the same numbers in each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.semantics import results
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Container, Key, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import random

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Copies(Fact):
    """Said of an array whose rows are one value, or of a ``row`` of it in the mapped function."""

    row: bool = False

    def cross(self, edge: Edge) -> Copies | None:
        """The array is known wherever it goes as a whole."""
        if edge is Edge.ROW:
            return None if self.row else Copies(row=True)
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None


@dataclass(slots=True, frozen=True)
class OfOne(Fact):
    """Said of keys that a mapped function makes of one which all rows of its ``region`` have."""

    region: Region

    def cross(self, edge: Edge) -> OfOne:
        """So is each of them, wherever it goes."""
        return self


@random_keys.transfer(*random.COPYING)
def copied(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """One key put into each row of an array: as many as there are, two stand for them."""
    key = call.arguments.get(*random.COPYING[call.name])
    if isinstance(key, Container) and key.kind == "stack" and len(key.items) == 1:
        key = key.values[0]
    if isinstance(key, Key) and not key.batch:
        return Container("stack", {0: key, 1: key}, None, frame.region)
    facts = engine.deduced(call)
    return results.of_arrays(frame, call.name, call.arguments.all, call.node, facts)


@random_keys.deduce(Call, about=random.COPYING.__contains__)
def of_copies(call: Call) -> Copies | None:
    """What is put into each row may be a key: nothing else draws."""
    copied = call.arguments.get(*random.COPYING[call.name])
    return Copies() if isinstance(copied, Unknown | Traced) else None


@random_keys.deduce(Call, about=random.STACKING.__contains__)
def of_stack(call: Call) -> Copies | None:
    """A list of one value several times."""
    parts = call.arguments.get(0, "arrays")
    if not isinstance(parts, Container) or parts.kind not in ("list", "tuple"):
        return None
    one = len({part.token for part in parts.values}) == 1
    return Copies() if one and len(parts.items) > 1 else None
