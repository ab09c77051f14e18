"""What the interpreter tells the rules: facts about places in the code, each with its chain.

An observation is no finding yet. A rule subscribes to one kind and decides.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.values.certainty import Certainty, Promise, weakest
from jaxlint.analysis.values.kinds import certainty_of
from jaxlint.fixes.edits import Mend, Replace
from jaxlint.knowledge.releases import Change
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Region, Traced, Value, Why
    from jaxlint.knowledge.releases import Standing
    from jaxlint.knowledge.successors import Successor
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Observation:
    """Something seen at ``node`` of ``module``, because of ``why``.

    Where one is kept, those of the classes that it ``supersedes`` are of no account there.
    """

    supersedes: ClassVar[tuple[type[Observation], ...]] = ()

    module: ir.Module
    node: ir.Place
    why: Why | None

    @property
    def certain(self) -> bool:
        """Whether all evidence that the observation rests on has been seen by now."""
        return True

    @property
    def certainty(self) -> Certainty:
        """How certain it is, by the weakest of all that it rests on."""
        chain = Certainty.SHOWN if self.why is None else self.why.certainty
        said = Certainty.DECLARED if self.promises else Certainty.SHOWN
        return weakest(chain, said, *map(certainty_of, self.rests_on))

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        """The values that have to be what they are taken for."""
        return ()

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The annotations that it rests on, for want of better evidence."""
        return ()

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against it: its own evidence, or what annotations promise."""
        return self.certain and not any(promise.denied for promise in self.promises)

    @property
    def kind(self) -> Hashable:
        """What tells this observation from others of its class at the same place."""
        return ""

    def spelled(self, node: ir.Place | None = None) -> str:
        """The source text of the node, on one line and shortened."""
        text = " ".join(trees.code(node or self.node).split())
        return text if len(text) <= 50 else text[:47] + "..."


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


@dataclass(slots=True, frozen=True, eq=False)
class BranchTaken(Observation):
    """What is traced whichever way a test goes.

    ``form`` is "raise" for a branch or loop body that always raises, "recursion" for a function
    that always calls itself, "static" for ``lax.cond`` on a predicate that Python knows, "mapped"
    for one that ``vmap`` maps. ``what`` names it.
    """

    form: str
    what: str

    @property
    def kind(self) -> str:
        return self.form


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
    def kind(self) -> str:
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


@dataclass(slots=True, frozen=True, eq=False)
class FrozenRead(Observation):
    """Traced code reads something bound outside of it that changes later.

    ``owner`` is "global", "closure" or "field"; ``witness`` is where it changes.
    """

    name: str
    owner: str
    region: Region


@dataclass(slots=True, frozen=True, eq=False)
class Effect(Observation):
    """Traced code touches the world outside. ``form`` is "print", "io" or "host value"."""

    form: str
    what: str
    region: Region
    deliberate: bool = False

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class OuterWrite(Observation):
    """Traced code writes to something that outlives it.

    ``target`` is "global", "nonlocal", "container", "global container", "attribute", "argument",
    "iterator" or "cache"; ``stored`` is the tracer that is stored there, if it is one.
    """

    target: str
    name: str
    region: Region
    stored: Traced | None


@dataclass(slots=True, frozen=True, eq=False)
class ArrayWrite(Observation):
    """A JAX array is written to in place. ``form`` is the kind of statement."""

    form: str
    traced: Traced | None
    mend: Mend | None = None
    promises: tuple[Promise, ...] = field(default=(), kw_only=True)

    @property
    def certain(self) -> bool:
        if self.traced is None:
            return True
        source = self.traced.source
        own_method = self.form.startswith(".") and source is not None and source.container
        return self.traced.certain and not own_method

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        return (self.traced,)

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class DebugPrint(Observation):
    """A ``jax.debug.print`` that does not print what it should.

    ``form`` is "tracer" for text made while tracing, "unused" for an argument without a field,
    "missing" for a field without an argument, "format" for text that is none; ``what`` names it.
    """

    form: str
    what: str


@dataclass(slots=True, frozen=True, eq=False)
class UnmappedCallback(Observation):
    """A callback is given mapped values inside ``vmap`` and is not told how to map."""

    what: str


@dataclass(slots=True, frozen=True, eq=False)
class NotAnArray(Observation):
    """Something that is no array and no pytree of arrays is to cross the edge of a trace.

    ``form`` is "argument" or "result", ``what`` says what it is, ``label`` names who traces it.
    """

    form: str
    what: str
    label: str

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class ApiUse(Observation):
    """Code uses a part of JAX that not every release has. ``form`` is "name" or "parameter".

    ``name`` is the dotted name, ``parameter`` what a call of it passes ("" by position),
    ``standing`` what became of it, ``successor`` what stands in for it, if anything does.
    ``patched`` are the names that the code itself gives to JAX.
    """

    form: str
    name: str
    standing: Standing
    successor: Successor | None = None
    mend: Mend | None = None
    parameter: str = ""
    patched: frozenset[str] | set[str] = frozenset()

    @property
    def certain(self) -> bool:
        return self.name not in self.patched

    @property
    def kind(self) -> str:
        return f"{self.form} {self.name} {self.parameter}"

    @property
    def gone(self) -> bool:
        """Whether an older release has it, and the newest that the project allows has not."""
        return self.standing.change is Change.GONE

    @property
    def deprecated(self) -> bool:
        """Whether the newest release that the project allows warns of it."""
        return self.standing.change is Change.DEPRECATED

    @property
    def unknown(self) -> bool:
        """Whether no release has had it."""
        return self.standing.change is Change.UNKNOWN

    @property
    def random(self) -> bool:
        """Whether the name is one of random functions."""
        return "random" in self.name.split(".")[1:-1] or self.name.endswith(".random")
