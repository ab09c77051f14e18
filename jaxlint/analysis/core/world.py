"""What the runs over the modules of a project share, and what they know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from jaxlint.knowledge.releases import Releases
from jaxlint.knowledge.transforms import TRANSFORMS, Transform
from jaxlint.program import ir
from jaxlint.program.changes import Changes
from jaxlint.program.table import Asked

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.core.watching import Watch
    from jaxlint.analysis.domains.keys.choices import Choice
    from jaxlint.analysis.values.kinds import ClassValue, Transformed, Value
    from jaxlint.program.declarations import Declarations
    from jaxlint.program.project import Project


@dataclass(slots=True, eq=False)
class Facts:
    """What code was seen to do to functions and classes, and what is known of single values.

    ``classes`` are the values of definitions, ``sheltered`` the definitions that exist only for
    some JAX, ``rewrapped`` those that an unknown decorator may have replaced. ``handed`` got into
    the hands of unknown code, ``ruled`` were given derivative rules. By their tokens: ``answers``
    tell what JAX is installed, ``choices`` are one of several, ``gradients`` came out of a
    gradient function.
    """

    classes: dict[ir.Class, ClassValue] = field(default_factory=dict)
    sheltered: set[ir.Scope] = field(default_factory=set)
    rewrapped: set[ir.Function] = field(default_factory=set)
    handed: set[Value] = field(default_factory=set)
    ruled: set[Value] = field(default_factory=set)
    answers: set[Value] = field(default_factory=set)
    choices: dict[Value, Choice] = field(default_factory=dict)
    gradients: dict[Value, Transformed] = field(default_factory=dict)

    def copy(self) -> Facts:
        """A copy to which more may be added."""
        return Facts(*(getattr(self, one.name).copy() for one in fields(self)))

    def learn(self, other: Facts) -> None:
        """Take over what is known of single values."""
        self.answers |= other.answers
        self.choices |= other.choices
        self.gradients |= other.gradients


@dataclass(slots=True, eq=False)
class Bound:
    """What the body of a module bound, and was seen to do: all that other modules know of it.

    ``reached`` are the paths of the modules whose source it has met, by way of others too.
    In a circle of imports more may come until it is ``whole``. ``asked`` is what it asked of the
    project, which whoever uses it depends on as well.
    """

    frame: Frame
    facts: Facts
    reached: set[str]
    whole: bool = False
    asked: Asked = field(default_factory=Asked)


class World:
    """A project under interpretation: one ``Engine`` for each module, made when it is met.

    ``watched`` collects what happens at some places. ``pulse`` is called now and then; what it
    raises, if it is no Exception, ends the work.
    """

    def __init__(
        self,
        project: Project,
        declarations: Declarations,
        watched: Watch | None = None,
        pulse: Callable[[], None] = lambda: None,
    ) -> None:
        self.pulse = pulse
        self.project = project
        self.watched = watched
        self.declarations = declarations
        self.transforms = declared(declarations.transforms)
        self.changes = Changes(project)
        self._releases: Releases | None = None
        self._bound: dict[ir.Module, Bound] = {}
        self._running: dict[ir.Module, Bound] = {}
        self._circle: dict[ir.Module, Bound] = {}
        self._waiting: dict[ir.Module, Engine] = {}

    @property
    def releases(self) -> Releases:
        """The releases of JAX that the project allows."""
        if self._releases is None:
            self._releases = Releases(self.declarations.jax)
        return self._releases

    def bound(self, module: ir.Module) -> Bound:
        """Return what the body of a module bound, or has bound by now where it is being run.

        Bodies that read each other in a circle see what is bound by then, which hangs on where the
        circle is entered. So what comes of the others counts for the one entered first only.
        """
        known = self._found(module)
        self.project.note(known.asked)
        return known

    def _found(self, module: ir.Module) -> Bound:
        running = self._running.get(module)
        if running is not None:
            return running
        entered = {one.path for one in self._running}
        known = self._bound.get(module)
        if known is None or not known.reached.isdisjoint(entered):
            known = self._circle.get(module) or self._run_body(module, entered)
        return known

    def _run_body(self, module: ir.Module, entered: set[str]) -> Bound:
        from jaxlint.analysis.core.engine import Engine

        engine = Engine(self, module)
        made = self._running[module] = engine.bound
        try:
            with self.project.noting() as made.asked:
                engine.run_body()
        finally:
            del self._running[module]
        if module in self._bound or not made.reached.isdisjoint(entered):
            self._circle[module] = made
        else:
            self._bound[module], self._waiting[module] = made, engine
        if not entered:
            self._circle.clear()
        return made

    def engine(self, module: ir.Module) -> Engine:
        """Hand out the engine of a module, which has run the body, for the rest of its one run."""
        self.bound(module)
        return self._waiting.pop(module)


def declared(transforms: Mapping[str, str]) -> dict[str, Transform]:
    """The known transformations with the user's own wrappers among them."""
    known = dict(TRANSFORMS)
    for name, like in transforms.items():
        if like in TRANSFORMS:
            known[name] = TRANSFORMS[like]
    return known
