"""What this domain knows of a value: that it is an optimiser, and what sets its step size."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Value


@dataclass(slots=True, frozen=True)
class Optimiser(Fact):
    """Said of a gradient transformation: its methods change nothing and return what is new.

    ``remembers`` says that what it gives depends on the steps before, ``mirrors`` that its state
    has an array for each parameter.
    """

    remembers: bool = False
    mirrors: bool = False

    def join(self, other: Optimiser | None) -> Optimiser | None:
        """What holds of both."""
        if other is None:
            return None
        return Optimiser(self.remembers and other.remembers, self.mirrors and other.mirrors)


@dataclass(slots=True, frozen=True)
class NeedsParameters(Fact):
    """Said of a gradient transformation whose updates fail without the parameters.

    ``maker`` made the part that needs them; ``perhaps`` says that another one may be in its place.
    """

    maker: str
    perhaps: bool = False

    def join(self, other: NeedsParameters | None) -> NeedsParameters:
        """What may need them does so on one of the paths."""
        return self if self == other else replace(other or self, perhaps=True)

    def sign(self) -> Hashable:
        """A function that updates by it may fail."""
        return self.maker, self.perhaps


@dataclass(slots=True, frozen=True)
class Scheduled(Fact):
    """Said of a gradient transformation whose updates call functions with the count of steps."""

    schedules: tuple[Value, ...]

    def sign(self) -> Hashable:
        """Each schedule is run where the optimiser that was given it is."""
        return tuple([id(one.token) for one in self.schedules])


@dataclass(slots=True, frozen=True)
class Along(Fact):
    """Said of a gradient transformation whose updates go the way of the gradients.

    And of a schedule, or a number, that is not negative. ``steps`` says that it is made for steps,
    not only to clip gradients.
    """

    steps: bool = False


@dataclass(slots=True, frozen=True)
class Against(Fact):
    """Said of a gradient transformation whose updates go against the gradients.

    ``partly`` says that a mask lets the other gradients through as they are.
    """

    partly: bool = False


@dataclass(slots=True, frozen=True)
class Decaying(Fact):
    """Said of a gradient transformation that adds some of the parameters to the gradients."""
