"""What the runs over the modules of a project share, and what they know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    """What code was seen to do to functions and classes.

    ``classes`` are the values of definitions, ``sheltered`` the definitions that exist only for
    some JAX, ``rewrapped`` those that an unknown decorator may have replaced. ``handed`` got into
    the hands of unknown code, ``ruled`` were given derivative rules.
    """

    classes: dict[ir.Class, ClassValue] = field(default_factory=dict)
    sheltered: set[ir.Scope] = field(default_factory=set)
    rewrapped: set[ir.Function] = field(default_factory=set)
    handed: set[Value] = field(default_factory=set)
    ruled: set[Value] = field(default_factory=set)

    def copy(self) -> Facts:
        """A copy to which more may be added."""
        return Facts(
            dict(self.classes),
            set(self.sheltered),
            set(self.rewrapped),
            set(self.handed),
            set(self.ruled),
        )


class World:
    """A project under interpretation: one ``Engine`` for each module, made when it is asked for.

    ``watched`` collects the values of nodes. What an engine leaves to others is what the body of
    its module came to. ``answers``, ``choices`` and ``gradients`` hold what is known of single
    values, by their tokens: nobody meets a value whose module or function he has not run.
    ``pulse`` is called now and then; what it raises, if it is no Exception, ends the work.
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
        self.answers: set[Value] = set()
        self.choices: dict[Value, Choice] = {}
        self.gradients: dict[Value, Transformed] = {}
        self._releases: Releases | None = None
        self._engines: dict[ir.Module, Engine] = {}

    @property
    def releases(self) -> Releases:
        """The releases of JAX that the project allows."""
        if self._releases is None:
            self._releases = Releases(self.declarations.jax)
        return self._releases

    def engine(self, module: ir.Module) -> Engine:
        """Return the engine of a module, which has run the module's body or is about it."""
        known = self._engines.get(module)
        if known is None:
            from jaxlint.interpret.engine import Engine

            known = self._engines[module] = Engine(self, module)
            known.run_body()
        return known


def declared(transforms: Mapping[str, str]) -> dict[str, Transform]:
    """The known transformations with the user's own wrappers among them."""
    known = dict(TRANSFORMS)
    for name, like in transforms.items():
        if like in TRANSFORMS:
            known[name] = TRANSFORMS[like]
    return known
