"""Runs over many modules, spread over the workers of an executor.

Each worker gets a part of the modules, neighbours together, and reads what these need. Parts go to
any ``concurrent.futures.Executor``: all that they need is in their arguments, and all that they
give comes back as values. What a worker does not do, because it died, is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any

from jaxlint._version import VERSION
from jaxlint.diagnostics.rule import Rule
from jaxlint.program.declarations import Declarations
from jaxlint.queries.disk import Stored
from jaxlint.queries.memory import Keeper
from jaxlint.queries.runs import Run, run_all
from jaxlint.queries.workers import Workers
from jaxlint.source.files import Source

# Seconds after which it is asked whether there are workers at all.
_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker has to know: the sources of a project, and what to judge by.

    ``stored`` names the project in the folder of the cache, if models are kept there.
    """

    sources: tuple[Source, ...]
    roots: tuple[str, ...]
    rules: tuple[Rule[Any], ...]
    declarations: Declarations
    stored: str = ""


def spread(workers: Workers, task: Task, paths: Sequence[str], done: Callable[[Run], None]) -> None:
    """Make the runs over the modules at some paths; ``done`` gets each."""
    sizes = {source.path: len(source.data) for source in task.sources}
    lost: list[str] = []
    for runs in _each(workers, lost, task, list(_parts(paths, sizes, workers.parts))):
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
    workers: Workers, lost: list[str], task: Task, parts: Sequence[Sequence[str]]
) -> Iterator[list[Run]]:
    """Yield the runs over the modules of each part; note what workers were lost to."""
    futures: list[Future[list[Run]] | None] = []
    for part in parts:
        try:
            futures.append(workers.executor.submit(_run_part_as, VERSION, task, part))
        except Exception as why:  # the executor is broken: a worker died
            lost.append(f"{type(why).__name__}: {why}")
            futures.append(None)
    for part, future in zip(parts, futures, strict=True):
        try:
            runs = None if future is None else _result(workers, future)
        except Exception as why:  # so did this one, or it cannot do it
            lost.append(f"{type(why).__name__}: {why}")
            runs = None
        yield _run_part(task, part) if runs is None else runs


def _result(workers: Workers, future: Future[list[Run]]) -> list[Run]:
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


def _run_part_as(version: str, task: Task, paths: Sequence[str]) -> list[Run]:
    """In a worker: the runs as they would be made where the task is from. Raises OtherVersion."""
    if version != VERSION:
        raise OtherVersion(f"the worker has jaxlint {VERSION}, not {version}")
    return _run_part(task, paths)


def _run_part(task: Task, paths: Sequence[str]) -> list[Run]:
    kept = Stored(task.stored) if task.stored else Keeper()
    project = kept.project(task.sources, task.roots)
    runs = run_all(project, paths, task.rules, task.declarations)
    kept.keep_models()
    return runs
