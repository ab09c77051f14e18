"""What is observed of transformations: how they are made, called, and what their functions give."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar, Generic, TypeVar

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import PlannedFix

ProblemT = TypeVar("ProblemT", bound=Enum)


@dataclass(slots=True, frozen=True, eq=False)
class TransformObservation(Observation):
    """A mistake with a transformation, which ``transform`` names; ``fix`` writes the remedy."""

    transform: str
    fix: PlannedFix | None = field(default=None, kw_only=True)


@dataclass(slots=True, frozen=True, eq=False)
class TransformProblem(TransformObservation, Generic[ProblemT]):
    """One of several problems; ``what`` is the part of a message that only this place knows."""

    problem: ProblemT
    what: str = ""

    @property
    def kind(self) -> Hashable:
        return self.problem


class Given(Enum):
    """What a transformation is given in place of a function alone."""

    NO_CALLABLE = auto()
    ARGUMENTS = auto()
    OPTIONS = auto()


class TransformMisgiven(TransformProblem[Given]):
    """A transformation is not given just a function."""

    __slots__ = ()


class Receiver(Enum):
    """Why a function of a class is none that can be transformed."""

    SELF = auto()
    CLASS = auto()
    DESCRIPTOR = auto()


class MethodTransformed(TransformProblem[Receiver]):
    """A method is transformed in its class."""

    __slots__ = ()


class Gradient(Enum):
    """Why there is no gradient."""

    NO_NUMBER = auto()
    NO_SCALAR = auto()
    NO_REAL = auto()
    NO_AUX = auto()
    WHOLE_NUMBER = auto()
    WHOLE_ARRAY = auto()
    WHOLE_LEAF = auto()
    TOO_FEW = auto()
    ONE_WAY = auto()
    HOST = auto()
    CLOSED_OVER = auto()
    BACKWARD_ONLY = auto()


class GradientImpossible(TransformProblem[Gradient]):
    """A function or an argument has no gradient."""

    __slots__ = ()


class Unpacking(Enum):
    """How the result of a gradient function is misread."""

    COUNT = auto()
    SWAPPED = auto()
    NO_AXES = auto()
    NO_TREE = auto()
    MOVES = auto()
    ANOTHER = auto()


class GradientMisread(TransformProblem[Unpacking]):
    """The result of a gradient function is bound to names, or used, as does not fit it."""

    __slots__ = ()


class Axes(Enum):
    """What is wrong with the axes of ``vmap``, or of ``pmap``."""

    COUNT = auto()
    NONE = auto()
    NUMBER = auto()
    NAMED_NUMBER = auto()
    SIZES = auto()
    NAMED_SIZES = auto()
    TREE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class CallRefused(TransformObservation):
    """A transformed function refuses the arguments of a call; ``what`` says which, and why.

    ``instead`` says what to do where that is known, ``raised`` is the error.
    """

    what: str = field(kw_only=True)
    instead: str = field(default="", kw_only=True)
    raised: str = field(default="TypeError", kw_only=True)


class AxesMismatch(TransformProblem[Axes]):
    """The axes of ``vmap`` do not fit the arguments or the result."""

    __slots__ = ()
    supersedes: ClassVar[tuple[type[Observation], ...]] = (CallRefused,)


class Body(Enum):
    """What is wrong with a function that ``jax.lax`` calls, or with what it is called on."""

    ARITY = auto()
    NO_PAIR = auto()
    CARRY = auto()
    DTYPE = auto()
    SHAPE = auto()
    CONDITION = auto()
    BRANCHES = auto()
    INDEX = auto()
    DOWNWARDS = auto()
    LATE = auto()
    NOTHING_TO_SCAN = auto()
    LENGTHS = auto()


class BodyMisshapen(TransformProblem[Body]):
    """A function of structured control flow takes or gives back what it must not."""

    __slots__ = ()


class DerivativeRule(Enum):
    """What is wrong with the rule of a custom derivative."""

    MISSING = auto()
    MISFIT = auto()
    UNCHAINED = auto()
    EXCHANGED = auto()
    LATE = auto()
    TRACED = auto()


class DerivativeRuleBroken(TransformProblem[DerivativeRule]):
    """A function with custom derivatives lacks its rules, or they do not fit it."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class ReturnForgotten(TransformObservation):
    """A jitted function, of which the result is kept, returns None."""
