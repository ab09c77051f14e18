"""``jaxlint check``: options in, findings out, and the exit code."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.cli.options import STANDARD_INPUT, CheckOptions, job_of
from jaxlint.cli.output import counted, note, show, trace, write_bytes
from jaxlint.cli.progress import bar
from jaxlint.config.discovery import MissingPath
from jaxlint.diagnostics.findings import Fault, Report
from jaxlint.diagnostics.result import Result
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.queries.executors import scheduler_for
from jaxlint.report import FORMATS, STATISTICS
from jaxlint.report.paint import Line, painted
from jaxlint.source.files import Unreadable, most_of, read_bytes
from jaxlint.source.writing import Unwritable, rewrite, save

CLEAN, FINDINGS, COULD_NOT = 0, 1, 2
# Formats that include faults and are often read together with standard error.
_DATA = ("json", "json-lines", "sarif", "gitlab", "junit")


def run(options: CheckOptions) -> int:
    """Check, write what is found, and return the exit code.

    Raises MissingPath, SettingsError, BadOption, BadRange, BadBaseline, BadFolder,
    NoSuchExecutor, Unreadable and Unwritable.
    """
    if options.show_settings or options.show_files:
        from jaxlint.cli import settings

        return settings.run(options)
    with scheduler_for(options.executor, options.workers, lost) as scheduler:
        if options.watch:
            from jaxlint.cli.watching import watched

            return watched(options, lambda job: checked(options, replace(job, scheduler=scheduler)))
        gc.disable()  # the process ends with this run: what a collection frees is not worth one
        try:
            return checked(options, replace(job_of(options), scheduler=scheduler))
        finally:
            gc.freeze()  # nor is the one that Python makes when it ends


def checked(options: CheckOptions, job: Job) -> int:
    """Do a job, write what is found, and return the exit code.

    Raises MissingPath, BadBaseline, BadFolder and Unwritable.
    """
    started = time.perf_counter()
    with bar(wanted=not options.quiet) as tick:
        done = Done(lint(job, tick))
    if options.fix or options.diff:
        done = _fixed(job, done.result, options)
    elif options.add_ignore:
        done = Done(_ignored(job, done.result, options))
    rewrites = options.fix or options.add_ignore
    if not options.diff and not (rewrites and STANDARD_INPUT in options.paths):
        chosen = (STATISTICS if options.statistics else FORMATS)[options.output_format]
        _put(chosen(done.result), options)
    _summarise(done.result, options)
    if options.verbose:
        _tell_more(options, job, time.perf_counter() - started)
    return _code(done, options)


@dataclass(frozen=True, slots=True)
class Done:
    """What is found in the end, and how many fixes were written."""

    result: Result
    fixes: int = 0


def _tell_more(options: CheckOptions, job: Job, seconds: float) -> None:
    """Write which settings count and why, and the time taken."""
    from jaxlint.cli import settings

    for line in settings.told(options, job):
        note(line)
    note(f"{seconds:.2f} seconds")


def lost(why: str) -> None:
    """Report that workers were lost, which costs time and nothing else."""
    note(f"workers were lost, what they did not do was done here: {why}")


def _put(lines: Iterable[Line], options: CheckOptions) -> None:
    """Write lines to standard output, or to the file asked for in its place."""
    if options.output_file is None:
        show(lines)
    else:
        save(Path(options.output_file), painted(lines, colour=False).encode())


def _fixed(job: Job, before: Result, options: CheckOptions) -> Done:
    """Apply fixes: show the changes, or write them and return the findings that remain."""
    from jaxlint.cli import diffs
    from jaxlint.fixes.applying import fix

    fixed = fix(job, before, unsafe=options.unsafe_fixes)
    if options.diff:
        diffs.show(before, fixed, options.output_file)
        return Done(before)
    written = write_back(job, before, fixed.result, fixed.texts)
    count = sum(fixed.applied[place] for place in written.places)
    if not options.quiet:
        note(f"{'1 fix' if count == 1 else f'{count} fixes'} applied")
    return Done(written.result, count)


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
        note(_summary(report, options))


def report_faults(faults: Iterable[Fault], debug: bool) -> None:
    """Report the files that were not checked and why, with tracebacks if ``debug``."""
    for fault in faults:
        note(f"{fault.path}: {fault.message}")
        if debug and fault.trace:
            trace(fault.trace)


def _summary(report: Report, options: CheckOptions) -> str:
    found = len(report.findings)
    files = len({finding.path for finding in report.findings})
    nothing = "nothing found" if report.faults else "clean"
    what = f"{counted(found, 'finding')} in {counted(files, 'file')}" if found else nothing
    left = f", {len(report.faults)} not" if report.faults else ""
    held = f"; {report.held_back} more with --advice" if report.held_back else ""
    todo = "".join(f", {step}" for step in _steps(report, options))
    return f"{what}{todo}; {counted(report.files, 'file')} checked{left}{held}"


def _steps(report: Report, options: CheckOptions) -> Iterator[str]:
    """Say how many findings which option would mend, of the options that were not given."""
    count = Counter(one.fix.safe for one in report.findings if one.fix is not None)
    if count[True] and not options.fix:
        yield f"{count[True]} fixable with --fix"
    if count[False] and not (options.fix and options.unsafe_fixes):
        more = " more" if count[True] and not options.fix else ""
        option = "--unsafe-fixes" if more else "--fix --unsafe-fixes"
        yield f"{count[False]}{more} {'' if more else 'fixable '}with {option}"


def _code(done: Done, options: CheckOptions) -> int:
    if done.result.report.faults:
        return COULD_NOT
    if options.exit_non_zero_on_fix and done.fixes:
        return FINDINGS
    return FINDINGS if done.result.report.findings and not options.exit_zero else CLEAN
