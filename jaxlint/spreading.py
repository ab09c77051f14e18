"""Runs over many modules, spread over the workers of an executor.

Two rounds: sources are read in parts, then modules are run in parts, each worker with the models
that the first round gave. Parts go to any ``concurrent.futures.Executor``: all that they need is
in their arguments, and all that they give comes back as values. What a worker does not do, because
it died, is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from jaxlint.crew import Workers
from jaxlint.declarations import Declarations
from jaxlint.interpret.world import World
from jaxlint.model import ir
from jaxlint.model.packing import pack, unpack
from jaxlint.positions import Positions
from jaxlint.project import Project
from jaxlint.reading import Read, read_module
from jaxlint.room import with_room
from jaxlint.rule import Rule
from jaxlint.runs import Run, run
from jaxlint.sources import Source

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker has to know of a project: its sources, as read if they are, and the rules."""

    sources: tuple[Source, ...]
    roots: tuple[str, ...]
    rules: tuple[Rule[Any], ...]
    declarations: Declarations
    read: Mapping[str, bytes] = field(default_factory=dict)


def spread(
    workers: Workers, task: Task, paths: Sequence[str], done: Callable[[int], None]
) -> list[Run]:
    """Return the runs over the modules at some paths; ``done`` is told how many there are."""
    sizes = {source.path: len(source.data) for source in task.sources}
    names = Project(task.sources, task.roots).names
    named = {source.path: (source, names[source.path]) for source in task.sources}
    to_read = [[named[path] for path in part] for part in _parts(paths, sizes, workers.parts)]
    read = {path: data for some in _each(workers, _read_part, to_read) for path, data in some}
    task = replace(task, read=read)
    found: list[Run] = []
    to_run = [(task, part) for part in _parts(paths, sizes, workers.parts)]
    for runs in _each(workers, _run_part, to_run):
        found += runs
        done(len(found))
    return found


def _parts(paths: Sequence[str], sizes: dict[str, int], count: int) -> list[list[str]]:
    """Paths in parts of like size, neighbours together: they use the same modules."""
    whole = sum(sizes[path] for path in paths)
    parts: list[list[str]] = [[]]
    size = 0
    for path in sorted(paths):
        if parts[-1] and size >= whole * len(parts) / count:
            parts.append([])
        parts[-1].append(path)
        size += sizes[path]
    return parts


def _each(
    workers: Workers, work: Callable[[PartT], ResultT], parts: Sequence[PartT]
) -> Iterator[ResultT]:
    """Yield what the work makes of each part, in their order."""
    futures = []
    for part in parts:
        try:
            futures.append(workers.executor.submit(work, part))
        except Exception:  # the pool is broken: a worker died
            break
    for number, part in enumerate(parts):
        try:
            result = futures[number].result()
        except Exception:
            result = work(part)
        yield result


# --- in the worker -------------------------------------------------------------------------------


def _read_part(part: Sequence[tuple[Source, tuple[str, ...]]]) -> list[tuple[str, bytes]]:
    """The modules that some sources are by path, each packed by itself."""

    def work(pulse: Callable[[], None]) -> list[tuple[str, bytes]]:
        read = [read_module(source, names) for source, names in part]
        return [(one.path, pack(one)) for one in read if isinstance(one, ir.Module)]

    return with_room(work)


def _run_part(part: tuple[Task, Sequence[str]]) -> list[Run]:
    """The runs over the modules at some paths."""
    task, paths = part

    def read(source: Source, names: tuple[str, ...]) -> Read:
        packed = task.read.get(source.path)
        return read_module(source, names) if packed is None else unpack(packed, source.data)

    def work(pulse: Callable[[], None]) -> list[Run]:
        project = Project(task.sources, task.roots, read)
        world, positions = World(project, task.declarations), Positions()
        return [run(world, path, task.rules, positions) for path in paths]

    return with_room(work)
