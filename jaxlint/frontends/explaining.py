"""What jaxlint believes of values, for ``jaxlint explain`` and editors."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from jaxlint.config.discovery import shown
from jaxlint.diagnostics.cells import chain_in_cells
from jaxlint.frontends.jobs import ROOTS, Job, ReadProject, read_projects, renamed
from jaxlint.frontends.session import declarations_of
from jaxlint.queries.checking import Belief, explain
from jaxlint.source.files import Unreadable
from jaxlint.source.text import lines_of


class NoSuchLine(Exception):
    """A file has fewer lines than asked for; the text says how many."""


def beliefs(job: Job, line: int, cell: int = 0) -> tuple[Belief, ...]:
    """Return what jaxlint believes of each value on a line of the only file, or cell, of a job.

    Raises MissingPath, Unreadable and NoSuchLine.
    """
    one = next(iter(read_projects(job)))
    (path,) = one.project.checked
    if path not in one.sources:
        why = next(fault.message for fault in one.faults if fault.path == shown(path))
        raise Unreadable(f"{shown(path)}: {why}")
    at = _line(one, path, line, cell)
    return _believed(job, one, path, range(at, at + 1))


def all_beliefs(job: Job, place: Path) -> tuple[Belief, ...]:
    """Return what jaxlint believes of each value in a file of a job; nothing if it is not read.

    Raises MissingPath.
    """
    for one in read_projects(job):
        if place in one.checked:
            with suppress(LookupError):
                return _believed(job, one, place, None)
    return ()


def _line(one: ReadProject, path: Path, line: int, cell: int) -> int:
    """Return the line of a source that a line of its file, or cell, is. Raises NoSuchLine."""
    source, notebook = one.sources[path], one.notebooks.get(path)
    if notebook is None:
        lines = lines_of(source.data) if not cell else []
        at = line if 1 <= line <= len(lines) else None
    else:
        lines = notebook.lines(cell)
        at = notebook.line(cell, line)
    if at is None:
        what = f"cell {cell} of {shown(path)}" if cell else shown(path)
        raise NoSuchLine(f"{what} has {len(lines)} lines")
    return at


def _believed(job: Job, one: ReadProject, path: Path, lines: range | None) -> tuple[Belief, ...]:
    """Return what is believed of a file's values, places as users see them."""
    names = one.shown_names()
    notebook = one.notebooks.get(path)
    found = explain(
        list(one.sources.values()),
        one.sources[path].path,
        lines,
        declarations=declarations_of(job.settings),
        roots=ROOTS,
        keeper=None if job.memory is None else job.memory.of(str(one.project.folder)),
    )
    notebooks = {names[one.sources[path].path]: book for path, book in one.notebooks.items()}
    return tuple(
        replace(
            belief,
            span=belief.span if notebook is None else notebook.celled(belief.span),
            chain=chain_in_cells(renamed(belief.chain, names), notebooks),
        )
        for belief in found
    )
