"""What the runs over the modules of a project share, and what they know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis.core.bound import Bound
from jaxlint.analysis.core.conditions import Tested
from jaxlint.analysis.core.engine import Engine
from jaxlint.knowledge.releases import Releases
from jaxlint.knowledge.transforms import TRANSFORMS, Transform
from jaxlint.program import ir
from jaxlint.program.changes import Changes

if TYPE_CHECKING:
    from jaxlint.analysis.core.watching import Watch
    from jaxlint.program.declarations import Declarations
    from jaxlint.program.project import Project


_Kept = TypeVar("_Kept")


class World:
    """A project under interpretation: one ``Engine`` for each module, made when it is met.

    ``run_body`` runs the body of an engine's module. ``watched`` collects what
    happens at some places. ``pulse`` is called now and then; what it raises, if it is no Exception,
    ends the work.
    """

    def __init__(
        self,
        project: Project,
        declarations: Declarations,
        run_body: Callable[[Engine], None],
        watched: Watch | None = None,
        pulse: Callable[[], None] = lambda: None,
    ) -> None:
        self.pulse = pulse
        self._interpret = run_body
        self.project = project
        self.watched = watched
        self.declarations = declarations
        self.transforms = declared(declarations.transforms)
        # Functions of which a declaration says what they do, whatever their bodies show.
        self.declared = frozenset((*declarations.impure, *declarations.key_consumers))
        self.changes = Changes(project)
        self.tested: dict[ir.Expr, Tested] = {}
        self._kept: dict[type, object] = {}
        self._releases: Releases | None = None
        self._bound: dict[ir.Module, Bound] = {}
        self._running: dict[ir.Module, Bound] = {}
        self._circle: dict[ir.Module, Bound] = {}
        self._waiting: dict[ir.Module, Engine] = {}
        self._ordered: set[str] = set()

    @property
    def releases(self) -> Releases:
        """The releases of JAX that the project allows."""
        if self._releases is None:
            self._releases = Releases(self.declarations.jax)
        return self._releases

    def kept(self, kind: type[_Kept]) -> _Kept:
        """What a domain keeps of the sources alone, by its type; made when it is first asked for.

        What of that is asked of the project, every run has to ask by itself.
        """
        found = self._kept.get(kind)
        if found is None:
            found = self._kept[kind] = kind()
        return found  # type: ignore[return-value]

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
        if module not in self._bound and module.path not in self._ordered:
            self._run_circle(module)
        if module.path in self._ordered:
            return self._bound.get(module) or self._keep(self._run_body(module))
        entered = {one.path for one in self._running}
        known = self._bound.get(module)
        if known is None or not known.reached.isdisjoint(entered):
            known = self._circle.get(module) or self._enter(module, entered)
        return known

    def _run_circle(self, module: ir.Module) -> None:
        """Run the bodies of the large circle that a module is in, if it is in one.

        Each runs once, in an order that does not hang on who asks, and what it gives hangs on the
        code of all.
        """
        with self.project.noting():
            circle = self.project.circle(module.path)
            modules = [self.project.module(path) for path in circle]
        self._ordered.update(circle)
        for one in modules:
            if one is not None:
                self._found(one)

    def _enter(self, module: ir.Module, entered: set[str]) -> Bound:
        engine = self._run_body(module)
        made = engine.bound
        if module in self._bound or not made.reached.isdisjoint(entered):
            self._circle[module] = made
        else:
            self._keep(engine)
        if not entered:
            self._circle.clear()
        return made

    def _run_body(self, module: ir.Module) -> Engine:
        engine = Engine(self, module)
        made = self._running[module] = engine.bound
        try:
            with self.project.noting() as made.asked:
                circle = self.project.circle(module.path)
                self._interpret(engine)
        finally:
            del self._running[module]
        if circle:
            made.asked = self.project.all_code()
        return engine

    def _keep(self, engine: Engine) -> Bound:
        """Take what a body gave for what it gives to all."""
        self._bound[engine.module], self._waiting[engine.module] = engine.bound, engine
        return engine.bound

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
