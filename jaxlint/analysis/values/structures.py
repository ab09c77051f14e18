"""What is known of the pytree that a value is: which two cannot be alike, what is no pair.

Only tuples are counted: a list or a dict may have grown since it was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Key,
    Static,
    Traced,
    Value,
    is_none,
)

_NUMBERS = (bool, int, float, complex)
_KINDS = ("tuple", "list", "dict")


@dataclass(slots=True, frozen=True)
class Structure(Fact):
    """Said of the structure of a pytree: whether that is of one ``leaf`` alone."""

    leaf: bool


def of(tree: Value) -> Structure | None:
    """What is known of the structure of a pytree."""
    if is_none(tree) or (isinstance(tree, Container) and tree.kind in _KINDS):
        return Structure(leaf=False)
    return Structure(leaf=True) if is_leaf(tree) else None


def are_apart(one: Value, other: Value) -> bool:
    """Whether two structures are of a leaf and of something else."""
    mine, theirs = one.fact(Structure), other.fact(Structure)
    return mine is not None and theirs is not None and mine.leaf is not theirs.leaf


def describe(value: Value) -> str:
    """A few words for what a value certainly is as a pytree; empty where that is not known."""
    if is_none(value):
        return "None"
    if isinstance(value, Container) and value.kind in _KINDS:
        if value.kind == "tuple" and value.rest is None and not _is_record(value):
            return f"a tuple of {len(value.items)}"
        return f"a {value.kind}"
    return "one array" if is_leaf(value) else ""


def is_leaf(value: Value) -> bool:
    """Whether a value is certainly one leaf.

    What a tracer of unknown structure is used for does not count: that may have been on a path
    which is taken for arrays only.
    """
    if isinstance(value, Const):
        return isinstance(value.value, _NUMBERS)
    if isinstance(value, Traced):
        return value.source is None
    return isinstance(value, Array | HostArray | Key)


def is_array_of_jax(value: Value) -> TypeGuard[Array | Traced]:
    """Whether a value is certainly an array of JAX's own, traced or not."""
    if isinstance(value, Traced):
        return value.source is None
    return isinstance(value, Array)


def is_no_callable(value: Value | None) -> bool:
    """Whether a value certainly cannot be called."""
    if value is None or isinstance(value, Static | External):
        return False
    if isinstance(value, Container):
        return value.kind in _KINDS
    return is_leaf(value)


def no_pair(value: Value) -> str:
    """What a value certainly is instead of a tuple or list of two; empty where it may be one."""
    if isinstance(value, Container) and value.kind == "tuple":
        known = value.rest is None and not _is_record(value)
        return describe(value) if known and len(value.items) != 2 else ""
    if isinstance(value, Container) and value.kind == "list":
        return ""
    return describe(value)


def differ(one: Value, other: Value, *, types: bool = False) -> tuple[str, str] | None:
    """What two values are where their pytrees certainly are not alike; None where they may be.

    ``types`` asks for Python numbers of two types too, which are alike in structure.
    """
    if types and isinstance(one, Const) and isinstance(other, Const):
        kinds = (type(one.value), type(other.value))
        if kinds[0] is not kinds[1] and all(kind in _NUMBERS for kind in kinds):
            return repr(one.value), repr(other.value)
    left, right = describe(one), describe(other)
    if not left or not right:
        return None
    if not (isinstance(one, Container) and isinstance(other, Container)):
        return (left, right) if left != right else None
    if _is_record(one) or _is_record(other):
        return None
    if one.kind != other.kind:
        return f"a {one.kind}", f"a {other.kind}"
    if one.kind != "tuple" or one.rest is not None or other.rest is not None:
        return None
    if len(one.items) != len(other.items):
        return left, right
    parts = zip(one.items.values(), other.items.values(), strict=True)
    return next((found for a, b in parts if (found := differ(a, b, types=types))), None)


def _is_record(value: Container) -> bool:
    """Whether a tuple is a named one, which is a type of its own."""
    return any(isinstance(key, tuple) and key[0] == "field" for key in value.children or ())
