"""What jaxlint believes of the values in a file, for those who ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jaxlint.analysis import sweeps
from jaxlint.analysis.core.engine import Engine
from jaxlint.analysis.core.watching import Watch
from jaxlint.analysis.core.world import World
from jaxlint.analysis.describing import (
    context_of,
    describe,
    spelling_of,
    why_of,
)
from jaxlint.analysis.observations import Observation
from jaxlint.analysis.values.kinds import Value
from jaxlint.diagnostics.diagnosing import chain
from jaxlint.diagnostics.findings import Fault, Reason
from jaxlint.program import ir
from jaxlint.program.declarations import NOTHING_DECLARED, Declarations
from jaxlint.program.positions import Positions
from jaxlint.program.project import Project
from jaxlint.queries.deep_stack import with_room
from jaxlint.queries.memory import Keeper
from jaxlint.source.files import Source
from jaxlint.source.spans import Span


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be explained: a file of a project, or some lines of it.

    The project is its ``sources``, with ``roots`` the folders below which module names start, and
    what is declared; ``keeper`` has what was read before.
    """

    sources: Sequence[Source]
    path: str
    lines: range | None = None
    declarations: Declarations = NOTHING_DECLARED
    roots: Sequence[str] = ()
    keeper: Keeper | None = None

    def project(self) -> Project:
        """Return the project, read as it is asked for."""
        keeper = Keeper() if self.keeper is None else self.keeper
        return keeper.project(self.sources, self.roots)


@dataclass(frozen=True, slots=True, order=True)
class Belief:
    """What jaxlint believes of one expression where some context runs it, and why."""

    span: Span
    expression: str
    verdict: str
    context: str
    chain: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is believed of the values in a file, and which defects of jaxlint that met."""

    beliefs: tuple[Belief, ...] = ()
    faults: tuple[Fault, ...] = ()


def explain(subject: Subject) -> Explanation:
    """Say of each expression and parameter what its value is taken for, in every context.

    Raises LookupError when the path is not among the sources or cannot be parsed.
    """
    return with_room(lambda pulse: _explain(subject, pulse), pulse_of(subject))


def pulse_of(subject: Subject) -> Callable[[], None] | None:
    """What is called now and then while a subject is explained."""
    return None if subject.keeper is None else subject.keeper.pulse


def _explain(subject: Subject, pulse: Callable[[], None]) -> Explanation:
    project, positions = subject.project(), Positions()
    module = module_of(subject, project)
    watch = Watch(module, {one.number for one in positions.starting(module, subject.lines)})
    faults: set[Fault] = set()
    for engine, _ in runs(subject, sweeps.world_of(project, subject.declarations, watch, pulse)):
        faults |= faults_of(engine)
    beliefs = {
        Belief(
            positions.span(moment.place),
            spelling_of(moment.place),
            describe(moment.what),
            context_of(moment.frame),
            chain(positions, why_of(moment.what)),
        )
        for moment in watch.moments
        if moment.frame is not None and isinstance(moment.what, Value)
    }
    return Explanation(tuple(sorted(beliefs)), tuple(sorted(faults)))


def module_of(subject: Subject, project: Project) -> ir.Module:
    """The module of the file. Raises LookupError."""
    module = project.module(subject.path) if subject.path in project.sources else None
    if module is None:
        raise LookupError(f"{subject.path} is not among the sources, or cannot be parsed")
    return module


def runs(subject: Subject, world: World) -> Iterator[tuple[Engine, Sequence[Observation]]]:
    """Run each module that reaches the file; yield its engine and what it observed for certain."""
    for user in sorted(world.project.reaching([subject.path])):
        module = world.project.module(user)
        if module is not None:
            engine = world.engine(module)
            yield engine, sweeps.run(engine)


def faults_of(engine: Engine) -> set[Fault]:
    """The defects of jaxlint that a run met."""
    return {Fault(path, *defect) for path, defect in engine.faults.items()}
