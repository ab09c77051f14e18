"""Marks the functions of a fixture as hazards and remedies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Literal, TypeVar

from jaxlint.proof.outcomes import Differs, Outcome

FunctionT = TypeVar("FunctionT", bound=Callable[[], object])
Kind = Literal["hazard", "remedy"]

_ATTRIBUTE = "__jaxlint_mark__"


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether a fixture function shows the hazard or its remedy, and the outcome to observe."""

    kind: Kind
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked function of a fixture module."""

    name: str
    function: Callable[[], object]
    mark: Mark


def hazard(outcome: Outcome) -> Callable[[FunctionT], FunctionT]:
    """Mark a function in which ``outcome`` must be observed.

    What the function has to return is said by the outcome's class.
    """
    return _marking(Mark("hazard", outcome))


def remedy(outcome: Outcome | None = None) -> Callable[[FunctionT], FunctionT]:
    """Mark a function in which ``outcome`` must not be observed, and whose result must be right.

    Without an outcome the function returns ``(compiled, plain)`` and the two must be equal.
    """
    return _marking(Mark("remedy", outcome or Differs()))


def _marking(mark: Mark) -> Callable[[FunctionT], FunctionT]:
    def put(function: FunctionT) -> FunctionT:
        setattr(function, _ATTRIBUTE, mark)
        return function

    return put


def marked_functions(module: ModuleType) -> tuple[Marked, ...]:
    """Return the marked functions of a loaded fixture, in the order of their definition."""
    members = vars(module).items()
    return tuple(
        Marked(name, member, getattr(member, _ATTRIBUTE))
        for name, member in members
        if hasattr(member, _ATTRIBUTE)
    )
