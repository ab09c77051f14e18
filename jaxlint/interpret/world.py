"""What the runs over the modules of a project share, and what they know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from jaxlint.knowledge.transforms import TRANSFORMS, Transform
from jaxlint.model import ir
from jaxlint.model.changes import Changes
from jaxlint.releases import Releases

if TYPE_CHECKING:
    from jaxlint.declarations import Declarations
    from jaxlint.interpret.choices import Choice
    from jaxlint.interpret.engine import Engine
    from jaxlint.interpret.frames import Frame
    from jaxlint.interpret.values import ClassValue, Transformed, Value
    from jaxlint.project import Project

# The values of the nodes that somebody asks about, by module and the number of their place.
Watched = dict[tuple[ir.Module, int], "list[tuple[Frame, Value]]"]


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

    ``reached`` are the paths of the modules whose source it has met, by way of others too, ``met``
    what these bound. In a cycle of imports more may come until it is ``whole``.
    """

    frame: Frame
    facts: Facts
    reached: set[str]
    whole: bool = False
    met: set[Bound] = field(default_factory=set)

    def catch_up(self) -> bool:
        """Take over what those it met have learned since; whether there was anything."""
        before = len(self.reached)
        for other in self.met:
            self.reached |= other.reached
            self.facts.learn(other.facts)
        return len(self.reached) > before


class World:
    """A project under interpretation: one ``Engine`` for each module, made when it is met.

    ``watched`` collects the values of nodes. ``pulse`` is called now and then; what it raises, if
    it is no Exception, ends the work.
    """

    def __init__(
        self,
        project: Project,
        declarations: Declarations,
        watched: Watched | None = None,
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
        self._running: list[Bound] = []
        self._waiting: dict[ir.Module, Engine] = {}

    @property
    def releases(self) -> Releases:
        """The releases of JAX that the project allows."""
        if self._releases is None:
            self._releases = Releases(self.declarations.jax)
        return self._releases

    def bound(self, module: ir.Module) -> Bound:
        """Return what the body of a module bound, or has bound by now in a cycle of imports."""
        known = self._bound.get(module)
        if known is None:
            from jaxlint.interpret.engine import Engine

            engine = self._waiting[module] = Engine(self, module)
            known = self._bound[module] = engine.bound
            outermost = not self._running
            self._running.append(known)
            engine.run_body()
            if outermost:
                self._settle()
        return known

    def _settle(self) -> None:
        """Let the bodies that ran just now know the same of each other, whichever began."""
        while any([bound.catch_up() for bound in reversed(self._running)]):
            pass
        self._running.clear()

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
