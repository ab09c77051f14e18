"""The fields of one of several objects: arrays of which it is known who gave them away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jaxlint.analysis.values.kinds import Array, Choice, Unknown, Value


@dataclass(slots=True, frozen=True)
class _Part:
    """The key of a field among what else is known of one of several objects."""

    place: object


def make(joined: Choice | Unknown, place: object) -> Value:
    """What stands for a field of whichever object it is."""
    if isinstance(joined, Unknown):
        return joined.child(place, lambda: Unknown(str(place)))
    return joined.child(_Part(place), lambda: Array("a field"))


def known(choice: Choice) -> Mapping[object, Value]:
    """All that were made, by the places of the fields."""
    children = choice.children or {}
    return {key.place: one for key, one in children.items() if isinstance(key, _Part)}
