"""What is observed of traces: their arguments and results, their branches, calls of the host."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Generic, TypeVar

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.values.certainty import Promise
    from jaxlint.analysis.values.kinds import Traced, Value
    from jaxlint.program import ir


AskerT = TypeVar("AskerT", bound=Enum)


@dataclass(slots=True, frozen=True, eq=False)
class RaiseTraced(Observation):
    """The branch ``function``, which is traced in any case, always raises."""

    function: str


@dataclass(slots=True, frozen=True, eq=False)
class RecursionTraced(Observation):
    """``function`` calls itself in what is traced in any case."""

    function: str


@dataclass(slots=True, frozen=True, eq=False)
class PredicateStatic(Observation):
    """Python knows the predicate of ``lax.cond``."""


@dataclass(slots=True, frozen=True, eq=False)
class PredicateMapped(Observation):
    """``vmap`` maps the predicate of ``lax.cond``."""


class Misprint(Enum):
    """What is wrong with a ``jax.debug.print``."""

    TRACER = auto()
    UNUSED = auto()
    MISSING_NAME = auto()
    MISSING_POSITION = auto()
    NO_FORMAT = auto()


@dataclass(slots=True, frozen=True, eq=False)
class DebugPrintMisfit(Observation):
    """A ``jax.debug.print`` does not print what it should; ``what`` names the argument or field."""

    misprint: Misprint
    what: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class CallbackUnmapped(Observation):
    """A callback is given mapped values and cannot be mapped: it is ordered, or is not told how."""

    ordered: bool


@dataclass(slots=True, frozen=True, eq=False)
class ReferenceRebound(Observation):
    """A kernel binds the reference ``name`` to something else, and does nothing else with it."""

    name: str


@dataclass(slots=True, frozen=True, eq=False)
class BlockOffset(Observation):
    """A map of blocks multiplies by their ``length``."""

    length: str


@dataclass(slots=True, frozen=True, eq=False)
class ArgumentNotArray(Observation):
    """``what`` is no pytree of arrays and is to be traced by ``transform``.

    Without one, an optimiser is to make its state of it.
    """

    what: str
    transform: str


@dataclass(slots=True, frozen=True, eq=False)
class ResultNotArray(Observation):
    """``what`` is no pytree of arrays and is what ``function`` returns from its trace."""

    what: str
    function: str


@dataclass(slots=True, frozen=True, eq=False)
class ValueNeeded(Observation):
    """The number in a traced value is asked for."""

    value: Traced

    @property
    def certain(self) -> bool:
        return self.value.certain

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return (self.value,)


@dataclass(slots=True, frozen=True, eq=False)
class TruthTest(ValueNeeded, Generic[AskerT]):
    """The truth of a traced value is asked for."""

    by: AskerT


class Branch(Enum):
    """A branch that asks whether a value is true."""

    IF = auto()
    TERNARY = auto()
    COMPREHENSION = auto()
    MATCH = auto()


class BranchTested(TruthTest[Branch]):
    """A branch asks."""

    __slots__ = ()


class Loop(Enum):
    """What asks how often a loop turns."""

    WHILE = auto()
    RANGE = auto()


class LoopTested(TruthTest[Loop]):
    """A loop asks, or a range for a length."""

    __slots__ = ()


class Assertion(Enum):
    """The statement that asks."""

    ASSERT = auto()


class AssertTested(TruthTest[Assertion]):
    """An assertion asks."""

    __slots__ = ()


class Operand(Enum):
    """The operator that asks, as it is written where it is one word."""

    AND = "and"
    OR = "or"
    NOT = "not"
    IN = "in"
    CHAIN = ""


class OperandTested(TruthTest[Operand]):
    """An operator on truth values asks."""

    __slots__ = ()


class Order(Enum):
    """A function or method that compares elements, or selects some."""

    MIN = auto()
    MAX = auto()
    SORTED = auto()
    SORT = auto()
    ANY = auto()
    ALL = auto()
    FILTER = auto()
    INDEX = auto()
    COUNT = auto()
    REMOVE = auto()


class OrderTested(TruthTest[Order]):
    """One of these asks."""

    __slots__ = ()


class NumberUse(Enum):
    """As what a number is wanted."""

    ARGUMENT = auto()
    INDEX = auto()
    REPETITION = auto()


@dataclass(slots=True, frozen=True, eq=False)
class Conversion(ValueNeeded):
    """A traced value is turned into a Python number, or used where only one will do.

    ``name`` is that of the function or method that does it; ``holder`` is where the value of a
    method is written.
    """

    use: NumberUse
    name: str
    holder: ir.Place | None
    promises: tuple[Promise, ...] = field(default=(), kw_only=True)

    @property
    def fix(self) -> PlannedFix | None:
        """The array itself, where a method takes a number out of it."""
        if self.name != "item" or self.holder is None:
            return None
        return PlannedFix("drop `.item()`", (Replace(self.node, trees.code(self.holder)),))


class HostUse(Enum):
    """What NumPy does with a tracer."""

    CALL = auto()
    INDEX = auto()
    STORE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class HostNeeded(ValueNeeded):
    """NumPy is given a tracer where it needs an array of numbers.

    Of a call ``function`` is the name, ``library`` the node that says NumPy, and ``instead`` what
    the module calls ``jax.numpy``, where it has the function too. ``sizes`` says that JAX must know
    the number as well.
    """

    use: HostUse
    function: str = ""
    library: ir.Place | None = None
    instead: str = ""
    sizes: bool = False

    @property
    def fix(self) -> PlannedFix | None:
        """The same function of ``jax.numpy``."""
        if self.library is None or not self.instead:
            return None
        changes = (Replace(self.library, self.instead),)
        return PlannedFix(f"call the function of `{self.instead}`", changes)


@dataclass(slots=True, frozen=True, eq=False)
class SizeNeeded(ValueNeeded):
    """JAX is given a tracer for a ``parameter`` that is a size, which it must know."""

    parameter: str


@dataclass(slots=True, frozen=True, eq=False)
class AxisNeeded(ValueNeeded):
    """JAX is given a tracer for a ``parameter`` that is an axis or option, which it must know."""

    parameter: str


class BoundNeeded(ValueNeeded):
    """A bound of a slice of an array is a tracer."""

    __slots__ = ()


class MaskIndexed(ValueNeeded):
    """An array is indexed by a traced mask, whose hits would be the length of the result."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class LengthUnknown(ValueNeeded):
    """The length of what a function gives would depend on numbers.

    ``cures`` are the keywords that give it the length.
    """

    cures: tuple[str, ...]


