"""``jaxlint check``: options in, findings out, and the exit code."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.cli.output import counted, note, show, trace, write_bytes
from jaxlint.cli.progress import bar
from jaxlint.config.discovery import MissingPath
from jaxlint.config.settings import settings_for
from jaxlint.diagnostics.findings import Fault, Report
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import UnknownSelector, parse
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.frontends.session import lint
from jaxlint.queries.executors import scheduler_for
from jaxlint.queries.workers import Scheduler
from jaxlint.report import FORMATS, STATISTICS
from jaxlint.report.paint import Line, painted
from jaxlint.source.files import Unreadable, bounded, most_of, read_bytes
from jaxlint.source.paths import absolute
from jaxlint.source.writing import Unwritable, rewrite, save

STANDARD_INPUT = "-"
UNNAMED = "<stdin>"
CLEAN, FINDINGS, COULD_NOT = 0, 1, 2
# Formats that include faults and are often read together with standard error.
_DATA = ("json", "json-lines", "sarif", "gitlab", "junit")


class BadSelector(Exception):
    """A selector on the command line fits no rule; the text names the option and the nearest."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of ``jaxlint check`` as given."""

    paths: tuple[str, ...] = (".",)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    output_format: str = "full"
    output_file: str | None = None
    stdin_filename: str | None = None
    force_exclude: bool = False
    config: str | None = None
    isolated: bool = False
    statistics: bool = False
    exit_zero: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    add_ignore: bool = False
    reason: str = ""
    baseline: str | None = None
    presumed: bool = False
    advice: bool = False
    diff: bool = False
    no_cache: bool = False
    workers: int = 0
    executor: str | None = None
    quiet: bool = False
    verbose: bool = False
    debug: bool = False


def run(options: CheckOptions) -> int:
    """Check, write what is found, and return the exit code.

    Raises MissingPath, SettingsError, BadSelector, BadBaseline, BadFolder, NoSuchExecutor,
    Unreadable and Unwritable.
    """
    started = time.perf_counter()
    gc.disable()  # the process ends with this run: what a collection could free is not worth one
    try:
        with scheduler_for(options.executor, options.workers, _lost) as scheduler:
            return _run(options, started, scheduler)
    finally:
        gc.freeze()  # nor is the one that Python makes when it ends


def _run(options: CheckOptions, started: float, scheduler: Scheduler) -> int:
    job = replace(job_of(options), scheduler=scheduler)
    with bar(wanted=not options.quiet) as tick:
        result = lint(job, tick)
    if options.fix or options.diff:
        result = _fixed(job, result, options)
    elif options.add_ignore:
        result = _ignored(job, result, options)
    rewrites = options.fix or options.add_ignore
    if not options.diff and not (rewrites and STANDARD_INPUT in options.paths):
        chosen = (STATISTICS if options.statistics else FORMATS)[options.output_format]
        _put(chosen(result), options)
    _summarise(result, options)
    if options.verbose:
        seconds = time.perf_counter() - started
        note(f"settings from {job.settings.file or 'no file'}; {seconds:.2f} seconds")
    return _code(result.report, options.exit_zero)


def _lost(why: str) -> None:
    """Report that workers were lost, which costs time and nothing else."""
    note(f"workers were lost, what they did not do was done here: {why}")


def _put(lines: Iterable[Line], options: CheckOptions) -> None:
    """Write lines to standard output, or to the file asked for in its place."""
    if options.output_file is None:
        show(lines)
    else:
        save(Path(options.output_file), painted(lines, colour=False).encode())


def _fixed(job: Job, before: Result, options: CheckOptions) -> Result:
    """Apply fixes: show the changes, or write them and return the findings that remain."""
    from jaxlint.cli import diffs
    from jaxlint.fixes.applying import fix

    fixed = fix(job, before, unsafe=options.unsafe_fixes)
    if options.diff:
        diffs.show(before, fixed, options.output_file)
        return before
    written = write_back(job, before, fixed.result, fixed.texts)
    if not options.quiet:
        count = sum(fixed.applied[place] for place in written.places)
        note(f"{'1 fix' if count == 1 else f'{count} fixes'} applied")
    return written.result


def _ignored(job: Job, before: Result, options: CheckOptions) -> Result:
    """Write an ignore comment for each finding and return the findings that remain."""
    from jaxlint.fixes.ignore_comments import ignore

    hidden = ignore(job, before, options.reason)
    written = write_back(job, before, hidden.result, hidden.texts)
    if not options.quiet:
        count = len(before.report.findings) - len(written.result.report.findings)
        note(f"{counted(count, 'finding')} ignored in {counted(len(written.places), 'file')}")
    return written.result


@dataclass(frozen=True, slots=True)
class Written:
    """What is found after files were written, and which of them were."""

    result: Result
    places: tuple[Path, ...]


