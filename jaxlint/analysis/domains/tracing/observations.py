"""What is observed of traces: their arguments and results, their branches, calls of the host."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import Mend, Replace

if TYPE_CHECKING:
    from jaxlint.analysis.values.certainty import Promise
    from jaxlint.analysis.values.kinds import Traced, Value
    from jaxlint.program import ir


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
class ArgumentNotArray(Observation):
    """``what`` is no pytree of arrays and is to be traced by ``transform``."""

    what: str
    transform: str


@dataclass(slots=True, frozen=True, eq=False)
class ResultNotArray(Observation):
    """``what`` is no pytree of arrays and is what ``function`` returns from its trace."""

    what: str
    function: str


@dataclass(slots=True, frozen=True, eq=False)
class ValueNeeded(Observation):
    """The number in a traced value is asked for, ``form`` says by what."""

    value: Traced
    form: str

    @property
    def certain(self) -> bool:
        return self.value.certain

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return (self.value,)


class TruthTest(ValueNeeded):
    """The truth of a traced value is asked for. ``form`` says by what: "if", "and", "min()"..."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class Conversion(ValueNeeded):
    """A traced value is turned into a Python number, or used where only one will do.

    ``array`` is how the source spells the value of which a method is called.
    """

    array: str = ""

    @property
    def mend(self) -> Mend | None:
        """The array itself, where a method takes a number out of it."""
        if self.form != ".item()" or not self.array:
            return None
        return Mend("drop `.item()`", (Replace(self.node, self.array),))


@dataclass(slots=True, frozen=True, eq=False)
class HostNeeded(ValueNeeded):
    """NumPy is given a tracer where it needs an array of numbers.

    ``form`` is the name of a function, "index" or "store"; ``library`` is the node that says NumPy,
    ``instead`` what the module calls ``jax.numpy``, where it has the function too. ``sizes`` says
    that JAX must know the number as well.
    """

    library: ir.Place | None = None
    instead: str = ""
    sizes: bool = False

    @property
    def mend(self) -> Mend | None:
        """The same function of ``jax.numpy``."""
        if self.library is None or not self.instead:
            return None
        changes = (Replace(self.library, self.instead),)
        return Mend(f"call the function of `{self.instead}`", changes)


class StaticNeeded(ValueNeeded):
    """JAX is given a tracer where it must know a number while tracing.

    ``form`` is "size:" or "axis:" and the parameter's name, or "slice".
    """

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class UnknownLength(ValueNeeded):
    """The length of a result would depend on numbers. ``form`` is "mask" or a function's name.

    ``cures`` are the keywords that give the function the length.
    """

    cures: tuple[str, ...] = ()


class Swallowed(ValueNeeded):
    """A handler catches the error that a tracer raises at ``node``. ``form`` is its text."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class ArrayMisread(Observation):
    """An array, traced if there is a ``value``, is taken for something that it never is.

    Neither is a container of arrays: it is enough that the value is traced.
    """

    value: Traced | None
    form: str
    promises: tuple[Promise, ...] = field(default=(), kw_only=True)

    @property
    def certain(self) -> bool:
        source = None if self.value is None else self.value.source
        return source is None or source.certain or not (source.assumed or source.turn)

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return (self.value,)

    @property
    def kind(self) -> Hashable:
        return self.form


class HashNeeded(ArrayMisread):
    """An array is asked for its hash. ``form`` says by what."""

    __slots__ = ()


class NeverTrue(ArrayMisread):
    """A test that no array passes.

    ``form`` is "identity", "text", "sequence", "type" or a function. A parameter that is compared
    with text may be text or an array, unless nothing else says that it is an array.
    """

    __slots__ = ()

    @property
    def certain(self) -> bool:
        source = None if self.value is None else self.value.source
        if source is None:
            return True
        if self.form == "text":
            return not (source.known or source.container)
        if self.form == "type":
            return not (source.assumed or source.turn)
        return source.certain


class TracerText(ArrayMisread):
    """The text of a tracer is put to use. ``form`` is "format", or says what the text serves as."""

    __slots__ = ()
