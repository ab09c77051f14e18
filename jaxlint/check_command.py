"""``jaxlint check``: options in, findings out, and the exit code."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.findings import Fault, Report
from jaxlint.fixing import Fixed, fix
from jaxlint.jobs import Job
from jaxlint.lint import Result, lint
from jaxlint.output import note, write
from jaxlint.report import FORMATS, STATISTICS, diff
from jaxlint.report.paint import painted, wants_colour
from jaxlint.selection import DEFAULT, Selection, UnknownSelector, parse
from jaxlint.settings import Settings, settings_for
from jaxlint.texts import decoded
from jaxlint.writing import Unwritable, rewrite

STANDARD_INPUT = "-"
UNNAMED = "<stdin>"
CLEAN, FINDINGS, COULD_NOT = 0, 1, 2


class BadSelector(Exception):
    """A selector on the command line fits no rule; the text names the option and the nearest."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of ``jaxlint check`` as given."""

    paths: tuple[str, ...] = (".",)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    output_format: str = "full"
    stdin_filename: str | None = None
    config: str | None = None
    isolated: bool = False
    statistics: bool = False
    exit_zero: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    quiet: bool = False
    verbose: bool = False


def run(options: CheckOptions) -> int:
    """Check, write what is found, and return the exit code.

    Raises MissingPath, SettingsError and BadSelector.
    """
    started = time.perf_counter()
    gc.disable()  # the process ends with this run: what a collection could free is not worth one
    job = job_of(options)
    result = _mended(job, options) if options.fix or options.diff else lint(job)
    if not options.diff and not (options.fix and STANDARD_INPUT in options.paths):
        chosen = (STATISTICS if options.statistics else FORMATS)[options.output_format]
        write(painted(chosen(result), wants_colour(sys.stdout)))
    _say(result.report, options)
    if options.verbose:
        seconds = time.perf_counter() - started
        note(f"settings from {job.settings.file or 'no file'}; {seconds:.2f} seconds")
    return _code(result.report, options.exit_zero)


def _mended(job: Job, options: CheckOptions) -> Result:
    """Apply fixes: show what they change, or write it and return what is left to say."""
    before = lint(job)
    fixed = fix(job, before, unsafe=options.unsafe_fixes)
    by_place = {place: path for path, place in before.places.items()}
    if options.diff:
        for place, data in fixed.texts.items():
            path = by_place[place]
            lines = diff.render(path, before.sources[path], data)
            write(painted(lines, wants_colour(sys.stdout)))
        return before
    faults = list(written(job, fixed, by_place))
    if not options.quiet:
        note(f"{counted(fixed.applied, 'fix')} applied")
    return replace(fixed.result, report=replace(fixed.result.report, faults=tuple(faults)))


def written(job: Job, fixed: Fixed, by_place: Mapping[Path, str]) -> Iterator[Fault]:
    """Write what was fixed, standard input to standard output, and yield what could not be."""
    yield from fixed.result.report.faults
    for place, data in fixed.texts.items():
        if place in job.buffers:
            continue
        try:
            rewrite(place, data)
        except Unwritable as why:
            yield Fault(by_place[place], str(why))
    for place, data in job.buffers.items():
        write(decoded(fixed.texts.get(place, data)))


def job_of(options: CheckOptions) -> Job:
    """Return what is to be done, standard input read. Raises SettingsError and BadSelector."""
    paths = [path for path in options.paths if path != STANDARD_INPUT]
    buffers = {}
    if STANDARD_INPUT in options.paths:
        name = options.stdin_filename or UNNAMED
        buffers[Path(os.path.abspath(name))] = sys.stdin.buffer.read()
    settings = settings_for([*paths, *map(str, buffers)], options.config, options.isolated)
    return Job(
        paths=paths,
        settings=settings,
        selection=_selection(options, settings),
        buffers=buffers,
        # Text without a name belongs to no project.
        isolated=options.isolated or (bool(buffers) and options.stdin_filename is None),
    )


def _selection(options: CheckOptions, settings: Settings) -> Selection:
    """Return what the command line selects, in place of what the settings do if it selects any."""
    ignored = _selectors(options.ignore, "--ignore")
    if options.select:
        return Selection(_selectors(options.select, "--select"), ignored)
    chosen = (DEFAULT,) if settings.select is None else settings.select
    return Selection(chosen, (*settings.ignore, *ignored))


def _selectors(given: Iterable[str], option: str) -> tuple[str, ...]:
    words = (word for text in given for word in text.split(",") if word.strip())
    try:
        return tuple(parse(word) for word in words)
    except UnknownSelector as unknown:
        raise BadSelector(f"{option}: {unknown}") from unknown


def _say(report: Report, options: CheckOptions) -> None:
    """Tell on standard error what went wrong, and in a word how it went."""
    if options.output_format == "json":
        return
    for fault in report.faults:
        note(f"{fault.path}: {fault.message}")
    if options.quiet:
        return
    if not report.files and not report.faults:
        note(f"no Python files found in {', '.join(options.paths)}")
    else:
        note(_summary(report))


def _summary(report: Report) -> str:
    found = len(report.findings)
    files = len({finding.path for finding in report.findings})
    what = f"{counted(found, 'finding')} in {counted(files, 'file')}" if found else "clean"
    return f"{what}; {counted(report.files, 'file')} checked"


def counted(count: int, noun: str) -> str:
    """A number with its noun, in the plural where it needs one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _code(report: Report, exit_zero: bool) -> int:
    if report.faults:
        return COULD_NOT
    return FINDINGS if report.findings and not exit_zero else CLEAN