def write_back(job: Job, before: Result, result: Result, texts: Mapping[Path, bytes]) -> Written:
    """Write new texts, standard input's to standard output; what could not be is a fault.

    A file that is no longer as it was ``before`` is left as it is. ``result`` is of the new texts;
    where some were not written, what is found is found anew.
    """
    refused = dict(_refused(job, before, texts))
    written = {place: data for place, data in texts.items() if place not in refused}
    if refused:
        with suppress(MissingPath):  # what has vanished is refused, and has no findings
            result = lint(replace(job, buffers={**job.buffers, **written}))
    by_place = {place: path for path, place in before.places.items()}
    faults = (Fault(by_place[place], why) for place, why in refused.items())
    for place, data in job.buffers.items():
        write_bytes(texts.get(place, data))
    report = replace(result.report, faults=(*result.report.faults, *faults))
    return Written(replace(result, report=report), (*written,))


def _refused(job: Job, before: Result, texts: Mapping[Path, bytes]) -> Iterator[tuple[Path, str]]:
    """Write new texts of files; yield those that could not be written, and why."""
    by_place = {place: path for path, place in before.places.items()}
    for place, data in texts.items():
        if place in job.buffers:
            continue
        try:
            held = read_bytes(place, most_of(place.name))
            if held == data:  # by another of its names
                continue
            if held != before.sources[by_place[place]]:
                raise Unwritable("was changed meanwhile: it is left as it is")
            rewrite(place, data)
        except (Unreadable, Unwritable) as why:
            yield place, str(why)


def job_of(options: CheckOptions) -> Job:
    """Return the job that the options describe; reads standard input if it is named.

    Raises SettingsError, BadSelector and Unreadable.
    """
    paths = [path for path in options.paths if path != STANDARD_INPUT]
    buffers = {}
    if STANDARD_INPUT in options.paths:
        name = options.stdin_filename or UNNAMED
        buffers[Path(absolute(name))] = _standard_input(name)
    settings = settings_for([*paths, *map(str, buffers)], options.config, options.isolated)
    if options.baseline is not None:
        settings = replace(settings, baseline=Path(options.baseline))
    if options.presumed:
        settings = replace(settings, presumed=True)
    if options.advice:
        settings = replace(settings, advice=True)
    return Job(
        paths=paths,
        settings=settings,
        selection=selection_for(
            settings, _selectors(options.select, "--select"), _selectors(options.ignore, "--ignore")
        ),
        buffers=buffers,
        # Text without a name belongs to no project.
        force_exclude=options.force_exclude,
        isolated=options.isolated or (bool(buffers) and options.stdin_filename is None),
        cached=not options.no_cache,
    )


def _standard_input(name: str) -> bytes:
    """Return what comes in under a name. Raises Unreadable."""
    try:
        return bounded(sys.stdin.buffer, most_of(name))
    except Unreadable as why:
        raise Unreadable(f"{name}: {why}") from why


def _selectors(given: Iterable[str], option: str) -> tuple[str, ...]:
    words = (word for text in given for word in text.split(",") if word.strip())
    try:
        return tuple(parse(word) for word in words)
    except UnknownSelector as unknown:
        raise BadSelector(f"{option}: {unknown}") from unknown


def _summarise(result: Result, options: CheckOptions) -> None:
    """Report faults and a one-line summary on standard error."""
    report = result.report
    as_data = options.output_format in _DATA and options.output_file is None
    if options.debug or not as_data:
        report_faults(report.faults, options.debug)
    if as_data or options.quiet:
        return
    for entry in result.obsolete:
        note(f"the baseline is obsolete: nothing is found of {entry.code} in {entry.path}")
    if not report.files and not report.faults:
        note(f"no Python files found in {', '.join(options.paths)}")
    else:
        note(_summary(report))


def report_faults(faults: Iterable[Fault], debug: bool) -> None:
    """Report the files that were not checked and why, with tracebacks if ``debug``."""
    for fault in faults:
        note(f"{fault.path}: {fault.message}")
        if debug and fault.trace:
            trace(fault.trace)


def _summary(report: Report) -> str:
    found = len(report.findings)
    files = len({finding.path for finding in report.findings})
    nothing = "nothing found" if report.faults else "clean"
    what = f"{counted(found, 'finding')} in {counted(files, 'file')}" if found else nothing
    left = f", {len(report.faults)} not" if report.faults else ""
    held = f"; {report.held_back} more with --advice" if report.held_back else ""
    return f"{what}; {counted(report.files, 'file')} checked{left}{held}"


def _code(report: Report, exit_zero: bool) -> int:
    if report.faults:
        return COULD_NOT
    return FINDINGS if report.findings and not exit_zero else CLEAN
