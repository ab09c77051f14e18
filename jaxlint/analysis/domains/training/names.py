"""What names say: that something is a state, and which version of it."""

from __future__ import annotations

# Words of names of what a step moves on, and those that tell its new value from the old one;
# last words of parameters and of rates; words of what is to become small, and of its opposite.
_STATES = frozenset(("carry", "opt", "params", "parameters", "state", "theta", "weights"))
_LATER = frozenset(("new", "next", "updated"))
PARAMETERS = frozenset("p param params parameters theta weight weights".split())
_LOSSES = frozenset(("cost", "error", "loss", "mse", "nll"))
_RATES = frozenset(("alpha", "eta", "lr", "rate", "size"))
_TURNED = frozenset(("minus", "neg", "negated", "negative", "reward"))
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


def is_parameter(name: str) -> bool:
    """Whether a name says that it is a parameter, or a tree of them."""
    return last_word(name) in PARAMETERS | {"w"}


def is_rate(name: str) -> bool:
    """Whether a name says that it is how far a step goes."""
    return last_word(name) in _RATES


def is_loss(name: str) -> bool:
    """Whether a function gives by its name what is to become small."""
    words = name.lower().split("_")
    return not _LOSSES.isdisjoint(words) and _TURNED.isdisjoint(words)


def last_word(name: str) -> str:
    """The last of the words that underscores part."""
    return name.lower().rpartition("_")[2]
