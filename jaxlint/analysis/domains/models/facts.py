"""What this domain knows of a value: that it is a tree of variables that a module of Flax made."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Value

_SAME_TREE = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT)


@dataclass(slots=True, frozen=True)
class Initialised(Fact):
    """Said of the variables that ``init`` of a model gives, or of the ``inner`` tree of parameters.

    Each has the form that the model takes, or lies one level below it.
    """

    model: Value
    inner: bool = False

    holds_unseen = True

    def cross(self, edge: Edge) -> Initialised | None:
        """A tree is the same in traced code; its parts are others."""
        return self if edge in _SAME_TREE else None

    def sign(self) -> Hashable:
        """A function that applies the model to it may fail."""
        return id(self.model.token), self.inner

    def recalled(self, given: Mapping[Value, Value]) -> Initialised:
        """The same of the model that another call is given."""
        model = given.get(self.model.token)
        return self if model is None else replace(self, model=model)
