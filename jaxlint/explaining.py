"""What jaxlint believes of the values on one line, for ``jaxlint explain`` and editors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from jaxlint.checking import Belief, explain
from jaxlint.discover import shown
from jaxlint.jobs import ROOTS, Job, read_projects, renamed
from jaxlint.lint import declarations_of
from jaxlint.notebooks import chain_in_cells
from jaxlint.sources import Unreadable
from jaxlint.texts import lines_of


class NoSuchLine(Exception):
    """A file has fewer lines than asked for; the text says how many."""


def beliefs(job: Job, line: int, cell: int = 0, place: Path | None = None) -> tuple[Belief, ...]:
    """Return what jaxlint believes of each value on a line of a file, or cell, of a job.

    The file is the one at ``place``, or the only one that there is.

    Raises MissingPath, Unreadable and NoSuchLine.
    """
    found_in = (one for one in read_projects(job) if place is None or place in one.project.checked)
    one = next(found_in)
    path = one.project.checked[0] if place is None else place
    if path not in one.sources:
        raise Unreadable(next(fault.message for fault in one.faults if fault.path == shown(path)))
    names = one.shown_names()
    source = one.sources[path]
    notebook = one.notebooks.get(path)
    if notebook is None:
        lines = lines_of(source.data) if not cell else []
        at = line if 1 <= line <= len(lines) else None
    else:
        lines = notebook.lines(cell)
        at = notebook.line(cell, line)
    if at is None:
        what = f"cell {cell} of {names[source.path]}" if cell else names[source.path]
        raise NoSuchLine(f"{what} has {len(lines)} lines")
    found = explain(
        list(one.sources.values()),
        source.path,
        at,
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
