"""What jaxlint infers about values, and how, for ``jaxlint explain`` and editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from jaxlint.config.discovery import shown
from jaxlint.diagnostics.cells import chain_in_cells, in_cells
from jaxlint.diagnostics.filter import hidden_by
from jaxlint.diagnostics.findings import Fault, Finding, Reason
from jaxlint.frontends.jobs import ROOTS, Job, ReadProject, read_projects, renamed
from jaxlint.frontends.session import declarations_of, filter_of, lint
from jaxlint.queries import line_trace
from jaxlint.queries.explaining import Belief, Explanation, Subject, explain
from jaxlint.queries.line_trace import Context, Step, Trace
from jaxlint.source.files import Unreadable
from jaxlint.source.notebooks import Notebook
from jaxlint.source.spans import Span
from jaxlint.source.text import lines_of


class NoSuchLine(Exception):
    """A file has fewer lines than asked for; the text says how many."""


def beliefs(job: Job, line: int, cell: int = 0) -> Explanation:
    """Return what jaxlint believes of each value on a line of the only file, or cell, of a job.

    Raises MissingPath, Unreadable and NoSuchLine.
    """
    asked = _asked(job, line, cell)
    try:
        return _believed(asked)
    except LookupError as broken:
        raise Unreadable(f"{shown(asked.place)}: is not valid Python") from broken


def trace(job: Job, line: int, cell: int = 0) -> Trace:
    """Return what jaxlint did on a line of the only file, or cell, of a job, in each context.

    Raises MissingPath, Unreadable, NoSuchLine and BadBaseline.
    """
    asked = _asked(job, line, cell)
    try:
        found = line_trace.trace(asked.subject)
    except LookupError as broken:
        raise Unreadable(f"{shown(asked.place)}: is not valid Python") from broken
    names = _Names.of(asked.project)
    outcomes = _Outcomes(job, asked, names)
    path = shown(asked.place)
    contexts = tuple(_shown_context(one, path, names, outcomes) for one in found.contexts)
    return Trace(contexts, names.faults(found.faults))


def all_beliefs(job: Job, place: Path) -> tuple[Belief, ...]:
    """Return what jaxlint believes of each value in a file of a job; nothing if it is not read.

    Raises MissingPath.
    """
    for one in read_projects(job).projects:
        if place in one.checked:
            with suppress(LookupError):
                return _believed(_Asked(one, place, _subject(job, one, place, None))).beliefs
    return ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A file that is asked about, in its project, and the subject of the question."""

    project: ReadProject
    place: Path
    subject: Subject


def _asked(job: Job, line: int, cell: int) -> _Asked:
    read = read_projects(job)
    for fault in read.faults:
        raise Unreadable(f"{fault.path}: {fault.message}")
    one = next(read.projects)
    (place,) = one.project.checked
    if place not in one.sources:
        why = next(fault.message for fault in one.faults if fault.path == shown(place))
        raise Unreadable(f"{shown(place)}: {why}")
    at = _line(one, place, line, cell)
    return _Asked(one, place, _subject(job, one, place, range(at, at + 1)))


def _subject(job: Job, one: ReadProject, place: Path, lines: range | None) -> Subject:
    return Subject(
        list(one.sources.values()),
        one.sources[place].path,
        lines,
        declarations_of(job, one),
        ROOTS,
        None if job.memory is None else job.memory.of(str(one.project.folder)),
    )


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


def _believed(asked: _Asked) -> Explanation:
    """Return what is believed of a file's values, places as users see them."""
    names = _Names.of(asked.project)
    found = explain(asked.subject)
    path = names.paths[asked.subject.path]
    told = (
        replace(one, span=names.span(path, one.span), chain=names.chain(one.chain))
        for one in found.beliefs
    )
    return Explanation(tuple(told), names.faults(found.faults))


@dataclass(frozen=True, slots=True)
class _Names:
    """Paths and spans as users see them, from those in a project as it is read."""

    paths: Mapping[str, str]
    notebooks: Mapping[str, Notebook]

    @classmethod
    def of(cls, one: ReadProject) -> Self:
        return cls(
            one.shown_names(), {shown(path): notebook for path, notebook in one.notebooks.items()}
        )

    def span(self, path: str, span: Span) -> Span:
        """A span in a file, by its path as it is shown."""
        return self.notebooks[path].celled(span) if path in self.notebooks else span

    def chain(self, chain: Sequence[Reason]) -> tuple[Reason, ...]:
        return chain_in_cells(renamed(chain, self.paths), self.notebooks)

    def faults(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        return tuple(replace(one, path=self.paths.get(one.path, one.path)) for one in faults)


class _Outcomes:
    """What becomes of findings in a file that is asked about: whether a check shows them."""

    def __init__(self, job: Job, asked: _Asked, names: _Names) -> None:
        self._data = asked.project.sources[asked.place].data
        self._filter = filter_of(job)
        self._names = names
        self._shown = {(one.path, one.span, one.code) for one in lint(job).report.findings}
        self._baseline = job.settings.baseline

    def of(self, finding: Finding) -> str:
        """Say in a few words what becomes of a finding."""
        named = replace(finding, path=self._names.paths[finding.path])
        seen = in_cells(named, self._names.notebooks)
        if (seen.path, seen.span, seen.code) in self._shown:
            return "reported"
        hidden = hidden_by(named, self._data, self._filter)
        if hidden is None:
            hidden = (
                "another run reports this line"
                if self._baseline is None
                else "the baseline holds it"
            )
        return f"not reported: {hidden}"


def _shown_context(one: Context, path: str, names: _Names, outcomes: _Outcomes) -> Context:
    return Context(
        one.where,
        names.chain(one.calls),
        names.chain(one.why),
        names.chain(one.conditions),
        tuple(_shown_step(step, path, names, outcomes) for step in one.steps),
    )


def _shown_step(step: Step, path: str, names: _Names, outcomes: _Outcomes) -> Step:
    """A step with its places as users see them, and in words what became of its findings."""
    told = (f"{one.code} {one.name}: {one.message} ({outcomes.of(one)})" for one in step.findings)
    return Step(
        names.span(path, step.span),
        step.text,
        (*step.details, *told),
        names.chain(step.chain),
        step.findings,
    )
