"""What is observed of numbers and of their gradients."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation

if TYPE_CHECKING:
    from jaxlint.fixes.edits import PlannedFix


class Composition(Enum):
    """A function that is composed of others, one of which leaves the numbers of float32."""

    LOG_SOFTMAX = auto()
    LOG_SIGMOID = auto()
    LOG_ONE_MINUS_SIGMOID = auto()
    LOG_ONE_MINUS_EXP = auto()
    LOG_ONE_MINUS_TANH = auto()
    LOG_COSH = auto()
    LOG_DET = auto()
    LOG_RATIO = auto()
    LOG_OFFSET = auto()
    LOG_BOUND = auto()
    LOG_CLAMPED = auto()
    LOG_ONE_HOT = auto()
    SOFTPLUS = auto()
    LOGSUMEXP = auto()
    SOFTMAX = auto()
    SIGMOID = auto()
    TANH = auto()


@dataclass(slots=True, frozen=True, eq=False)
class UnstableComposition(Observation):
    """A function is composed of others although JAX has it in a form that stays finite.

    ``apart`` says how far logits are where a bound cuts the slope off, if a bound does, ``wide``
    that numbers are as large as 64 bits allow.
    """

    form: Composition
    fix: PlannedFix | None = None
    apart: int | None = None
    wide: bool = False

    @property
    def kind(self) -> Hashable:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class PoisonedGradient(Observation):
    """``where`` leaves out what ``op`` gives at a point at which the slope of that is infinite.

    ``tested`` is how the value is called that is ``number`` there, or, if ``below``, any number
    below zero, or, if it is a ``truth``, true for one and false for zero. ``reverse`` says that
    forward mode gives a number still.
    """

    op: str
    tested: str
    number: float
    below: bool
    reverse: bool
    truth: bool = False


class Root(Enum):
    """How code guards against the root of zero, or does not.

    ``PAIRED`` is a bare one of distances between all points of one set, themselves included.
    """

    OFFSET_OUTSIDE = auto()
    SQUARED = auto()
    PAIRED = auto()
    BARE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class RootAtZero(Observation):
    """The gradient of the root ``op`` is not a number where its argument is zero.

    ``meant`` says that this is a case to reckon with: equal points, numbers that are all alike. The
    norm of a whole tensor, as of weights, is never zero by chance.
    """

    form: Root
    op: str
    meant: bool

    @property
    def kind(self) -> Hashable:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class FactorsDegenerate(Observation):
    """The gradient of the vectors that ``function`` gives is no number where values are equal."""

    function: str


@dataclass(slots=True, frozen=True, eq=False)
class GradientVanishes(Observation):
    """A gradient is zero everywhere, or that of the argument ``ignored``, which is never read."""

    ignored: str

    @property
    def kind(self) -> Hashable:
        return self.ignored


@dataclass(slots=True, frozen=True, eq=False)
class TargetMoves(Observation):
    """What a loss compares with, by the name of a target, depends on what is differentiated.

    A ``greedy`` one adds the largest of some scores to a number.
    """

    name: str
    greedy: bool


@dataclass(slots=True, frozen=True, eq=False)
class StepUnconjugated(Observation):
    """A step goes along the gradient by complex numbers, and not along its conjugate."""


class LostNumber(Enum):
    """What a small number was to do.

    Move the argument of a function, a matrix from the edge, numbers from zero; or weigh what is new
    in a running average.
    """

    STEP = auto()
    JITTER = auto()
    OFFSET = auto()
    WEIGHT = auto()


@dataclass(slots=True, frozen=True, eq=False)
class SmallNumberLost(Observation):
    """A ``number`` is added that a dtype loses beside others that are about one, or altogether."""

    form: LostNumber
    number: str
    dtype: str = "float32"

    @property
    def kind(self) -> Hashable:
        return self.form


class Wrapping(Enum):
    """What leaves the numbers of a dtype."""

    DIFFERENCE = auto()
    PRODUCT = auto()


@dataclass(slots=True, frozen=True, eq=False)
class NumberWraps(Observation):
    """Whole numbers of few bits leave those that their dtype has, and come in at the other end."""

    form: Wrapping
    dtype: str

    @property
    def kind(self) -> Hashable:
        return self.form


class Density(Enum):
    """What of the normal distribution a logarithm is taken of."""

    PDF = "norm.pdf"
    CDF = "norm.cdf"
    SF = "norm.sf"
    OF_MANY = "multivariate_normal.pdf"
    MIXTURE = "mixture"


@dataclass(slots=True, frozen=True, eq=False)
class DensityLogged(Observation):
    """A logarithm is taken of a density, or of a probability, that is zero far away."""

    density: Density


class VarianceCancelled(Observation):
    """A root is taken of a mean of squares less the square of the mean."""

    __slots__ = ()


class Normal(Enum):
    """What makes numbers between zero and one, which say how probable something is."""

    SOFTMAX = "softmax"
    SIGMOID = "sigmoid"
    QUOTIENT = "quotient"
    MIXTURE = "mixture"
    WRITTEN = "written"


@dataclass(slots=True, frozen=True, eq=False)
class ProbabilitiesTaken(Observation):
    """Probabilities, ``made`` in one of some ways, are given to what takes logits: ``taker``.

    ``named`` says that it would take them as ``probs``.
    """

    taker: str
    made: Normal
    named: bool


@dataclass(slots=True, frozen=True, eq=False)
class PowerOfIntegers(Observation):
    """Whole numbers are raised to whole numbers below zero; a literal one is ``refused``."""

    refused: bool

    @property
    def kind(self) -> Hashable:
        return self.refused


@dataclass(slots=True, frozen=True, eq=False)
class TriangleEmpty(Observation):
    """A ``solver`` reads the triangle of a matrix that is zero: the matrix is a ``lower`` one."""

    solver: str
    lower: bool

    @property
    def kind(self) -> Hashable:
        return self.lower


@dataclass(slots=True, frozen=True, eq=False)
class RowEmptied(Observation):
    """Softmax is given rows of nothing but -inf: those of what the ``mask`` says is not there."""

    mask: str