@dataclass(slots=True, frozen=True, eq=False)
class Swallowed(ValueNeeded):
    """A ``handler``, as it is written, catches the error that a tracer raises at ``node``."""

    handler: str


@dataclass(slots=True, frozen=True, eq=False)
class ArrayMisread(Observation):
    """An array, traced if there is a ``value``, is taken for something that it never is.

    Neither is a container of arrays: it is enough that the value is traced.
    """

    value: Traced | None
    promises: tuple[Promise, ...] = field(default=(), kw_only=True)

    @property
    def certain(self) -> bool:
        source = None if self.value is None else self.value.source
        return source is None or source.certain or not (source.assumed or source.turn)

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return (self.value,)


@dataclass(slots=True, frozen=True, eq=False)
class AxisUnbound(Observation):
    """The collective ``function`` asks for an ``axis`` that is not among those ``bound`` around."""

    function: str
    axis: str
    bound: tuple[str, ...]

    @property
    def kind(self) -> Hashable:
        return self.axis


@dataclass(slots=True, frozen=True, eq=False)
class FieldLost(Observation):
    """Objects of the class ``owner`` are taken apart here without a ``field``.

    In each copy of one it is ``copied``, in words: if it is ``exchanged``, what another field was.
    """

    owner: str
    field: str
    copied: str
    exchanged: bool = False

    @property
    def kind(self) -> Hashable:
        return self.owner, self.field


class Hashing(Enum):
    """What asks an array for its hash."""

    KEY = auto()
    ELEMENT = auto()
    MEMBER = auto()
    FUNCTION = auto()
    CACHE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class HashNeeded(ArrayMisread):
    """An array is asked for its hash."""

    by: Hashing

    @property
    def kind(self) -> Hashable:
        return self.by


class Test(Enum):
    """A test that no array passes."""

    IDENTITY = auto()
    TEXT = auto()
    SEQUENCE = auto()
    TYPE = auto()
    UNUSED = auto()
    FUNCTION = auto()
    HANDLER = auto()


@dataclass(slots=True, frozen=True, eq=False)
class NeverTrue(ArrayMisread):
    """A test that no array passes, or a handler of an error that JAX does not raise.

    A parameter that is compared with text may be text or an array, unless nothing else says that
    it is an array.
    """

    test: Test

    @property
    def certain(self) -> bool:
        source = None if self.value is None else self.value.source
        if source is None:
            return True
        if self.test is Test.TEXT:
            return not (source.known or source.container)
        if self.test in (Test.TYPE, Test.UNUSED):
            return not (source.assumed or source.turn)
        return source.certain

    @property
    def kind(self) -> Hashable:
        return self.test


class TextUse(Enum):
    """What the text of a tracer serves as, or how it is made."""

    FORMATTED = auto()
    KEY = auto()
    NAME = auto()
    COMPARED = auto()
    HOST = auto()


@dataclass(slots=True, frozen=True, eq=False)
class TracerText(ArrayMisread):
    """The text of a tracer is put to use."""

    use: TextUse

    @property
    def kind(self) -> Hashable:
        return self.use
