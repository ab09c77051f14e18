"""Open documents judged together, each as part of its project."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jaxlint.config.discovery import shown
from jaxlint.config.settings import Settings, SettingsError, settings_for
from jaxlint.diagnostics.baseline import BadBaseline
from jaxlint.diagnostics.broken_syntax import broken_cell, unread
from jaxlint.diagnostics.cells import in_cells
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import find
from jaxlint.diagnostics.result import Result
from jaxlint.fixes.applying import fix
from jaxlint.frontends.explaining import all_beliefs
from jaxlint.frontends.jobs import NO_WISHES, Job, Wishes, selection_for
from jaxlint.frontends.session import lint
from jaxlint.program.reading import Unread, read_module
from jaxlint.queries.deep_stack import with_room
from jaxlint.queries.explaining import Belief
from jaxlint.queries.memory import Memory
from jaxlint.source.files import Source, words
from jaxlint.source.notebooks import SUFFIX, parse


@dataclass(frozen=True, slots=True)
class Document:
    """A text in an editor: its absolute path, its bytes, and whether it is a file of a project."""

    place: Path
    data: bytes
    is_file: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """What is to be said of a document.

    ``data`` is the text that was judged: of a document that is no Python at the moment the last
    one that was. ``broken`` says what keeps it from being read, ``faults`` why it was not judged.
    """

    data: bytes
    findings: tuple[Finding, ...] = ()
    broken: tuple[Finding, ...] = ()
    faults: tuple[str, ...] = ()
    job: Job | None = None
    result: Result = field(default_factory=lambda: Result.empty())


@dataclass(frozen=True, slots=True)
class Believed:
    """What is believed of the values in a text, which is the last one that was Python."""

    data: bytes
    beliefs: tuple[Belief, ...] = ()


Told = dict[Path, Judged]
Early = Callable[[Told], None]
_Found = tuple[Finding, ...]
Broken = Mapping[Path, _Found]


class Analysis:
    """Judges documents, and remembers of each the last text that was Python.

    ``problems`` are those with settings and baselines that the last call met. ``pulse`` is called
    while judging goes on, and may end it by raising what is no Exception, ``tick`` with how many
    modules are run, of how many.
    """

    def __init__(
        self, wishes: Wishes = NO_WISHES, pulse: Callable[[], None] = lambda: None
    ) -> None:
        self.wishes = wishes
        self.tick: Callable[[int, int], None] = lambda done, total: None
        self.problems: tuple[str, ...] = ()
        self._good: dict[Path, bytes] = {}
        self._known: set[Path] = set()
        self._memory = Memory(pulse)
        self._behind = 0
        self._believed: dict[Path, Believed] = {}
        self._last: dict[Path, Believed] = {}
        self._state: object = None

    def judged(self, documents: Sequence[Document], early: Early = lambda told: None) -> Told:
        """Return what is to be said of each document, by its path. Never raises.

        ``early`` gets what is known before all is: that a new document is no Python, and what the
        documents themselves show, where other modules that use them are to be run as well.
        """
        broken, refused = self._broken(documents)
        documents = [one for one in documents if one.place in broken]
        self._good = {place: text for place, text in self._good.items() if place in broken}
        new = [one for one in documents if broken[one.place] and one.place not in self._known]
        if new:
            early({one.place: Judged(one.data, broken=broken[one.place]) for one in new})
        told = self._told(documents, broken, near=True)
        if self._behind:
            early(told)
            told = self._told(documents, broken, near=False)
        told |= refused
        self._known = {*told}
        self._last = {place: one for place, one in self._last.items() if place in told}
        return told

    def _broken(self, documents: Sequence[Document]) -> tuple[dict[Path, _Found], Told]:
        """Return what keeps documents from being read, and what is said of those that cannot be."""
        broken: dict[Path, _Found] = {}
        refused: Told = {}
        for one in documents:
            try:
                broken[one.place] = self._read(one)
            except Exception as defect:
                refused[one.place] = Judged(one.data, faults=(fault_of(defect),))
        return broken, refused

    def _told(self, documents: Sequence[Document], broken: Broken, near: bool) -> Told:
        problems: dict[str, None] = {}
        told: dict[Path, Judged] = {}
        self._behind = 0
        for job in self._jobs(documents, problems):
            told |= _judged(replace(job, near=near), problems, self.tick)
            self._behind += self._memory.behind  # the next job may be about the same project
        self.problems = tuple(problems)
        return {place: replace(one, broken=broken[place]) for place, one in told.items()}

    def believed(self, documents: Sequence[Document], place: Path, state: object) -> Believed:
        """Return what is believed of the values in one of the documents.

        It is found out once for a ``state``: one that is the same says that nothing has changed.
        """
        if state != self._state:
            self._state, self._believed = state, {}
        if place not in self._believed:
            self._last[place] = self._believed[place] = self._beliefs(documents, place)
        return self._believed[place]

    def last_believed(self, place: Path) -> Believed | None:
        """Return what was believed when somebody asked last, be the text as it was or not."""
        return self._last.get(place)

    def _beliefs(self, documents: Sequence[Document], place: Path) -> Believed:
        for one in documents:
            if one.place == place:
                self._read(one)
        for job in self._jobs(documents, {}):
            if place in job.buffers:
                return Believed(job.buffers[place], all_beliefs(job, place))
        return Believed(b"")

    def _read(self, one: Document) -> tuple[Finding, ...]:
        """Say what keeps a text from being read; if nothing does, remember it."""
        if self._good.get(one.place) == one.data:
            return ()
        broken = _broken(one)
        if not broken:
            self._good[one.place] = one.data
        return broken

    def _jobs(self, documents: Sequence[Document], problems: dict[str, None]) -> Iterator[Job]:
        """Yield what is to be done: documents with the same settings together."""
        texts = {one.place: self._good.get(one.place, one.data) for one in documents}
        alike: dict[tuple[Path | None, bool], Job] = {}
        for one in documents:
            settings = replace(_settings(one, problems), presumed=True, advice=True)
            key = (settings.file, one.is_file)
            job = alike.get(key) or Job(
                (),
                settings,
                selection_for(self.wishes.over(settings)),
                unchecked=texts,
                isolated=not one.is_file,
                force_exclude=True,
                memory=self._memory,
            )
            alike[key] = replace(job, buffers={**job.buffers, one.place: texts[one.place]})
        yield from alike.values()


def fixed(judged: Judged, place: Path) -> bytes | None:
    """Return the text of a document with all safe fixes, or None if there are none."""
    if judged.job is None:
        return None
    return fix(judged.job, judged.result).texts.get(place)


def _broken(one: Document) -> tuple[Finding, ...]:
    """Return what of a text, or of a notebook's cells, is no Python."""
    path = shown(one.place)
    if one.place.suffix != SUFFIX:
        read = with_room(lambda pulse: read_module(Source(path, one.data), ()))
        told = unread(read) if isinstance(read, Unread) else None
        return (told,) if isinstance(told, Finding) else ()
    notebook = parse(one.data)
    found = (broken_cell(path, span, why) for span, why in notebook.broken())
    return tuple(in_cells(finding, {path: notebook}) for finding in found)


