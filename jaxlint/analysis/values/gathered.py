"""Values of which the code says that they are lists, tuples or dicts, and nothing else is known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Traced, Unknown, Value


@dataclass(slots=True, frozen=True)
class Gathered(Fact):
    """Said of such a value: in traced code it is a tree of tracers, and no array."""

    def sign(self) -> Hashable:
        """A function may store into its elements, as into those of no array."""
        return True


def declared(value: Value) -> Value:
    """A value that is said to be a list, a tuple or a dict, unless it is known what it is."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.container = True
    return value.with_fact(Gathered()) if type(value) is Unknown else value


def holds(value: Value) -> bool:
    """Whether an unknown value is said to be a list, a tuple or a dict."""
    return bool(value.facts) and value.fact(Gathered) is not None


def is_open(value: Value) -> bool:
    """Whether it is not known of a value if it is a container, nor said so yet."""
    if isinstance(value, Traced):
        return value.source is not None and not value.source.container
    return type(value) is Unknown and not holds(value)
