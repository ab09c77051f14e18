"""What names say: that something is a state, and which version of it."""

from __future__ import annotations

# Words of names of what a step moves on, and those that tell its new value from the old one.
_STATES = frozenset(("carry", "opt", "params", "parameters", "state", "theta", "weights"))
_LATER = frozenset(("new", "next", "updated"))
_VERSIONS = _LATER | frozenset(("prev", "previous", "old", "cur", "current"))


def stem(name: str) -> frozenset[str]:
    """The words of a name but for those that say which version is meant."""
    return frozenset(name.lower().split("_")) - _VERSIONS


def is_next(new: str, old: str) -> bool:
    """Whether a name says that it is a state, and the version that comes after another one."""
    words, others = stem(new), stem(old)
    later = not _LATER.isdisjoint(new.lower().split("_"))
    return is_state(new) and later and bool(words) and words <= others


def is_state(*names: str) -> bool:
    """Whether one of some names says that it is what a step moves on."""
    return any(not _STATES.isdisjoint(stem(name)) for name in names)
