"""What is observed of compilation: jits made again, static arguments, and loops unrolled."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.domains.usage.observations import TransformProblem
from jaxlint.analysis.observations import Observation

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Traced
    from jaxlint.fixes.edits import PlannedFix


@dataclass(slots=True, frozen=True, eq=False)
class JitMade(Observation):
    """The jitted callable ``transform`` of ``what`` is made where that costs."""

    what: str
    transform: str


@dataclass(slots=True, frozen=True, eq=False)
class JitMadeInLoop(JitMade):
    """It is made anew in each turn of a loop, which binds ``varies``, if anything it uses.

    ``listed`` says that the turns are few and written out.
    """

    varies: str
    listed: bool


@dataclass(slots=True, frozen=True, eq=False)
class JitMadePerCall(JitMade):
    """It is made anew at each call of a function.

    ``looped`` says that a loop calls that, of more than a few turns that are written out. If it is
    a ``body``, what compiles it is no jit, but a loop of JAX in plain code.
    """

    looped: bool
    body: bool = False

    @property
    def kind(self) -> Hashable:
        return self.looped


class JitMadeInTrace(JitMade):
    """It is made in traced code, with which it is compiled as one."""

    __slots__ = ()
    supersedes: ClassVar[tuple[type[Observation], ...]] = (JitMadeInLoop, JitMadePerCall)


@dataclass(slots=True, frozen=True, eq=False)
class LoopUnrolled(Observation):
    """A loop in traced code has many ``turns``, or one for each row of the traced ``rows``."""

    turns: int
    rows: Traced | None = None

    @property
    def certain(self) -> bool:
        return self.rows is None or self.rows.certain


@dataclass(slots=True, frozen=True, eq=False)
class FieldOverlooked(Observation):
    """Compiled code reads ``attr`` of a static argument, an object of ``cls``, whose ``__eq__``
    does not look at it."""

    cls: str
    attr: str

    @property
    def kind(self) -> Hashable:
        return self.attr


class ByHand(Enum):
    """What is done with each row of an array."""

    MAPPED = auto()
    SUMMED = auto()


@dataclass(slots=True, frozen=True, eq=False)
class RowsTakenByHand(Observation):
    """Traced code computes with each row of an array by itself."""

    work: ByHand
    rows: Traced
    fix: PlannedFix | None = None

    @property
    def certain(self) -> bool:
        return self.rows.certain

    @property
    def kind(self) -> Hashable:
        return self.work


class Static(Enum):
    """How a static argument is declared that the function does not have."""

    NAME = auto()
    NUMBER = auto()
    KIND = auto()


class StaticArgumentUnknown(TransformProblem[Static]):
    """A jitted function declares static what is none of its arguments."""

    __slots__ = ()


class Changing(Enum):
    """What a static argument is that is another one in each turn of a loop."""

    COUNTER = auto()
    COMPUTED = auto()
    NUMBER = auto()
    RECORD = auto()
    LAMBDA = auto()
    FUNCTION = auto()
    PARTIAL = auto()
    OBJECT = auto()
    RECEIVER = auto()
    COUNTED = auto()


@dataclass(slots=True, frozen=True, eq=False)
class StaticArgumentChanges(Observation):
    """A static argument is another one in each turn.

    ``name`` is that of the counter, or of what is another number each time, ``field`` the static
    one of a tree in which something else is, or that a compiled function counts up itself.
    ``per_call`` says that it is made by a function which a loop calls, ``listed`` that the turns
    are few and written out.
    """

    changing: Changing
    name: str = ""
    field: str = ""
    per_call: bool = False
    listed: bool = False


class Holder(Enum):
    """What is static: an argument, or a field of an object, that is static by it."""

    ARGUMENT = auto()
    FIELD = auto()


@dataclass(slots=True, frozen=True, eq=False)
class StaticArgumentUnhashable(Observation):
    """A static ``argument``, or a field of one, is ``given`` what has no hash."""

    argument: str
    given: str
    fix: PlannedFix | None
    holder: Holder = Holder.ARGUMENT


@dataclass(slots=True, frozen=True, eq=False)
class ShapeChanges(Observation):
    """A jitted function is given another shape in each turn, by the variable ``name``."""

    name: str


@dataclass(slots=True, frozen=True, eq=False)
class ArrayGrows(Observation):
    """In a loop the array ``name`` is joined with more, so that its shape is another each turn."""

    name: str


@dataclass(slots=True, frozen=True, eq=False)
class ArrayCopied(Observation):
    """In a loop of plain code the array ``name`` is copied to change a part of it."""

    name: str


@dataclass(slots=True, frozen=True, eq=False)
class ArrayCaptured(Observation):
    """Compiled code closes over the array ``name``, which is large by its ``shape``."""

    name: str
    shape: tuple[int, ...]
