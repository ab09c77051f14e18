"""Jobs: what a front end wants checked, and the projects read for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlint.config.discovery import python_files, shown
from jaxlint.config.ignore_files import patterns
from jaxlint.config.projects import Project, alone, projects
from jaxlint.config.settings import Settings
from jaxlint.diagnostics.findings import Fault, Reason
from jaxlint.diagnostics.selection import DEFAULT, Selection, fits
from jaxlint.frontends.line_ranges import Ranges
from jaxlint.queries.workers import ONE_PROCESS, Scheduler
from jaxlint.source.files import Source, Unreadable, read
from jaxlint.source.notebooks import SUFFIX, NotANotebook, Notebook
from jaxlint.source.notebooks import parse as parse_notebook
from jaxlint.source.paths import absolute

if TYPE_CHECKING:
    from jaxlint.queries.memory import Memory

# Where module names start, from a project's folder on.
ROOTS = (".", "src")


@dataclass(frozen=True, slots=True)
class Job:
    """What to check and how.

    ``buffers`` holds the text of files, by absolute path, that counts in place of what is on
    disk; they are checked as well as ``paths``. ``isolated`` reads no project around the files.
    ``force_exclude`` leaves out what the settings exclude even if it is named. Without ``noqa``
    the comments that speak to every linter hide nothing, without ``comments`` none does. ``memory``
    is what was judged before, ``cached`` says to use and to fill the cache of reports,
    ``scheduler`` where runs are made. ``near`` leaves runs over other modules than those checked
    for later. ``unchecked`` holds texts like ``buffers``, of files that only count as part of a
    project. Of files with ``lines`` only findings that touch these count. ``unhandled`` says that
    an error was seen: handlers around code keep nothing quiet.
    """

    paths: Sequence[str]
    settings: Settings
    selection: Selection = field(default_factory=Selection)
    buffers: Mapping[Path, bytes] = field(default_factory=dict)
    isolated: bool = False
    force_exclude: bool = False
    noqa: bool = True
    comments: bool = True
    memory: Memory | None = None
    cached: bool = False
    scheduler: Scheduler = ONE_PROCESS
    near: bool = False
    unchecked: Mapping[Path, bytes] = field(default_factory=dict)
    lines: Ranges = field(default_factory=dict)
    unhandled: bool = False


@dataclass(frozen=True, slots=True)
class ReadProject:
    """A project as read: sources by absolute path, and faults of files that were to be checked.

    The paths of the sources start at the project's folder: only so do module names not depend on
    the folder in which jaxlint was started. The source of a notebook is the module of its cells.
    """

    project: Project
    sources: Mapping[Path, Source]
    faults: tuple[Fault, ...]
    notebooks: Mapping[Path, Notebook] = field(default_factory=dict)

    @property
    def checked(self) -> list[Path]:
        """The files to check that could be read."""
        return [path for path in self.project.checked if path in self.sources]

    @property
    def focus(self) -> list[str]:
        """The paths of the sources to report on: of the files to check, and of links to these."""
        checked = {*self.checked}
        return [path for path, file in self._files().items() if file in checked]

    def shown_names(self) -> dict[str, str]:
        """Return the path under which users see each source, by the source's own path."""
        return {path: shown(file) for path, file in self._files().items()}

    def _files(self) -> dict[str, Path]:
        """The file that each source is: for a link that is not checked itself, what it leads to."""
        checked, links = {*self.checked}, self.project.links
        return {
            source.path: path if path in checked else links.get(path, path)
            for path, source in self.sources.items()
        }


@dataclass(frozen=True, slots=True)
class Wishes:
    """Parsed selectors that somebody gives for a run, besides what the settings say.

    ``select`` takes the place of all that the settings select and ignore; the others are added,
    and what ``extend_select`` covers the settings do not ignore.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()

    def over(self, settings: Settings) -> Settings:
        """Return the settings that count."""
        if self.select:
            settings = replace(
                settings, select=self.select, ignore=(), extend_select=(), extend_ignore=()
            )
        ignore = (*self._left(settings.ignore), *self.ignore)
        extend_ignore = (*self._left(settings.extend_ignore), *self.extend_ignore)
        extend_select = (*settings.extend_select, *self.extend_select)
        return replace(
            settings, ignore=ignore, extend_ignore=extend_ignore, extend_select=extend_select
        )

    def _left(self, ignored: tuple[str, ...]) -> tuple[str, ...]:
        """What is still ignored of what the settings ignore."""
        return tuple(one for one in ignored if not any(fits(w, one) for w in self.extend_select))


NO_WISHES = Wishes()


def selection_for(settings: Settings) -> Selection:
    """Return which rules the settings select."""
    chosen = (DEFAULT,) if settings.select is None else settings.select
    return Selection(
        (*chosen, *settings.extend_select),
        (*settings.ignore, *settings.extend_ignore),
        settings.presumed,
        settings.advice,
    )


@dataclass(frozen=True, slots=True)
class ReadJob:
    """The projects of a job, each read when it is asked for, and faults of what was not found."""

    projects: Iterator[ReadProject]
    faults: tuple[Fault, ...]


def read_projects(job: Job) -> ReadJob:
    """Return the projects of the files of a job, read. Raises MissingPath."""
    divided, faults = projects_of(job)
    texts = {**job.unchecked, **job.buffers}
    return ReadJob((_read(project, texts) for project in divided), faults)


def projects_of(job: Job) -> tuple[Iterable[Project], tuple[Fault, ...]]:
    """Return the projects of the files of a job, and what was not found. Raises MissingPath."""
    configured = patterns(job.settings.folder, job.settings.exclude)
    found, faults = python_files(job.paths, configured, forced=job.force_exclude)
    given = (
        path
        for path in job.buffers
        if not (job.force_exclude and configured.verdict(str(path), False))
    )
    checked = sorted({*found, *given})
    named = {*(Path(absolute(path)) for path in job.paths), *job.buffers}
    divided = alone(checked, named) if job.isolated else projects(checked, named, configured)
    return divided, faults


def renamed(chain: Sequence[Reason], names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return a chain with its paths as users see them."""
    return tuple(
        Reason(names.get(reason.path, reason.path), reason.span, reason.text) for reason in chain
    )


def _read(project: Project, buffers: Mapping[Path, bytes]) -> ReadProject:
    sources: dict[Path, Source] = {}
    faults: list[Fault] = []
    notebooks: dict[Path, Notebook] = {}
    checked = set(project.checked)
    links = project.links
    texts = {**{links.get(path, path): text for path, text in buffers.items()}, **buffers}
    for path in project.files:
        name = path.relative_to(project.folder).as_posix()
        text = texts.get(path, texts.get(links.get(path, path)))
        try:
            source = read(path, name) if text is None else Source(name, text)
            if path.suffix == SUFFIX:
                notebooks[path] = parse_notebook(source.data)
                source = Source(name, notebooks[path].module)
            sources[path] = source
        except (Unreadable, NotANotebook) as why:
            if path in checked:
                faults.append(Fault(shown(path), str(why)))
    return ReadProject(project, sources, tuple(faults), notebooks)
