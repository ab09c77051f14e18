"""What jaxlint believes of the values on one line, for ``jaxlint explain`` and editors."""

from __future__ import annotations

from dataclasses import replace

from jaxlint.checking import Belief, explain
from jaxlint.jobs import ROOTS, Job, read_projects, renamed
from jaxlint.lint import declarations_of
from jaxlint.sources import Unreadable
from jaxlint.texts import lines_of


class NoSuchLine(Exception):
    """A file has fewer lines than asked for; the text says how many."""


def beliefs(job: Job, line: int) -> tuple[Belief, ...]:
    """Return what jaxlint believes of each value on a line of the one file of a job.

    Raises MissingPath, Unreadable and NoSuchLine.
    """
    (one,) = read_projects(job)
    for fault in one.faults:
        raise Unreadable(fault.message)
    names = one.shown_names()
    source = one.sources[one.project.checked[0]]
    last = len(lines_of(source.data))
    if not 1 <= line <= last:
        raise NoSuchLine(f"{names[source.path]} has {last} lines")
    found = explain(
        list(one.sources.values()),
        source.path,
        line,
        declarations=declarations_of(job.settings),
        roots=ROOTS,
    )
    return tuple(replace(belief, chain=renamed(belief.chain, names)) for belief in found)
