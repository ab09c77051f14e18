"""Runs over many modules, spread over the workers of an executor.

Each worker gets a part of the modules, neighbours together, and reads what these need. Parts go to
any ``concurrent.futures.Executor``: all that they need is in their arguments, and all that they
give comes back as values. What a worker does not do, because it died, is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jaxlint.crew import Workers
from jaxlint.declarations import Declarations
from jaxlint.project import Project
from jaxlint.rule import Rule
from jaxlint.runs import Run, run_all
from jaxlint.sources import Source


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker has to know: the sources of a project, and what to judge by."""

    sources: tuple[Source, ...]
    roots: tuple[str, ...]
    rules: tuple[Rule[Any], ...]
    declarations: Declarations


def spread(
    workers: Workers, task: Task, paths: Sequence[str], done: Callable[[int], None]
) -> list[Run]:
    """Return the runs over the modules at some paths; ``done`` is told how many there are."""
    sizes = {source.path: len(source.data) for source in task.sources}
    found: list[Run] = []
    for runs in _each(workers, task, list(_parts(paths, sizes, workers.parts))):
        found += runs
        done(len(found))
    return found


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


def _each(workers: Workers, task: Task, parts: Sequence[Sequence[str]]) -> Iterator[list[Run]]:
    """Yield the runs over the modules of each part."""
    futures = []
    for part in parts:
        try:
            futures.append(workers.executor.submit(_run_part, task, part))
        except Exception:  # the executor is broken: a worker died
            break
    for number, part in enumerate(parts):
        try:
            runs = futures[number].result()
        except Exception:
            runs = _run_part(task, part)
        yield runs


def _run_part(task: Task, paths: Sequence[str]) -> list[Run]:
    project = Project(task.sources, task.roots)
    return run_all(project, paths, task.rules, task.declarations)
