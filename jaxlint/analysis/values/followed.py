"""Numbers of which it counts where they come from, whatever is made of them."""

from __future__ import annotations

from collections.abc import Iterable

from jaxlint.analysis.values import clocked, salted
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Value


def holds(value: Value) -> bool:
    """Whether a value is such a number."""
    return salted.holds(value) or bool(clocked.places(value))


def one_of(values: Iterable[Value]) -> Value | None:
    """What stands for one of several values if there are such numbers among them."""
    found = [value for value in values if holds(value)]
    return join_all(found) if found else None
