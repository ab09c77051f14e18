"""Runs over many modules, spread over the workers of an executor.

Each worker gets a part of the modules, neighbours together. First it reads them, then it gets what
the others have read, packed, and runs its own. Parts go to any ``concurrent.futures.Executor``: all
that they need is in their arguments, and all that they give comes back as values. What a worker
does not do, because it died, is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from jaxlint._version import VERSION
from jaxlint.diagnostics.rule import Rule
from jaxlint.program.declarations import Declarations
from jaxlint.queries.deep_stack import with_room
from jaxlint.queries.disk import Stored
from jaxlint.queries.memory import Known, Packing
from jaxlint.queries.runs import Run, run_all
from jaxlint.queries.workers import Workers
from jaxlint.source.files import Source

# Seconds after which it is asked whether there are workers at all.
_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker has to know: the sources of a project, and what to judge by.

    ``known`` is what others have learned of the sources, ``stored`` names the project in the folder
    of the cache, if models are kept there.
    """

    sources: tuple[Source, ...]
    roots: tuple[str, ...]
    rules: tuple[Rule[Any], ...]
    declarations: Declarations
    known: Known
    stored: str = ""

    def keeper(self) -> Packing:
        """Return what keeps the models of a worker."""
        return Stored(self.stored, self.known) if self.stored else Packing(self.known)


_Given = TypeVar("_Given")
# What a worker does with its part.
_Work = Callable[[Task, Sequence[str]], _Given]


def spread(workers: Workers, task: Task, paths: Sequence[str], done: Callable[[Run], None]) -> None:
    """Make the runs over the modules at some paths; ``done`` gets each."""
    sizes = {source.path: len(source.data) for source in task.sources}
    lost: list[str] = []
    parts = list(_parts(paths, sizes, workers.parts))
    facts, models = dict(task.known.facts), dict(task.known.models)
    for read in _each(workers, lost, _read_part, task, parts):
        facts |= read.facts
        models |= read.models
    task = replace(task, known=Known(facts, models))
    for runs in _each(workers, lost, _run_part, task, parts):
        for run in runs:
            done(run)
    if lost:
        workers.lost(lost[0])


def _parts(paths: Sequence[str], sizes: dict[str, int], count: int) -> Iterator[list[str]]:
    """Paths in parts of like size, in their order: neighbours use the same modules."""
    share = sum(sizes[path] for path in paths) / count
    part: list[str] = []
    size = 0
    for path in sorted(paths):
        part.append(path)
        size += sizes[path]
        if size >= share:
            yield part
            part, size = [], 0
    if part:
        yield part


def _each(
    workers: Workers,
    lost: list[str],
    work: _Work[_Given],
    task: Task,
    parts: Sequence[Sequence[str]],
) -> Iterator[_Given]:
    """Yield what comes of the work on each part; note what workers were lost to."""
    futures: list[Future[_Given] | None] = []
    for part in parts:
        try:
            futures.append(workers.executor.submit(_work_as, VERSION, work, task, part))
        except Exception as why:  # the executor is broken: a worker died
            lost.append(f"{type(why).__name__}: {why}")
            futures.append(None)
    for part, future in zip(parts, futures, strict=True):
        try:
            given = None if future is None else _result(workers, future)
        except Exception as why:  # so did this one, or it cannot do it
            lost.append(f"{type(why).__name__}: {why}")
            given = None
        yield work(task, part) if given is None else given


def _result(workers: Workers, future: Future[_Given]) -> _Given:
    """What a worker gives, as long as there is one. Raises what it raises, and NoWorkers."""
    while not wait([future], _PATIENCE).done:
        if not workers.alive():
            future.cancel()
            raise NoWorkers("none is left")
    return future.result()


class NoWorkers(Exception):
    """All workers are gone."""


class OtherVersion(Exception):
    """A worker has another jaxlint than the one that it works for."""


def _work_as(version: str, work: _Work[_Given], task: Task, paths: Sequence[str]) -> _Given:
    """In a worker: the work as it would be done where the task is from. Raises OtherVersion."""
    if version != VERSION:
        raise OtherVersion(f"the worker has jaxlint {VERSION}, not {version}")
    return work(task, paths)


def _read_part(task: Task, paths: Sequence[str]) -> Known:
    """Read the modules at some paths; return what is known of their texts, and those not kept."""
    kept = task.keeper()
    project = kept.project(task.sources, task.roots)

    def read(pulse: Callable[[], None]) -> None:
        for path in paths:
            pulse()
            project.read(path)
            project.text(path).tell()

    with_room(read)
    known = Known(project.facts(paths), dict(kept.new))
    kept.keep_models()
    return known


def _run_part(task: Task, paths: Sequence[str]) -> list[Run]:
    kept = task.keeper()
    project = kept.project(task.sources, task.roots)
    runs = run_all(project, paths, task.rules, task.declarations)
    kept.keep_models()
    return runs
