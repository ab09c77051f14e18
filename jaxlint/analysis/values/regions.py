"""Regions of traced code, and the chains of reasons that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.values.certainty import Certainty, weakest
from jaxlint.knowledge.transforms import Arguments, Transform

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Why:
    """One step of the chain of reasons that a value carries; ``before`` leads to the trace root.

    ``step`` is how certain this one is, given those before, ``condition`` what is presumed if it is
    only that. ``call`` says that it leads into a function that is called, ``branched`` that
    this call stands behind a branch.
    """

    text: str
    module: ir.Module
    node: ir.Place
    before: Why | None = None
    step: Certainty = Certainty.SHOWN
    condition: str = ""
    call: bool = False
    branched: bool = False

    @property
    def certainty(self) -> Certainty:
        """How certain the chain is: as its weakest link."""
        return weakest(*(step.step for step in self.steps()))

    @property
    def presumed(self) -> str:
        """The condition that a step of the chain holds under; "" where none names one."""
        return next((step.condition for step in self.steps() if step.condition), "")

    def steps(self) -> list[Why]:
        """The chain from the trace root to this step."""
        chain: list[Why] = []
        step: Why | None = self
        while step is not None:
            chain.append(step)
            step = step.before
        return chain[::-1]


class Copy(NamedTuple):
    """What traced code gets for an argument: a copy of what the caller handed over.

    ``reads`` says how the caller looks at its own again after the call: at which entries, as events
    name them, or "" for all of it. ``recurs`` says that the next turn of a loop hands it over once
    more.
    """

    value: Value
    original: Value
    reads: frozenset[str]
    recurs: bool

    @property
    def awaited(self) -> bool:
        """Whether the caller looks at its own again."""
        return bool(self.reads)


@dataclass(slots=True, eq=False)
class Region:
    """Code that runs while a transformation traces it. ``why`` is where it was entered.

    ``watched`` names the parameters whose arguments the caller reads again afterwards. ``late``
    says that the function was kept in a container while a loop went on, ``holder`` to which name
    the transformed function was bound, ``stored`` that a field or an outer variable keeps it,
    ``transient`` that the function is made anew whenever the code around it runs, ``identity``
    what JAX knows the traced function by when it meets it again, ``copies`` are the arguments that
    it gets copies of, ``passed`` those that the caller has in a variable and no more, ``caller``
    which scope called it, ``depth`` how many calls led there,
    ``visible`` that the call stands in the source, ``pairs`` that the function's gradient stays
    behind when its value leaves, ``axes`` are the names of the axes that it binds, None if unknown.

    Of this code or of code around it: ``constants`` says that even an array made from constants is
    traced, ``abstract`` that values cannot be read, ``only_inspected`` that nothing runs what is
    traced, of which only its shapes, or its program, are asked, ``runs_once`` that Python runs it
    once for many uses: for later calls, or for all turns.
    """

    transform: Transform
    label: str
    why: Why
    parent: Region | None
    function: ir.Function | None
    watched: frozenset[str] = frozenset()
    late: bool = False
    holder: str = ""
    stored: bool = False
    transient: bool = False
    identity: tuple[object, ...] = ()
    copies: tuple[Copy, ...] = ()
    passed: tuple[Copy, ...] = ()
    caller: ir.Scope | None = None
    depth: int = 0
    visible: bool = True
    pairs: bool = False
    axes: frozenset[str] | None = frozenset()
    constants: bool = field(init=False)
    abstract: bool = field(init=False)
    only_inspected: bool = field(init=False)
    runs_once: bool = field(init=False)

    def __post_init__(self) -> None:
        """Work out what holds of this code because it holds of it or of code around it."""
        transform, parent = self.transform, self.parent
        self.constants = transform.constants or (parent is not None and parent.constants)
        self.abstract = transform.abstract or (parent is not None and parent.abstract)
        self.only_inspected = transform.inspects or (parent is not None and parent.only_inspected)
        self.runs_once = (
            transform.cached or transform.repeats or (parent is not None and parent.runs_once)
        )

    @property
    def home(self) -> Region:
        """The region of what is made of constants here: derivatives and maps leave them alone."""
        region: Region | None = self
        while region is not None:
            if region.transform.constants:
                return region
            region = region.parent
        return self

    def frozen(self, *, lasting: bool = False) -> Region | None:
        """The innermost region around this code whose traced body is kept and run again.

        ``lasting`` asks for one that is kept for longer than the code around it runs.
        """
        region: Region | None = self
        while region is not None:
            if region.transform.cached and not (lasting and region.transient):
                return region
            region = region.parent
        return None

    def within(self, other: Region | None) -> bool:
        """Whether this region is ``other`` or lies inside it."""
        region: Region | None = self
        while region is not None:
            if region is other:
                return True
            region = region.parent
        return other is None


def outward(region: Region | None) -> Iterator[Region]:
    """The region of some code and those around it, the innermost first."""
    while region is not None:
        yield region
        region = region.parent


def differentiated(region: Region | None) -> Region | None:
    """The innermost of these in which code is differentiated, if there is one."""
    while region is not None and region.transform.arguments is not Arguments.DIFFERENTIATED:
        region = region.parent
    return region