def _settings(one: Document, problems: dict[str, None]) -> Settings:
    try:
        return settings_for([str(one.place)], None, isolated=False)
    except SettingsError as wrong:
        problems[str(wrong)] = None
    except Exception as defect:
        problems[f"{one.place}: {fault_of(defect)}"] = None
    return Settings(folder=one.place.parent)


def _judged(job: Job, problems: dict[str, None], tick: Callable[[int, int], None]) -> Told:
    try:
        result = lint(job, tick)
    except BadBaseline as wrong:
        problems[str(wrong)] = None
        bare = replace(job, settings=replace(job.settings, baseline=None))
        return _judged(bare, problems, tick)
    except Exception as defect:
        if len(job.buffers) > 1:  # one of them may be the cause: the others are judged without it
            alone = (replace(job, buffers={place: text}) for place, text in job.buffers.items())
            return {
                place: one for each in alone for place, one in _judged(each, problems, tick).items()
            }
        return {
            place: Judged(text, faults=(fault_of(defect),)) for place, text in job.buffers.items()
        }
    told = {}
    for place, data in job.buffers.items():
        path = shown(place)
        found = tuple(one for one in result.report.findings if one.path == path)
        faults = tuple(one.message for one in result.report.faults if one.path == path)
        told[place] = Judged(data, found, (), faults, job, result)
    return told


def fault_of(defect: Exception) -> str:
    """Return what is said of a document that a defect, or a refusal, keeps from being judged."""
    if isinstance(defect, OSError):
        return words(defect)
    last = traceback.extract_tb(defect.__traceback__)[-1]
    why = f"defect in jaxlint itself: {type(defect).__name__}: {defect}"
    return f"{why} ({Path(last.filename).name}:{last.lineno})"


def is_shown(finding: Finding, judged: Judged) -> bool:
    """Whether the settings show a finding that did not come from the job itself."""
    rule = find(finding.code)
    return judged.job is None or rule is None or judged.job.selection.includes(rule)
