"""The interpreter's core: what a run is at, what it has observed, and what it knows by now.

Each module is run by an engine of its own, so that what is found does not hang on what else is
looked at. Other modules are met where their names are read: of them only the bodies have run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from jaxlint.analysis import budgets
from jaxlint.analysis.core import interface, setup_tests
from jaxlint.analysis.core.agenda import Agenda
from jaxlint.analysis.core.bound import Bound, Facts
from jaxlint.analysis.core.callables import ClassValue, Transformed
from jaxlint.analysis.core.context import Context, Extent
from jaxlint.analysis.core.effects import Effect, Log
from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.core.importing import Imports
from jaxlint.analysis.core.path_state import PathState
from jaxlint.analysis.core.rebinding import Rebinding
from jaxlint.analysis.core.summaries import Summary
from jaxlint.analysis.core.watching import Moment
from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values import facts
from jaxlint.analysis.values.certainty import Promise
from jaxlint.analysis.values.kinds import Choice, Container, Value
from jaxlint.program import ir
from jaxlint.program.defects import Defect
from jaxlint.program.parts import part_name
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.world import World

KEPT_PER_PLACE = 4
# Events are named tuples, made of their fields as they come.
_made: Callable[..., Any] = tuple.__new__

_Fields = TypeVarTuple("_Fields")
_Kept = TypeVar("_Kept")


class SpentBudget(Exception):
    """The budget of the current root is spent; what is not known by now stays unknown."""


class Engine:
    """The run of the interpreter over one module of a world.

    ``reached`` are the paths of the modules whose source it has met, by way of others too,
    ``queries`` what it asked the texts of the project.
    """

    def __init__(self, world: World, module: ir.Module) -> None:
        self.world = world
        self.module = module
        self.declarations = world.declarations
        self.transforms = world.transforms
        self.declared = world.declared
        self.releases = world.releases
        self.frame = Frame(module, module, None, None, rebinding=Rebinding(module))
        self.facts, self.reached = Facts(), {module.path}
        self.bound = Bound(self.frame, self.facts, self.reached)
        self.queries: set[Query] = set()
        self._read: set[tuple[ir.Module, str]] = set()
        self._opened: set[ir.Function] = set()
        self.store = PathState()
        self.steps = 0
        self.context = Context()
        self.asks = 0
        self.features = 0
        self.asking: set[ir.Function] = set()
        self.callee: ir.Call | None = None
        self.pruned = 0
        self.path: list[Level] = []
        self.serials = 0
        self.logged = Log()
        self._kept: dict[type, object] = {}
        self._listeners = interface.listeners(traced=False)
        self._listeners_traced = interface.listeners(traced=True)
        self._answers = interface.answers()
        self._deductions = interface.deductions()
        self.stack: list[ir.Function] = []
        self.abroad = 0
        self.visited: set[ir.Function] = set()
        self.agenda = Agenda(module)
        self.imports = Imports(self)
        self.expecting: dict[ir.Scope, list[ir.Place]] = {}
        self.memo: dict[tuple[object, ...], Summary] = {}
        self.compiled: dict[tuple[object, ...], Value] = {}
        self.contexts: Counter[tuple[ir.Function, bool]] = Counter()
        self.seen: dict[tuple[type, object, Hashable], list[Observation]] = {}
        self.fields: dict[ClassValue, dict[str, Value]] = {}
        self.initial: dict[ClassValue, dict[str, Value]] = {}
        self.promised: dict[tuple[ir.Function, str], Promise] = {}
        self.watched = world.watched
        self.faults: dict[str, Defect] = {}
        self._before: dict[tuple[Frame, str], Value | None] = {}
        self._rebound: list[tuple[Frame, str, Value]] = []

    # --- work ---------------------------------------------------------------------------------

    def guarded(self, module: ir.Module | None, work: Callable[[], object]) -> None:
        """Do a piece of work on a fresh budget; whatever goes wrong stays in its module."""
        self.world.pulse()
        saved = (self.store, self.steps, self.stack, self.path, self.context)
        logged, self.logged = self.logged, Log()
        abroad, self.abroad = self.abroad, 0
        self.store, self.steps, self.stack, self.path = PathState(), 0, [], []
        self.context = Context()
        try:
            work()
        except SpentBudget:
            pass
        except RecursionError:
            pass
        except Exception as error:  # a defect of jaxlint must not spoil the other files
            where = "" if module is None else module.path
            self.faults.setdefault(where, Defect.of(error))
        finally:
            self.store, self.steps, self.stack, self.path, self.context = saved
            self.abroad, self.logged = abroad, logged

    # --- services to the parts ---------------------------------------------------------------

    def within(self, context: Context) -> Extent:
        """Have a context hold for the extent of a ``with``."""
        return Extent(self, context)

    @property
    def questions(self) -> int:
        """How often the code asked what it runs on, or what an object has."""
        return self.asks + self.features

    def tell(
        self,
        frame: Frame,
        event: Callable[[*_Fields], object],
        *args: *_Fields,
    ) -> None:
        """Tell the domains of an event, given by its type and fields; made if one wants it."""
        table = self._listeners if frame.region is None else self._listeners_traced
        listeners = table.get(event)  # type: ignore[call-overload]
        if listeners is None:
            return
        handlers = listeners.all
        if handlers is None:
            subject = args[listeners.place]
            handlers = listeners[subject if listeners.named else type(subject)]
        if handlers:
            happened = _made(event, args)
            for handler in handlers:
                handler(self, frame, happened)

    def answer(
        self,
        frame: Frame,
        event: Callable[[*_Fields], object],
        *args: *_Fields,
    ) -> Value | None:
        """What comes of an event, as the first domain says that knows."""
        functions = self._answers.get(event, ())  # type: ignore[call-overload]
        happened = _made(event, args) if functions else None
        for function in functions:
            value: Value | None = function(self, frame, happened)
            if value is not None:
                return value
        return None

    def deduced(self, event: tuple[object, ...]) -> facts.Facts:
        """What the domains know of what comes of an event."""
        listeners = self._deductions.get(type(event))
        if listeners is None:
            return facts.NO_FACTS
        functions = listeners.all
        if functions is None:
            subject = event[listeners.place]
            functions = listeners[subject if listeners.named else type(subject)]
        known = []
        for function in functions:
            fact = function(event)
            if fact is not None:
                known.append(fact)
        return facts.Facts.of(*known) if known else facts.NO_FACTS

    def kept(self, kind: type[_Kept]) -> _Kept:
        """What a domain keeps for the whole run, by its type; made when it is first asked for."""
        found = self._kept.get(kind)
        if found is None:
            found = self._kept[kind] = kind()
        return found  # type: ignore[return-value]

    def log(self, effect: Effect) -> None:
        """Keep what a call does to a domain's state."""
        self.logged.add(effect)

    def mark(self) -> tuple[PathState, Log]:
        """Where the path is, for ``undo``."""
        logged, self.logged = self.logged, Log(self.logged.behind)
        return self.store.copy(), logged

    def undo(self, mark: tuple[PathState, Log]) -> None:
        """Forget what was done since then: it was only traced, none of it has run."""
        before, self.logged = mark
        self.store.parts = before.parts

    def tick(self) -> None:
        """Count one step of work; raises SpentBudget when there were too many."""
        self.steps += 1
        if self.steps > budgets.STEPS:
            raise SpentBudget

    def watch(self, frame: Frame | None, place: ir.Place, what: object) -> None:
        """Note what happens at a place that somebody asks about; see ``Moment``."""
        if self.watched is not None and place in self.watched:
            conditions = () if frame is None else frame.conditions
            moment = Moment(place, what, frame, tuple(self.path), conditions)
            self.watched.moments.append(moment)

    def under_way(self, frame: Frame) -> tuple[Frame, ...]:
        """A frame and those of the calls that led to it, of which the outermost stands second."""
        return (frame, *(level.frame for level in self.path))

    def serial(self) -> int:
        """A number that was not given before."""
        self.serials += 1
        return self.serials

    def observe(self, seen: Observation) -> None:
        """Keep an observation, a few per place, since an early one may turn out uncertain.

        How its place would spell something depends on what is imported there.
        """
        self.watch(None, seen.node, seen)
        self.looks_at_imports(seen.module)
        if self.context.barred is not None:
            seen = setup_tests.behind(self.context.barred, seen)
        kept = self.seen.setdefault((type(seen), seen.node, seen.kind), [])
        if len(kept) < KEPT_PER_PLACE:
            kept.append(seen)

    def hand_over(self, values: tuple[Value, ...]) -> None:
        """Take note that unknown code gets hold of values: classes that it may register."""
        for value in values:
            several = value.options if isinstance(value, Choice) else (value,)
            self.facts.handed.update(
                [one for one in several if isinstance(one, ClassValue | Transformed)]
            )

    def forget(self, values: tuple[Value, ...]) -> None:
        """Drop what is known of the fields of objects that unknown code has been handed."""
        self.hand_over(values)
        fields = self.store.fields
        for value in values:
            if isinstance(value, Container) and value.kind in ("dict", "list"):
                fields.open(value.token, value.items)
        if not fields:
            return
        self.steps += fields.count // budgets.COPIED
        for value in values:
            token = value.token
            if token in fields:
                fields.expose(token)

    def named_elsewhere(self, name: str) -> bool:
        """Whether another file of the project has a name in it."""
        return any(path != self.module.path for path in self.ask(Query("", (name,))))

    # --- what is known of the project ----------------------------------------------------------

    def facts_of(self, module: ir.Module | None) -> Iterable[Facts]:
        """What is known of the things of a module: by this run, and by that of its body."""
        yield self.facts
        if module is not None and module is not self.module:
            yield self.world.bound(module).facts

    def class_of(self, definition: ir.Class | None) -> ClassValue | None:
        """The class that a definition made."""
        if definition is None:
            return None
        known = (facts.classes.get(definition) for facts in self.facts_of(definition.module))
        return next((cls for cls in known if cls is not None), None)

    def ask(self, query: Query) -> tuple[str, ...]:
        """The texts of the project that a query is about."""
        self.queries.add(query)
        return self.world.project.ask(query)

    def reads(self, module: ir.Module, name: str) -> None:
        """Note that a global name of a module is read: what is found depends on what it means."""
        if (module, name) not in self._read:
            self._read.add((module, name))
            self.world.project.read_name(module, name)

    def looks_into(self, definition: ir.Function) -> None:
        """Note that a function is run, or that it counts what its body says."""
        if definition.module is not None and definition not in self._opened:
            self._opened.add(definition)
            self.reads(definition.module, part_name(definition))

    def looks_for_writing(self, module: ir.Module | None, attribute: str) -> None:
        """Note that it counts who assigns an attribute, anywhere in a module."""
        if module is not None:
            self.world.project.look_for_writing(module, attribute)

    def looks_at_imports(self, module: ir.Module) -> None:
        """Note that it counts what a module imports, anywhere in it."""
        if module is not self.module:
            self.world.project.look_for(module, "import")

    def dotted(self, scope: ir.Scope, written: ir.Expr) -> str:
        """What an expression in a scope names by the imports of its module; "" if nothing."""
        if scope.module is None:
            return ""
        self.looks_at_imports(scope.module)
        return self.world.changes.dotted(scope.module, written)

    def changes_from_outside(self, module: ir.Module, name: str) -> list[ir.Event]:
        """Changes to a global of a module, and to what it holds, by other modules."""
        paths = self.ask(Query(module.path, (name,), changed=True))
        self.reached.update(paths)
        return self.world.changes.foreign(module, name, paths)

    # --- changes that end with the run -------------------------------------------------------

    def rebind(self, owner: Frame, name: str, value: Value) -> None:
        """Bind a name in an outer frame; in that of a module only while this engine is at work.

        Other engines must not see it, since nothing says which of them works first.
        """
        if isinstance(owner.scope, ir.Module) and (self.bound.whole or owner is not self.frame):
            self._before.setdefault((owner, name), owner.env.get(name))
        owner.env[name] = value

    def publish(self) -> None:
        """Let others read what the body of the module bound, without what it bound elsewhere."""
        self.bound.whole = True
        self._rebound = [
            (owner, name, value)
            for owner, name in self._before
            if (value := owner.env.get(name)) is not None
        ]
        self.restore()

    def resume(self) -> None:
        """Go on after the body with what it knew, from now on for this engine alone."""
        self.facts, self.reached = self.facts.copy(), set(self.reached)
        for owner, name, value in self._rebound:
            self.rebind(owner, name, value)

    def restore(self) -> None:
        """Undo what was bound in frames that others read."""
        for (owner, name), before in self._before.items():
            if before is None:
                owner.env.pop(name, None)
            else:
                owner.env[name] = before
        self._before.clear()
