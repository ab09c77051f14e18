"""From a job to its result: the one path that every front end takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlint.config.discovery import shown
from jaxlint.config.ignore_files import Patterns, patterns
from jaxlint.config.settings import Settings
from jaxlint.diagnostics.baseline import load, without
from jaxlint.diagnostics.broken_syntax import broken_cell
from jaxlint.diagnostics.cells import in_cells
from jaxlint.diagnostics.filter import Filter, filtered
from jaxlint.diagnostics.findings import Finding, Report
from jaxlint.diagnostics.levels import Levels
from jaxlint.diagnostics.registry import catalogue, rules
from jaxlint.diagnostics.result import Result
from jaxlint.frontends.jobs import ROOTS, Job, ReadProject, read_projects, renamed
from jaxlint.frontends.line_ranges import within
from jaxlint.program.declarations import Declarations
from jaxlint.program.requirement import jax_requirement
from jaxlint.queries import result_cache
from jaxlint.source.notebooks import Notebook
from jaxlint.source.paths import absolute
from jaxlint.source.spans import Span

if TYPE_CHECKING:
    from jaxlint.queries.memory import Keeper


# Called with how many files of a project are run so far, and how many there are.
Tick = Callable[[int, int], None]


def lint(job: Job, tick: Tick | None = None) -> Result:
    """Check the files of a job. Raises MissingPath, BadBaseline and, if it is cached, BadFolder.

    Findings are sorted by path, place and code; a file that cannot be read gives a fault. ``tick``
    is called with the number of modules run so far and in all.
    """
    wanted = filter_of(job)
    chosen = _chosen(wanted)
    reports: list[Report] = []
    sources: dict[str, bytes] = {}
    places: dict[str, Path] = {}
    notebooks: dict[str, Notebook] = {}
    read = read_projects(job)
    for one in read.projects:
        reports.append(_check(one, chosen, job, tick))
        sources |= {shown(path): one.sources[path].data for path in one.checked}
        places |= {shown(path): path for path in one.checked}
        notebooks |= {shown(path): notebook for path, notebook in one.notebooks.items()}
    reports.append(Report((), read.faults, 0))
    report = filtered(_merged(reports), sources, wanted)
    report = replace(report, findings=tuple(in_cells(one, notebooks) for one in report.findings))
    sources |= {path: notebooks[path].data for path in sources if path in notebooks}
    codes = frozenset(info.code for info in catalogue() if job.selection.includes(info))
    result = Result(report, sources, places, codes, (), notebooks)
    file = job.settings.baseline
    left = result if file is None else without(file, load(file), result)
    return within(left, job.lines)


def filter_of(job: Job) -> Filter:
    """Return what of the findings of a job is to be shown."""
    settings = job.settings
    levels = Levels(settings.severity, settings.strict)
    return Filter(job.selection, _IgnoredIn.of(settings), job.noqa, job.comments, levels)


def declarations_of(job: Job, one: ReadProject) -> Declarations:
    """Return what the settings declare, with the JAX of the project if they name none."""
    settings = job.settings
    wanted = settings.jax_version
    if not (wanted or job.isolated):
        wanted = jax_requirement(one.project.folder)
    return Declarations(
        transforms=settings.transforms,
        impure=settings.impure_functions,
        key_consumers=settings.key_consumers,
        jax=wanted,
        unhandled=job.unhandled,
    )


@dataclass(frozen=True, slots=True)
class _IgnoredIn:
    """The selectors that per-file-ignores gives for a path."""

    globs: tuple[tuple[Patterns, tuple[str, ...]], ...]

    @classmethod
    def of(cls, settings: Settings) -> _IgnoredIn:
        globs = settings.per_file_ignores.items()
        return cls(tuple((patterns(settings.folder, [glob]), codes) for glob, codes in globs))

    def __call__(self, path: str) -> tuple[str, ...]:
        place = absolute(path)
        return tuple(
            code for glob, codes in self.globs if glob.verdict(place, False) for code in codes
        )


def _chosen(wanted: Filter) -> list[str]:
    """The codes of the rules to run: the selected ones, or all to find unused ignores."""
    everything = wanted.wants_unused_ignores
    return [one.code for one in catalogue() if everything or wanted.selection.includes(one)]


def _check(one: ReadProject, chosen: Sequence[str], job: Job, tick: Tick | None) -> Report:
    report = _report(one, chosen, job, tick)
    names = one.shown_names()
    findings = _as_shown(report.findings, one, names)
    broken = (
        finding for path in one.checked if path in one.notebooks for finding in _broken(one, path)
    )
    faults = (replace(fault, path=names.get(fault.path, fault.path)) for fault in report.faults)
    return Report((*findings, *broken), (*faults, *one.faults), len(one.checked))


def _as_shown(
    findings: Iterable[Finding], one: ReadProject, names: Mapping[str, str]
) -> Iterator[Finding]:
    """Yield findings with paths as users see them; what a link to a file shows as well once."""
    own = {one.sources[path].path for path in one.checked}
    told: dict[tuple[str, Span, str], str] = {}
    for finding in sorted(findings, key=lambda finding: finding.path not in own):
        path = names[finding.path]
        if told.setdefault((path, finding.span, finding.code), finding.path) == finding.path:
            yield replace(finding, path=path, chain=renamed(finding.chain, names))


def _keeper(one: ReadProject, job: Job) -> Keeper | None:
    """Return where single modules of a project are looked up, if anywhere."""
    folder = str(one.project.folder)
    if job.memory is not None:
        return job.memory.of(folder)
    if not job.cached:
        return None
    from jaxlint.queries.disk import Stored

    return Stored(folder)


def _report(one: ReadProject, chosen: Sequence[str], job: Job, tick: Tick | None) -> Report:
    """The report on a project, from the cache if it was checked in this state before."""
    declarations = declarations_of(job, one)
    focus = sorted(one.focus)
    key = ""
    if job.cached:
        sources = ((source.path, source.data) for source in one.sources.values())
        key = result_cache.key_of(sources, chosen, [repr(declarations)], focus)
        known = result_cache.load(key, Report)
        if known is not None:
            return known
    from jaxlint.queries.checking import Request, check

    asked = [rule for rule in rules() if rule.code in chosen]
    report = check(
        list(one.sources.values()),
        Request(asked, declarations, ROOTS, focus, job.near),
        tick=tick,
        keeper=_keeper(one, job),
        scheduler=job.scheduler,
    )
    if job.cached:
        result_cache.keep(key, report)
    return report


def _broken(one: ReadProject, path: Path) -> Iterator[Finding]:
    """The findings for cells of a notebook that are not Python."""
    for span, why in one.notebooks[path].broken():
        yield broken_cell(shown(path), span, why)


def _merged(reports: Sequence[Report]) -> Report:
    return Report(
        tuple(sorted(finding for report in reports for finding in report.findings)),
        tuple(sorted(fault for report in reports for fault in report.faults)),
        sum(report.files for report in reports),
    )
