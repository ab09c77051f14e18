"""What is observed of arrays: operands, indices, shapes and dtypes that JAX does not take."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values.certainty import Promise
from jaxlint.analysis.values.kinds import Traced
from jaxlint.analysis.values.promises import promises

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.fixes.edits import PlannedFix
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class ArrayObservation(Observation):
    """A mistake that is one if ``arrays`` are arrays, those among them that are traced too."""

    arrays: tuple[Value, ...]

    @property
    def certain(self) -> bool:
        return _are_arrays(self.arrays) and (self.settled is None or self.settled())

    @property
    def promises(self) -> tuple[Promise, ...]:
        return promises(*self.arrays)

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return self.arrays


def _are_arrays(values: tuple[Value, ...]) -> bool:
    return all(value.certain for value in values if isinstance(value, Traced))


class Index(Enum):
    """What an index is that JAX refuses."""

    LIST = auto()
    FLOAT = auto()
    STRING = auto()
    SLICE_WITH_FLOAT = auto()
    RANGE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class IndexRefused(ArrayObservation):
    """An array is indexed by what JAX does not take."""

    index: Index
    fix: PlannedFix | None


@dataclass(slots=True, frozen=True, eq=False)
class IndexOutOfRange(ArrayObservation):
    """An index is beyond the end of an axis of ``size``; ``updates`` says it is a write.

    Both are as the code writes them where they are no literals.
    """

    position: int | str
    size: int | str
    updates: bool

    @property
    def kind(self) -> Hashable:
        return self.updates


class AtUse(Enum):
    """What is wrong with a use of ``x.at``."""

    CALLED = auto()
    NO_INDEX = auto()
    NO_METHOD = auto()
    NOT_CALLED = auto()
    UNKNOWN_METHOD = auto()


@dataclass(slots=True, frozen=True, eq=False)
class AtMisused(ArrayObservation):
    """``x.at`` is used in another way than ``x.at[index].update(value)``.

    ``method`` is the name of the update that JAX does not know.
    """

    use: AtUse
    method: str = ""


class Operation(Enum):
    """An operator beside operands for which JAX does not have it."""

    SUBTRACTS_MASKS = auto()
    NEGATES_MASK = auto()
    INVERTS_FLOATS = auto()
    BITS_OF_FLOATS = auto()
    TAKEN_BEFORE_COMPARISON = auto()


@dataclass(slots=True, frozen=True, eq=False)
class OperatorRefused(ArrayObservation):
    """An operator does not fit the dtypes of its operands."""

    operation: Operation
    operator: str
    fix: PlannedFix | None = None


class Role(Enum):
    """As what a value is given to JAX."""

    OPERAND = auto()
    COMPARED = auto()
    ARGUMENT = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ContainerAsArray(ArrayObservation):
    """JAX is given ``container`` where it wants an array.

    ``taker`` names the operator or the function that does not take it.
    """

    container: str
    role: Role
    taker: str
    fix: PlannedFix | None = None


@dataclass(slots=True, frozen=True, eq=False)
class DtypeIsArray(ArrayObservation):
    """An array is given where a dtype is wanted."""

    fix: PlannedFix | None


class DtypeTest(Enum):
    """Why a test of a dtype or type is never true."""

    IDENTITY = auto()
    ABSTRACT = auto()
    WIDE = auto()
    INSTANCE = auto()
    TYPE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class DtypeTestUntrue(ArrayObservation):
    """A test of a dtype or type that no array passes."""

    test: DtypeTest
    fix: PlannedFix | None = None


@dataclass(slots=True, frozen=True, eq=False)
class DtypesMixed(ArrayObservation):
    """A function of ``jax.lax`` is given operands of different ``kinds`` of dtypes."""

    function: str
    kinds: tuple[str, ...]


class Part(Enum):
    """What a shape does not hold, a size that stands behind it, or numbers in place of it."""

    FLOAT = auto()
    SHAPE = auto()
    BEHIND = auto()
    NUMBERS = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ShapeMalformed(ArrayObservation):
    """A shape has a part that is no size."""

    part: Part
    fix: PlannedFix | None = None


@dataclass(slots=True, frozen=True, eq=False)
class DuplicatesLost(ArrayObservation):
    """An update sets what it computes of the old numbers, at indices of which some are equal.

    ``how`` says how these were made, ``instead`` which update counts each of them, ``crowd`` how
    many indices there are for how many places, if that is why.
    """

    how: str
    instead: str
    crowd: tuple[int, int] | None = None
    fix: PlannedFix | None = None


@dataclass(slots=True, frozen=True, eq=False)
class FractionsCut(ArrayObservation):
    """An update puts what may be fractions into an array of whole numbers."""


@dataclass(slots=True, frozen=True, eq=False)
class IntegerInverted(ArrayObservation):
    """What ``~`` makes of whole numbers is taken for truth values."""


class Misaligned(Enum):
    """How axes meet that do not belong together."""

    COLUMN = auto()
    CROSSED = auto()
    LOST_AXIS = auto()
    LETTERS = auto()


@dataclass(slots=True, frozen=True, eq=False)
class AxesMisaligned(ArrayObservation):
    """Arrays are broadcast along other axes than they were made for.

    ``operator`` meets them, ``shapes`` are theirs as far as they are known, or the letters that
    each has for itself, and ``axis`` is the one that was left out.
    """

    how: Misaligned
    operator: str
    shapes: tuple[str, ...] = ()
    axis: str = ""

    @property
    def kind(self) -> Hashable:
        return self.how


class Meeting(Enum):
    """What arrays of certain shapes are put to."""

    BROADCAST = auto()
    PRODUCT = auto()
    JOINED = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ShapesClash(ArrayObservation):
    """Arrays of these ``shapes`` meet in what ``taker`` names, and JAX refuses them."""

    meeting: Meeting
    taker: str
    shapes: tuple[str, ...]


@dataclass(slots=True, frozen=True, eq=False)
class ForeignAttributeRead(ArrayObservation):
    """An attribute is read that other libraries' arrays have; ``instead`` is what JAX has."""

    attribute: str
    instead: str


