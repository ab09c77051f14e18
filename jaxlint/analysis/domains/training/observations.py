"""What is observed of training: results that nothing uses."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto

from jaxlint.analysis.domains.arrays.observations import ArrayObservation
from jaxlint.analysis.observations import Observation


class Dropped(Enum):
    """What a statement computes and drops."""

    COMPARISON = auto()
    ARITHMETIC = auto()
    CALL = auto()
    COMPILED = auto()
    TEST = auto()
    TREE = auto()
    UPDATE = auto()
    COPY = auto()
    CHECK = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ComputationDropped(ArrayObservation):
    """A statement does nothing but compute a value, which it drops."""

    dropped: Dropped

    @property
    def kind(self) -> Hashable:
        return self.dropped


class Lost(Enum):
    """Where a new state gets lost.

    ``TURN``: each turn of a loop starts from the old one. ``LOOP``: behind a loop the first one is
    returned. ``STEP``: what a step of an optimiser gives is never read. ``START``: each turn of a
    loop starts from the old one, and the new one of the last turn is kept behind it. ``MEMORY``:
    each turn gives an optimiser the memory that it had before the loop. ``UNKEPT``: a state that a
    loop gives a step stays what it was, as the loop, or the body of a scan, does not keep the new
    one. ``AFRESH``: so does a memory, as each turn makes a first one, or each call of a function
    that is given one. ``HANDED_ON``: a step returns the memory that an optimiser had before, beside
    the new parameters. ``STATISTICS``: the collections that a model of Flax has changed are never
    read. ``GRADIENTS``: what each turn of a loop finds to be the slopes of parameters is never
    read. ``FIELD``: in a new state, or in what a function returns, the old one's part stands, and
    what a step gave in its place is never read; so it is of a target that follows the parameters.
    ``MIXED``: an average is given the old parameters as the new ones, or nearly all its weight to
    the new ones.
    """

    TURN = auto()
    LOOP = auto()
    STEP = auto()
    START = auto()
    MEMORY = auto()
    UNKEPT = auto()
    AFRESH = auto()
    HANDED_ON = auto()
    STATISTICS = auto()
    GRADIENTS = auto()
    FIELD = auto()
    MIXED = auto()


@dataclass(slots=True, frozen=True, eq=False)
class StateNeverAdvances(Observation):
    """A call is given ``old`` and gives ``new``, which nothing reads."""

    new: str
    old: str
    lost: Lost = Lost.TURN


@dataclass(slots=True, frozen=True, eq=False)
class ResultOverwritten(Observation):
    """Traced code computes what it binds to ``name``, and binds that again before it is read."""

    name: str


class Uphill(Enum):
    """Which updates climb."""

    ALL = auto()
    UNMASKED = auto()
    DECAY = auto()
    SUBTRACTED = auto()
    BY_HAND = auto()


@dataclass(slots=True, frozen=True, eq=False)
class StepUphill(Observation):
    """Updates that go the way of the gradients, or of what is to decay, are added to parameters.

    Or those that go against them are taken off. Or a gradient of a loss is added ``BY_HAND``.
    """

    form: Uphill


@dataclass(slots=True, frozen=True, eq=False)
class ArgumentsExchanged(Observation):
    """By their names two arguments of ``function`` are exchanged: ``given`` for ``wanted``.

    Or two ``results`` of what it is given, or one is meant for another parameter: ``meant``.
    """

    function: str
    given: str
    wanted: str
    results: bool = False
    meant: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class RateSettled(Observation):
    """The number ``name`` changes, which nothing reads but what had made an optimiser of it.

    Or ``name`` makes one of the number with which a schedule has ``begun``.
    """

    name: str
    begun: bool = False


@dataclass(slots=True, frozen=True, eq=False)
class GradientsSummedAgain(Observation):
    """A ``collective`` gets gradients that are summed over devices already."""

    collective: str


@dataclass(slots=True, frozen=True, eq=False)
class GradientsApart(Observation):
    """A device makes a step by its own ``gradients`` alone, and others by theirs."""

    gradients: str


@dataclass(slots=True, frozen=True, eq=False)
class SnapshotLive(Observation):
    """What has the ``name`` is the ``model`` itself, or of its ``state``, the variables."""

    name: str
    model: str
    state: bool
