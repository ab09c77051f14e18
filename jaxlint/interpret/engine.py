"""The interpreter's core: what is run, in which order, and what is remembered of it.

Three sweeps. Module bodies run first and bind every global. Then each function runs once as plain
code with unknown parameters. Last, trace roots that no visible call entered run on tracers.
Functions defined on the way join the queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from jaxlint import budgets
from jaxlint.interpret import calls, choices, jits, statements, transforms, witnesses
from jaxlint.interpret.frames import Frame, Guard, Level, Store
from jaxlint.interpret.values import (
    ClassValue,
    External,
    Function,
    ModuleValue,
    Pending,
    Transformed,
    Unknown,
    Value,
)
from jaxlint.knowledge.transforms import TRANSFORMS, Arguments, Body, Transform
from jaxlint.model import ir
from jaxlint.model.changes import Changes
from jaxlint.observations import ArrayMisuse, JitMade, Observation
from jaxlint.releases import Releases

if TYPE_CHECKING:
    from jaxlint.declarations import Declarations
    from jaxlint.project import Project

KEPT_PER_PLACE = 4


class SpentBudget(Exception):
    """The budget of the current root is spent; what is not known by now stays unknown."""


class Engine:
    """One run of the interpreter over a project."""

    def __init__(self, project: Project, declarations: Declarations) -> None:
        self.project = project
        self.declarations = declarations
        self.transforms = declared(declarations.transforms)
        self.store = Store()
        self.steps = 0
        self.guards: tuple[Guard | None, ...] = ()
        self.writing = 0
        self.trying = 0
        self.annotating = 0
        self.tolerating = 0
        self.silent = 0
        self.asks = 0
        self.features = 0
        self.asking: set[ir.Function] = set()
        self.answers: set[Value] = set()
        self.sheltered: set[ir.Scope] = set()
        self.patched: set[str] = set()
        self.callee: ir.Call | None = None
        self._releases: Releases | None = None
        self.pruned = 0
        self.path: list[Level] = []
        self.serials = 0
        self.choices: dict[Value, choices.Choice] = {}
        self.drawn: list[tuple[Value, str]] = []
        self.stack: list[ir.Function] = []
        self.module_frames: dict[ir.Module, Frame] = {}
        self.queue: deque[tuple[Function, Value]] = deque()
        self.planned: set[ir.Function] = set()
        self.visited: set[ir.Function] = set()
        self.roots: deque[Transformed] = deque()
        self.modules: deque[Function] = deque()
        self.rooted: set[tuple[object, ...]] = set()
        self.classes: dict[ir.Class, ClassValue] = {}
        self.memo: dict[tuple[object, ...], calls.Remembered] = {}
        self.contexts: dict[ir.Function, int] = {}
        self.seen: dict[tuple[type, object, str], list[Observation]] = {}
        self.witnesses: dict[tuple[object, ...], ir.Event | None] = {}
        self.changes = Changes(project)
        self.outer_field_stores: dict[
            tuple[Value, str], list[tuple[ir.Event, frozenset[ir.Scope]]]
        ] = {}
        self.tested_names: dict[ir.Expr, tuple[str, ...]] = {}
        self.pending_fields: list[witnesses.PendingField] = []
        self.watched: dict[tuple[ir.Module, int], list[tuple[Frame, Value]]] | None = None
        self.rewrapped: set[ir.Function] = set()
        self.handed: set[Value] = set()
        self.gradients: dict[Value, Transformed] = {}
        self.ruled: set[Value] = set()
        self.pending: Pending | None = None
        self.later: deque[tuple[ir.Module, Callable[[], None]]] = deque()
        self.faults: dict[str, str] = {}
        self.wide = False

    # --- the sweeps ------------------------------------------------------------------------

    def run(self) -> list[Observation]:
        """Run the whole project and return what was observed and is certain."""
        for module in self.project.modules:
            self.module_frame(module)
        while self.queue or self.roots or self.modules or self.later:
            while self.queue:
                self.plain(*self.queue.popleft())
            if self.roots:
                self.enter_root(self.roots.popleft())
            elif self.later:
                self.guarded(*self.later.popleft())
            elif self.modules:
                function = self.modules.popleft()
                self.guarded(
                    function.definition.module,
                    lambda: transforms.enter_module(self, function),  # noqa: B023
                )
        witnesses.settle_fields(self)
        found = [seen for kept in self.seen.values() if (seen := _first_certain(kept)) is not None]
        nested = {
            seen.node for seen in found if isinstance(seen, JitMade) and seen.form == "nested"
        }
        return [
            seen
            for seen in found
            if not (isinstance(seen, JitMade) and seen.form != "nested" and seen.node in nested)
            if not (self.wide and isinstance(seen, ArrayMisuse) and seen.what == "wide")
        ]

    def module_frame(self, module: ir.Module) -> Frame:
        """The frame of a module, whose body has been run (or is being run, in an import cycle)."""
        frame = self.module_frames.get(module)
        if frame is None:
            frame = self.module_frames[module] = Frame(module, module, None, None)
            self.guarded(module, lambda: self._run_module(frame, module))
        return frame

    def _run_module(self, frame: Frame, module: ir.Module) -> None:
        statements.run_block(self, frame, module.body)
        jits.judge_made(self, frame)

    def plain(self, function: Function, bound: Value) -> None:
        """Run a function once as plain code, unless a transformation owns it."""
        definition = function.definition
        nested = isinstance(definition.parent, ir.Function)
        if definition in self.visited and (nested or definition.is_lambda):
            return
        if isinstance(bound, Transformed) and bound.transform.arguments is not Arguments.NONE:
            return
        self.guarded(definition.module, lambda: calls.run_plain(self, function))
        if definition.owner is not None and definition.name == "__call__":
            self.modules.append(function)

    def enter_root(self, root: Transformed) -> None:
        """Run a transformed function on tracers when no visible call has done so."""
        if root.calls == 0:
            self.guarded(root.frame.module, lambda: transforms.enter_unseen(self, root))

    def guarded(self, module: ir.Module | None, work: Callable[[], object]) -> None:
        """Do a piece of work on a fresh budget; whatever goes wrong stays in its module."""
        saved = (self.store, self.steps, self.stack, self.path, self.guards, self.trying)
        self.store, self.steps, self.stack, self.path = Store(), 0, [], []
        self.guards, self.trying = (), 0
        tolerating, self.tolerating, self.silent, self.annotating = self.tolerating, 0, 0, 0
        try:
            work()
        except SpentBudget:
            pass
        except RecursionError:
            pass
        except Exception as error:  # a defect of jaxlint must not spoil the other files
            where = "" if module is None else module.path
            self.faults.setdefault(where, f"{type(error).__name__}: {error}")
            if self.project.debug:
                raise
        finally:
            self.store, self.steps, self.stack, self.path, self.guards, self.trying = saved
            self.tolerating = tolerating

    # --- services to the parts ---------------------------------------------------------------

    @property
    def questions(self) -> int:
        """How often the code asked what it runs on, or what an object has."""
        return self.asks + self.features

    @property
    def releases(self) -> Releases:
        """The releases of JAX that the project allows."""
        if self._releases is None:
            self._releases = Releases(self.declarations.jax)
        return self._releases

    def tick(self) -> None:
        """Count one step of work; raises SpentBudget when there were too many."""
        self.steps += 1
        if self.steps > budgets.STEPS:
            raise SpentBudget

    def watch(self, frame: Frame, node: ir.Node, value: Value) -> None:
        """Note the value of a node that somebody asked about."""
        if self.watched is not None:
            place = node.place.module, node.place.number
            if place in self.watched:
                self.watched[place].append((frame, value))

    def serial(self) -> int:
        """A number that was not given before."""
        self.serials += 1
        return self.serials

    def observe(self, seen: Observation) -> None:
        """Keep an observation, a few per place, since an early one may turn out uncertain."""
        kept = self.seen.setdefault((type(seen), seen.node, seen.kind), [])
        if len(kept) < KEPT_PER_PLACE:
            kept.append(seen)

    def hand_over(self, values: tuple[Value, ...]) -> None:
        """Take note that unknown code gets hold of values: classes that it may register."""
        self.handed.update(value for value in values if isinstance(value, ClassValue | Transformed))

    def take_back(self, kind: type[Observation], node: ir.Place) -> None:
        """Forget what was observed at a node: it turned out to be of no account."""
        for place in [p for p in self.seen if p[0] is kind and p[1] is node]:
            del self.seen[place]

    def plan(self, function: Function, bound: Value) -> None:
        """Queue a function that was just defined for its run as plain code."""
        if function.definition not in self.planned:
            self.planned.add(function.definition)
            self.queue.append((function, bound))

    def plan_root(self, root: Transformed) -> None:
        """Queue a transformed callable; it is run if no visible call does it."""
        if root.transform.body is Body.WRAPS and root.transform.arguments is not Arguments.NONE:
            self.roots.append(root)

    def external(self, name: str) -> Value:
        """The value of a dotted name: a project module, something in one, or an outside name."""
        if name in self.transforms:
            return External(name)
        owner, _, attribute = name.rpartition(".")
        found = self.project.find(owner) if owner else None
        if found is not None:
            value = self.module_attribute(found, attribute)
            return Unknown(attribute) if value is None else value
        module = self.project.find(name)
        return External(name) if module is None else ModuleValue(module)

    def module_attribute(self, module: ir.Module, attribute: str) -> Value | None:
        """What a module of the project binds to a name, its submodules included."""
        if f"{module.name}.{attribute}" in self.transforms:
            return External(f"{module.name}.{attribute}")
        found = self.module_frame(module).env.get(attribute)
        if found is not None:
            return found
        submodule = self.project.find(f"{module.name}.{attribute}")
        return None if submodule is None else ModuleValue(submodule)


def declared(transforms: dict[str, str] | object) -> dict[str, Transform]:
    """The known transformations with the user's own wrappers among them."""
    known = dict(TRANSFORMS)
    assert isinstance(transforms, dict) or hasattr(transforms, "items")
    for name, like in transforms.items():
        if like in TRANSFORMS:
            known[name] = TRANSFORMS[like]
    return known


def _first_certain(kept: list[Observation]) -> Observation | None:
    return next((seen for seen in kept if seen.certain), None)
