"""What is observed of effects in traced code, and of state that it freezes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.domains.purity.print_formats import as_debug_print
from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.host import LASTING, RANDOM, Act, Held

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Traced
    from jaxlint.analysis.values.regions import Region
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class CallbackDropped(Observation):
    """The result of a ``pure_callback`` is dropped, so that JAX does not run it."""


@dataclass(slots=True, eq=False)
class Script:
    """What the body of the module does by itself, in its own order.

    ``changed`` are the places of its changes, ``traced`` the functions that it has traced, ``left``
    those of them that code which it did not run may call, when what they read has changed.
    """

    changed: set[ir.Place] = field(default_factory=set)
    traced: set[ir.Function | None] = field(default_factory=set)
    left: set[ir.Function | None] = field(default_factory=set)

    def decides(self, change: ir.Place, function: ir.Function | None) -> bool:
        """Whether the body shows whether a change comes after a function was traced."""
        known = change in self.changed and function in self.traced
        return known and function not in self.left


@dataclass(slots=True, frozen=True, eq=False)
class Expected:
    """A change that may come after a trace, and the body of the module, which may know better."""

    change: ir.Place
    script: Script


@dataclass(slots=True, frozen=True, eq=False)
class FrozenRead(Observation):
    """Traced code reads something bound outside of it that changes later, as the chain shows.

    ``expected`` is set if that is not seen on one path. Reads of the same thing by one function, or
    ``scope``, are one mistake. ``late`` says that the turns of a loop make the function, and change
    what it reads before it is called.
    """

    condition: ClassVar[str] = "if it is called again after that"

    name: str
    region: Region
    scope: ir.Scope
    expected: Expected | None = None
    late: bool = False

    @property
    def message(self) -> str:
        """What is wrong."""
        if self.late:
            return f"`{self.name}` is the last of its loop when {self.region.label} reads it"
        return f"`{self.name}` is frozen when {self.region.label} is traced, but it changes later"

    @property
    def slip(self) -> Hashable:
        return type(self), self.scope, self.region.function, self.name

    @property
    def rank(self) -> tuple[int, ...]:
        return -self.certainty, self.node.number

    @property
    def modules(self) -> tuple[ir.Module, ...]:
        """That of the read, and that of the change, with which the chain ends."""
        return (self.module,) if self.why is None else (self.module, self.why.module)

    @property
    def certain(self) -> bool:
        """Whether nothing shows that the change comes at another time, or meets no old trace."""
        known = self.expected
        if self.settled is not None and not self.settled():
            return False
        return known is None or not known.script.decides(known.change, self.region.function)


class FrozenGlobalRead(FrozenRead):
    """It is a global."""

    __slots__ = ()


class FrozenClosureRead(FrozenRead):
    """It is a variable of an enclosing function."""

    __slots__ = ()


class FrozenFieldRead(FrozenRead):
    """It is a field of an object."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class PrintTraced(Observation):
    """Traced code prints; ``deliberate`` says that it tells of what is known while tracing.

    ``constant`` says that it prints nothing but text. ``printer`` is what the code calls
    ``jax.debug.print``, empty if it has no name for it, ``texts`` which arguments are texts that
    have a tracer in them already.
    """

    region: Region
    deliberate: bool
    constant: bool
    printer: str
    texts: frozenset[int] = frozenset()

    @property
    def fix(self) -> PlannedFix | None:
        """The same by ``jax.debug.print``, which prints at each call."""
        text = as_debug_print(self.node, self.printer, self.texts) if self.printer else None
        if text is None:
            return None
        return PlannedFix(f"call `{self.printer}`", (Replace(self.node, text),))


@dataclass(slots=True, frozen=True, eq=False)
class HostActTraced(Observation):
    """Traced code acts on the world outside; of a declared act ``name`` is the function."""

    act: Act
    region: Region
    name: str

    @property
    def ends(self) -> bool:
        """Whether it ends the program."""
        return self.act is Act.EXIT

    @property
    def reads(self) -> bool:
        """Whether it only reads a file, which hardly ever changes while a program runs."""
        return self.act is Act.READ


@dataclass(slots=True, frozen=True, eq=False)
class HostValueFrozen(Observation):
    """Traced code reads something that the host holds; ``changes`` if the program changes it.

    One who takes the time of traced code reads the clock twice in a ``scope``: that is one mistake.
    ``matters`` asks, when everything has been seen, whether what was read goes anywhere but into
    what the traced function drops. It is ``optional`` where a switch for measurements guards it.
    """

    held: Held
    region: Region
    scope: ir.Scope
    changes: bool = False
    optional: bool = False
    matters: Callable[[], bool] | None = None

    @property
    def kind(self) -> Hashable:
        return self.changes

    @property
    def slip(self) -> Hashable:
        if self.held is Held.CLOCK:
            return type(self), self.scope, self.region.function
        return type(self), self.node

    @property
    def rank(self) -> tuple[int, ...]:
        return -int(self.changes), int(self.idle), -self.certainty, self.node.number

    @property
    def random(self) -> bool:
        """Whether it is drawn at random."""
        return self.held in RANDOM

    @property
    def lasting(self) -> bool:
        """Whether it hardly ever changes while a program runs."""
        return self.held in LASTING

    @property
    def idle(self) -> bool:
        """Whether what was read goes with the trace, or is read for those who ask for it."""
        return self.optional or (self.matters is not None and not self.matters())


class Outside(Enum):
    """What outlives the traced code that writes to it."""

    GLOBAL = auto()
    NONLOCAL = auto()
    CONTAINER = auto()
    GLOBAL_CONTAINER = auto()
    ATTRIBUTE = auto()
    ARGUMENT = auto()
    LAYER = auto()
    ITERATOR = auto()
    CACHE = auto()


@dataclass(slots=True, frozen=True, eq=False)
class OuterWrite(Observation):
    """Traced code writes to something that outlives it, which ``name`` names.

    ``stored`` is the tracer that is stored there, if it is one, ``awaited`` asks, when everything
    has been seen, whether something may read it later; it is None where nobody can tell.
    """

    target: Outside
    name: str
    region: Region
    stored: Traced | None
    awaited: Callable[[], bool] | None = None

    @property
    def is_of_copy(self) -> bool:
        """Whether it writes to a copy that the traced code got, and not to what outlives it."""
        return self.target in (Outside.ARGUMENT, Outside.LAYER)

    @property
    def is_awaited(self) -> bool:
        """Whether something may read what was written later."""
        return self.awaited is None or self.awaited()
