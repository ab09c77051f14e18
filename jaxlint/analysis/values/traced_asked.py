"""Truths that say whether something is traced: what ``isinstance(x, jax.core.Tracer)`` gives."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Container, External, Static, Value
from jaxlint.knowledge.names import ARRAY_TYPES

_MEMBERSHIP = ("in", "not in")


@dataclass(slots=True, frozen=True)
class SaysTraced(Fact):
    """Said of a truth that holds where something is traced, or where it is not: ``traced``."""

    traced: bool

    def join(self, other: SaysTraced | None) -> SaysTraced | None:
        """A truth that may be this one may say the same."""
        return self if other is None or other == self else None

    def cross(self, edge: Edge) -> SaysTraced:
        """It says so wherever it goes."""
        return self

    def sign(self) -> Hashable:
        """A function may take another branch with it."""
        return self.traced


def is_tracer_class(kind: Value) -> bool:
    """Whether a value is a class of which tracers alone are instances."""
    name = kind.name if isinstance(kind, External) else ""
    return name.startswith("jax.") and name.endswith("Tracer")


def by_class(op: str, right: Value) -> Static | None:
    """What a comparison with classes of tracers gives: ``type(x) is DynamicJaxprTracer``.

    None of any other, and of one with the class that all of these derive from.
    """
    kinds = right.values if isinstance(right, Container) and op in _MEMBERSHIP else (right,)
    if not all(map(is_tracer_class, kinds)) or all(map(_is_abstract, kinds)):
        return None
    return Static(SaysTraced(op in ("is", "==", "in")))


def _is_abstract(kind: Value) -> bool:
    return isinstance(kind, External) and kind.name in ARRAY_TYPES


def by_library(left: Value, library: str, *, same: bool) -> Static | None:
    """What a test for a library gives that code chose by its arguments: ``xp is jnp``.

    Tracers have ``jax.numpy`` chosen for them. None of any other test.
    """
    if library not in ("jax.numpy", "numpy") or isinstance(left, External):
        return None
    return Static(SaysTraced((library == "jax.numpy") is same))


def opposite(value: Value) -> Static | None:
    """What ``not`` gives of a truth that says whether something is traced; None of any other."""
    said = value.fact(SaysTraced)
    return None if said is None else Static(SaysTraced(not said.traced))


def traced_in(test: Value, *, arm: bool) -> bool | None:
    """What an arm of a test means: something is traced, or is not; None if that was not asked."""
    said = test.fact(SaysTraced)
    return None if said is None else said.traced is arm