@dataclass(slots=True, frozen=True, eq=False)
class UpdateDropped(Observation):
    """The result of ``x.at[i].set(v)`` or its like is dropped."""

    fix: PlannedFix | None


class Dropped(Enum):
    """What a statement drops that is all that it gives."""

    ARRAY = auto()
    SAME = auto()
    FUNCTION = auto()
    DECORATOR = auto()
    UNCALLED_METHOD = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ResultDropped(ArrayObservation):
    """The result of a pure operation is dropped; the array is the one that stays as it was."""

    result: Dropped
    fix: PlannedFix | None = None


class Store(Enum):
    """How a statement writes to an element, or to ``x.at[i]``."""

    ITEM = auto()
    AUGMENTED = auto()
    DELETED = auto()
    REFERENCE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ItemStored(ArrayObservation):
    """A statement writes to an element of an array, or to ``x.at[i]``."""

    store: Store
    fix: PlannedFix | None

    @property
    def kind(self) -> Hashable:
        return self.store


@dataclass(slots=True, frozen=True, eq=False)
class WidthNotGiven(ArrayObservation):
    """A ``dtype`` of 64 bits is asked for where nothing turns such dtypes on, in a ``scope``.

    ``given`` is what there is in its place.
    """

    dtype: str
    given: str
    scope: ir.Scope

    @property
    def slip(self) -> Hashable:
        return type(self), self.scope

    @property
    def rank(self) -> tuple[int, ...]:
        return (self.node.number,)


class InPlace(Enum):
    """What would change an array in place."""

    METHOD = auto()
    ATTRIBUTE = auto()
    FUNCTION = auto()
    OUT = auto()
    WHERE = auto()
    DEFAULT = auto()


@dataclass(slots=True, frozen=True, eq=False)
class ChangedInPlace(ArrayObservation):
    """A call or a store would change an array in place; a container has methods of its own."""

    way: InPlace
    fix: PlannedFix | None = None

    @property
    def certain(self) -> bool:
        own = self.way in (InPlace.METHOD, InPlace.ATTRIBUTE)
        return _are_arrays(self.arrays) and not (own and any(map(_may_hold, self.arrays)))

    @property
    def kind(self) -> Hashable:
        return self.way


@dataclass(slots=True, frozen=True, eq=False)
class ElementRebound(ArrayObservation):
    """The variable of a loop over arrays gets a new array, which nothing reads.

    So does a parameter, if it is ``given`` by a caller.
    """

    name: str
    given: bool = False


def _may_hold(value: Value) -> bool:
    """Whether a value is a tracer of something that may be a container of arrays."""
    return isinstance(value, Traced) and value.source is not None and value.source.container


@dataclass(slots=True, frozen=True, eq=False)
class CursorUnwrapped(ArrayObservation):
    """A buffer is written at a ``cursor`` that goes on, beside a ``count`` that is capped."""

    cursor: str
    count: str


@dataclass(slots=True, frozen=True, eq=False)
class PaddingWrapped(ArrayObservation):
    """Indices that are filled up with -1 are used where ``mode`` says what becomes of others."""

    mode: str
