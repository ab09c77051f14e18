"""What the run over one module came to, and on what that depends."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from jaxlint.analysis.core.world import World
from jaxlint.diagnostics.broken_syntax import unread
from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.judging import judge
from jaxlint.diagnostics.rule import Rule
from jaxlint.program.declarations import Declarations
from jaxlint.program.positions import Positions
from jaxlint.program.project import Project, Query
from jaxlint.program.reading import Unread
from jaxlint.queries.deep_stack import with_room
from jaxlint.source.spans import Span


@dataclass(frozen=True, slots=True)
class Asked:
    """A query to the texts of a project, and its answer."""

    path: str
    words: tuple[str, ...]
    far: bool
    changed: bool
    answer: tuple[str, ...]

    def holds(self, project: Project) -> bool:
        """Whether the texts of a project still give that answer."""
        return project.ask(Query(self.path, self.words, self.far, self.changed)) == self.answer


@dataclass(frozen=True, slots=True)
class Run:
    """What the run over the module at ``path`` found, in any file.

    It is the same as long as the files ``reached`` are, that one among them, and all that was
    ``asked`` has the same answer.
    """

    path: str
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    reached: tuple[str, ...]
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A file and the digest of its bytes."""

    path: str
    digest: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Runs over modules of a project, all of them good for the files as they were then."""

    files: tuple[State, ...] = ()
    runs: tuple[Run, ...] = ()

    @classmethod
    def of(cls, project: Project, runs: Iterable[Run]) -> Ledger:
        """The ledger of runs that are good for a project as it is."""
        return cls(_state_of(project), tuple(sorted(runs, key=lambda run: run.path)))

    def still_good(self, project: Project) -> dict[str, Run]:
        """Return the runs that are good for a project as it is now, by path."""
        now = {file.path: file.digest for file in _state_of(project)}
        before = {file.path: file.digest for file in self.files}
        if now.keys() != before.keys():
            return {}
        changed = {path for path in now if now[path] != before[path]}
        return {
            run.path: run
            for run in self.runs
            if changed.isdisjoint(run.reached)
            if not changed or all(asked.holds(project) for asked in run.asked)
        }


def _state_of(project: Project) -> tuple[State, ...]:
    return tuple(
        State(path, blake2b(source.data, digest_size=16).hexdigest())
        for path, source in project.sources.items()
    )


def run_all(
    project: Project,
    paths: Sequence[str],
    rules: Sequence[Rule[Any]],
    declarations: Declarations,
    done: Callable[[int], None] = lambda number: None,
    pulse: Callable[[], None] | None = None,
) -> list[Run]:
    """Return the runs over the modules at some paths; ``done`` is told how many are under way."""

    def work(pulse: Callable[[], None]) -> list[Run]:
        world, positions = World(project, declarations, None, pulse), Positions()
        found = []
        for number, path in enumerate(paths, 1):
            done(number)
            found.append(_run(world, path, rules, positions))
        return found

    return with_room(work, pulse)


def _run(world: World, path: str, rules: Sequence[Rule[Any]], positions: Positions) -> Run:
    """Run the interpreter over the module at a path and let the rules judge what it saw."""
    read = world.project.read(path)
    if isinstance(read, Unread):
        told = unread(read)
        if isinstance(told, Finding):
            return Run(path, (told,), (), (path,))
        return Run(path, (), (told,), (path,))
    gc.collect(1)  # The runs before left cycles behind; what has long been there is not looked at.
    engine = world.engine(read)
    findings = tuple(sorted({*judge(engine.run(), rules, positions)}))
    faults = tuple(Fault(where, why) for where, why in sorted(engine.faults.items()))
    asked = (Asked(*query, answer=world.project.ask(query)) for query in sorted(engine.queries))
    return Run(path, findings, faults, tuple(sorted(engine.reached)), tuple(asked))


def merged(runs: Iterable[Run]) -> Iterator[Finding]:
    """What several runs found, each place and code as told by one of them.

    That is the run over the module in which the place lies, or else the first.
    """
    told: dict[tuple[str, Span, str], tuple[bool, str]] = {}
    kept: list[tuple[tuple[bool, str], Finding]] = []
    for one in runs:
        for finding in one.findings:
            teller = finding.path != one.path, one.path
            place = finding.path, finding.span, finding.code
            told[place] = min(teller, told.get(place, teller))
            kept.append((teller, finding))
    for teller, finding in kept:
        if told[finding.path, finding.span, finding.code] == teller:
            yield finding
