"""What this domain knows of a value: that it shows the memory of a JAX array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.values.facts import Edge, Fact

if TYPE_CHECKING:
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True)
class View(Fact):
    """Said of a NumPy array that shows a JAX array: nothing was copied.

    ``call`` is what made it, None where a function like ``jax.tree.map`` made that call.
    """

    call: ir.Call | None

    def cross(self, edge: Edge) -> View | None:
        """A slice shows the same memory, an element may be a number."""
        return self if edge in (Edge.CALL, Edge.PART) else None
