"""The run over a module: what is interpreted, in which order.

Three sweeps: the body of the module binds every global; each of its functions runs once as plain
code with unknown parameters; last, trace roots that no visible call entered run on tracers.
Functions that are defined on the way join the queue.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import FrameDone, ModuleDone
from jaxlint.analysis.core.world import World
from jaxlint.analysis.domains.tracing import unseen_calls
from jaxlint.analysis.domains.tracing.runs import Runs, only_inspected
from jaxlint.analysis.semantics import functions, outer_names, statements
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import Function
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.watching import Watch
    from jaxlint.analysis.observations import Observation
    from jaxlint.analysis.values.certainty import Certainty
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.program.declarations import Declarations
    from jaxlint.program.project import Project


def world_of(
    project: Project,
    declarations: Declarations,
    watched: Watch | None = None,
    pulse: Callable[[], None] = lambda: None,
) -> World:
    """Return the world of a project, of which the modules are run when they are met."""
    return World(project, declarations, run_body, watched, pulse)


def run_body(engine: Engine) -> None:
    """Run the body of an engine's module, which binds what other modules may read."""
    engine.guarded(engine.module, lambda: _run_block(engine))
    engine.publish()


def _run_block(engine: Engine) -> None:
    body = engine.module.body
    engine.steps -= budgets.MODULE_STEPS * sum(not _only_binds(one) for one in body)
    statements.run_block(engine, engine.frame, body)
    outer_names.register(engine, engine.frame)
    engine.tell(engine.frame, FrameDone)


def _only_binds(statement: ir.Stmt) -> bool:
    """Whether a statement takes next to no steps, so that there may be more or fewer of them."""
    return isinstance(statement, ir.Define) and not statement.function.decorators


def run(engine: Engine) -> list[Observation]:
    """Run the functions of the module and return what was observed and is certain."""
    engine.resume()
    _work_off(engine)
    engine.tell(engine.frame, ModuleDone)
    _forget_inspected(engine)
    found = [seen for kept in engine.seen.values() if (seen := _most_certain(kept)) is not None]
    engine.restore()
    superseded = {(kind, seen.node) for seen in found for kind in seen.supersedes}
    return _worst([seen for seen in found if (type(seen), seen.node) not in superseded])


def _worst(found: list[Observation]) -> list[Observation]:
    """Of the observations of one mistake the worst, and all that stand for themselves."""
    mistakes: dict[Hashable, dict[str, list[Observation]]] = {}
    for seen in found:
        if seen.slip is not None:
            mistakes.setdefault(seen.slip, {}).setdefault(seen.about, []).append(seen)
    worst = [one for named in mistakes.values() for one in _told_apart(_folded(named))]
    return [*(seen for seen in found if seen.slip is None), *worst]


def _folded(named: dict[str, list[Observation]]) -> dict[str, Observation]:
    """The worst observation of each name, which tells of the places of the others."""
    folded = {}
    for name, alike in named.items():
        worst = min(alike, key=_rank)
        also = tuple({seen.node: None for seen in alike if seen.node is not worst.node})
        folded[name] = replace(worst, also=also) if also else worst
    return folded


def _told_apart(named: dict[str, Observation]) -> Iterable[Observation]:
    """Observations by name; one without may be of those with a name, unless it is worse."""
    others = [seen for name, seen in named.items() if name]
    unnamed = named.get("")
    if others and unnamed is not None and min(map(_rank, others)) <= unnamed.rank:
        return others
    return named.values()


def _rank(seen: Observation) -> tuple[int, ...]:
    return seen.rank


def _work_off(engine: Engine) -> None:
    """Run all that is planned, and what is planned by it."""
    agenda = engine.agenda
    while agenda:
        while agenda.functions:
            _run_plain(engine, *agenda.functions.popleft())
        if agenda.roots:
            _enter_root(engine, agenda.roots.popleft())
        elif agenda.wrappers:
            _run_wrapper(engine, agenda.wrappers.popleft())
        elif agenda.checks:
            engine.guarded(engine.module, agenda.checks.popleft())
        elif agenda.calls:
            _enter_module(engine, agenda.calls.popleft())


def _run_plain(engine: Engine, function: Function, bound: Value) -> None:
    """Run a function once as plain code, unless a transformation owns it or nothing reads it."""
    definition = function.definition
    nested = isinstance(definition.parent, ir.Function)
    if definition in engine.visited and (nested or definition.is_lambda):
        return
    if definition.is_unread() or _is_left_over(engine, definition):
        return
    if isinstance(bound, Transformed) and bound.transform.arguments is not Arguments.NONE:
        return
    before = len(engine.seen)
    engine.agenda.plan_wrapper(function, bound)
    engine.guarded(definition.module, lambda: functions.run_plain(engine, function))
    engine.agenda.plainly[definition] = list(islice(engine.seen, before, None))
    if definition.owner is not None and definition.name == "__call__":
        engine.agenda.calls.append(function)


def _is_left_over(engine: Engine, definition: ir.Function) -> bool:
    """Whether a function of a module is private by its name, which nothing reads."""
    module, name = definition.parent, definition.name
    if not isinstance(module, ir.Module) or not name.startswith("_") or name.endswith("_"):
        return False
    if definition.decorators or name in module.loads:
        return False
    readers = (one for one in module.inner if one is not definition)
    return not any(one.is_read(name) for one in readers) and not engine.named_elsewhere(name)


def _run_wrapper(engine: Engine, wrapper: Function) -> None:
    """Run what decorators made of a function as plain code: who calls the function calls that."""
    engine.guarded(wrapper.definition.module, lambda: functions.run_plain(engine, wrapper))


def _enter_root(engine: Engine, root: Transformed) -> None:
    """Run a transformed function on tracers when no visible call has done so."""
    if root not in engine.kept(Runs).called:
        engine.guarded(root.frame.module, lambda: unseen_calls.enter_unseen(engine, root))


def _enter_module(engine: Engine, function: Function) -> None:
    """Run the ``__call__`` of a class as the libraries that know such classes do."""
    engine.guarded(engine.module, lambda: unseen_calls.enter_module(engine, function))


def _forget_inspected(engine: Engine) -> None:
    """Forget what was seen in plain runs of functions of which only the shapes are asked."""
    for definition in only_inspected(engine):
        for place in engine.agenda.plainly.get(definition, ()):
            engine.seen.pop(place, None)


def _most_certain(kept: list[Observation]) -> Observation | None:
    return max((seen for seen in kept if seen.kept), key=_certainty, default=None)


def _certainty(seen: Observation) -> Certainty:
    return seen.certainty
