"""``jaxlint migrate``: code brought to another release of JAX, and what is left to do by hand."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from jaxlint.analysis.domains.api.observations import ApiUse
from jaxlint.cli import diffs
from jaxlint.cli.check import CLEAN, COULD_NOT, FINDINGS, lost, write_back
from jaxlint.cli.output import counted, note, show, show_text
from jaxlint.config.settings import settings_for
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import rules
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import Selection
from jaxlint.fixes.applying import Fixed, fix
from jaxlint.fixes.unused_imports import without_unused
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.knowledge.api import api
from jaxlint.program.requirement import as_requirement
from jaxlint.queries.executors import scheduler_for
from jaxlint.queries.memory import Memory
from jaxlint.report import FORMATS


class NoSuchRelease(Exception):
    """No release of JAX that is known is meant; the text says so."""


@dataclass(frozen=True, slots=True)
class MigrateOptions:
    """The options of ``jaxlint migrate`` as given."""

    paths: tuple[str, ...] = (".",)
    version: str | None = None
    config: str | None = None
    isolated: bool = False
    unsafe_fixes: bool = False
    diff: bool = False


def run(options: MigrateOptions) -> int:
    """Migrate, write what was done and what is left, and return the exit code.

    Raises NoSuchRelease, MissingPath and SettingsError.
    """
    gc.disable()  # as for a check
    with scheduler_for(None, 0, lost) as scheduler:
        job = replace(_job_of(options), scheduler=scheduler)
        before = lint(job)
        fixed = without_unused(job, before, fix(job, before, unsafe=options.unsafe_fixes))
        return _written(options, job, before, fixed)


def _written(options: MigrateOptions, job: Job, before: Result, fixed: Fixed) -> int:
    """Write what was done and what is left, and return the exit code."""
    left, count = fixed.result, len(fixed.texts)
    if options.diff:
        diffs.show(before, fixed)
    else:
        written = write_back(job, before, fixed.result, fixed.texts)
        left, count = written.result, len(written.places)
        show(FORMATS["concise"](left))
    for fault in left.report.faults:
        note(f"{fault.path}: {fault.message}")
    _summarise(before.report.findings, left.report.findings, count)
    if left.report.faults:
        return COULD_NOT
    return FINDINGS if left.report.findings else CLEAN


def _job_of(options: MigrateOptions) -> Job:
    settings = settings_for(options.paths, options.config, options.isolated)
    wanted = f"=={_release(options.version)}"
    codes = (rule.code for rule in rules() if issubclass(rule.observes, ApiUse))
    return Job(
        paths=options.paths,
        settings=replace(settings, jax_version=wanted),
        selection=Selection(tuple(codes)),
        isolated=options.isolated,
        memory=Memory(),
    )


def _release(version: str | None) -> str:
    """The release that a version means: the newest that it fits."""
    from packaging.specifiers import SpecifierSet

    known = api().asked
    if version is None:
        return known[-1]
    try:
        meant = SpecifierSet(as_requirement(version))
    except ValueError as wrong:
        raise NoSuchRelease(f'--to: "{version}" {wrong}') from wrong
    fitting = [release for release in known if release in meant]
    if not fitting:
        releases = f"the releases that jaxlint knows are {known[0]} to {known[-1]}"
        raise NoSuchRelease(f"--to: no release of JAX that is known fits {version}; {releases}")
    return fitting[-1]


def _summarise(before: Iterable[Finding], after: Iterable[Finding], files: int) -> None:
    """Write how many uses were fixed and how many are left, by what is wrong with them."""
    old, new = (Counter(one.message.partition(";")[0] for one in many) for many in (before, after))
    done = old - new
    lines = [f"{counted(done.total(), 'use')} mended in {counted(files, 'file')}"]
    lines += [f"{count:6}  {text}" for text, count in done.most_common()]
    lines += [f"{counted(new.total(), 'use')} left"]
    lines += [f"{count:6}  {text}" for text, count in new.most_common()]
    show_text("\n".join(lines))
