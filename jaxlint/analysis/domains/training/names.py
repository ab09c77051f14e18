"""What names say: that something is a state, and which version of it."""

from __future__ import annotations

# Words of names of what a step moves on, and those that tell its new value from the old one.
_STATES = frozenset(("carry", "opt", "params", "parameters", "state", "theta", "weights"))
_VERSIONS = frozenset(("new", "next", "updated", "prev", "previous", "old", "cur", "current"))


def stem(name: str) -> frozenset[str]:
    """The words of a name but for those that say which version is meant."""
    return frozenset(name.lower().split("_")) - _VERSIONS


def is_state(*names: str) -> bool:
    """Whether one of some names says that it is what a step moves on."""
    return any(not _STATES.isdisjoint(stem(name)) for name in names)
