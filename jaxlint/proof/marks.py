"""Marks the functions of a fixture as hazards and remedies."""

from __future__ import annotations

import re
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
    """Whether a fixture function shows the hazard or its remedy, and the outcome to observe.

    It is observed on the releases of JAX from ``since`` on and before ``before``, where they are
    named, and not on others.
    """

    kind: Kind
    outcome: Outcome
    since: str = ""
    before: str = ""

    def holds_on(self, jax: str) -> bool:
        """Return whether the outcome is to be observed on a release of JAX."""
        early = bool(self.since) and _numbers(jax) < _numbers(self.since)
        late = bool(self.before) and _numbers(jax) >= _numbers(self.before)
        return not early and not late

    def releases(self) -> str:
        """Return the releases on which the outcome is to be observed, in words."""
        bounds = {"since": self.since, "before": self.before}
        return "JAX " + " and ".join(f"{word} {one}" for word, one in bounds.items() if one)


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked function of a fixture module."""

    name: str
    function: Callable[[], object]
    mark: Mark


def hazard(
    outcome: Outcome, *, since: str = "", before: str = ""
) -> Callable[[FunctionT], FunctionT]:
    """Mark a function in which ``outcome`` must be observed.

    What the function has to return is said by the outcome's class. On releases of JAX outside of
    ``since`` and ``before`` it must not be observed.
    """
    return _marking(Mark("hazard", outcome, since, before))


def remedy(
    outcome: Outcome | None = None, *, since: str = "", before: str = ""
) -> Callable[[FunctionT], FunctionT]:
    """Mark a function in which ``outcome`` must not be observed, and whose result must be right.

    Without an outcome the function returns ``(compiled, plain)`` and the two must be equal. On
    releases of JAX outside of ``since`` and ``before`` it must not work.
    """
    return _marking(Mark("remedy", outcome or Differs(), since, before))


def _marking(mark: Mark) -> Callable[[FunctionT], FunctionT]:
    def put(function: FunctionT) -> FunctionT:
        setattr(function, _ATTRIBUTE, mark)
        return function

    return put


def _numbers(release: str) -> tuple[int, ...]:
    """Return the number of a release in a form that sorts; what follows it does not count."""
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", release)[0]))


def marked_functions(module: ModuleType) -> tuple[Marked, ...]:
    """Return the marked functions of a loaded fixture, in the order of their definition."""
    members = vars(module).items()
    return tuple(
        Marked(name, member, getattr(member, _ATTRIBUTE))
        for name, member in members
        if hasattr(member, _ATTRIBUTE)
    )
