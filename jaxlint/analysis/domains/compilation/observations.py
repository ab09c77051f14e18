"""What is observed of compilation: jits that are made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jaxlint.analysis.observations import Observation


@dataclass(slots=True, frozen=True, eq=False)
class JitMade(Observation):
    """The jitted callable ``transform`` of ``what`` is made where that costs."""

    what: str
    transform: str


@dataclass(slots=True, frozen=True, eq=False)
class JitMadeInLoop(JitMade):
    """It is made anew in each turn of a loop, which binds ``varies``, if anything it uses."""

    varies: str


class JitMadePerCall(JitMade):
    """It is made anew at each call of a function."""

    __slots__ = ()


class JitMadeInTrace(JitMade):
    """It is made in traced code, where it is inlined."""

    __slots__ = ()
    supersedes: ClassVar[tuple[type[Observation], ...]] = (JitMadeInLoop, JitMadePerCall)
