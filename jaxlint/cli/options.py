"""The options of ``jaxlint check``, and the job that they describe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlint.config.settings import Settings, settings_for
from jaxlint.diagnostics.selection import UnknownSelector, parse
from jaxlint.frontends.jobs import Job, Wishes, selection_for
from jaxlint.frontends.line_ranges import split
from jaxlint.program.requirement import as_requirement
from jaxlint.source.files import Unreadable, bounded, most_of
from jaxlint.source.paths import absolute

if TYPE_CHECKING:
    from jaxlint.queries.memory import Memory

STANDARD_INPUT = "-"
UNNAMED = "<stdin>"


class BadOption(Exception):
    """An option of the command line cannot be used; the text names it, and the nearest right."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of ``jaxlint check`` as given."""

    paths: tuple[str, ...] = (".",)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    jax_version: str | None = None
    output_format: str = "full"
    output_file: str | None = None
    stdin_filename: str | None = None
    force_exclude: bool = False
    config: str | None = None
    isolated: bool = False
    statistics: bool = False
    exit_zero: bool = False
    exit_non_zero_on_fix: bool = False
    show_settings: bool = False
    show_files: bool = False
    watch: bool = False
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


def job_of(options: CheckOptions) -> Job:
    """Return the job that the options describe; reads standard input if it is named.

    Raises SettingsError, BadOption, BadRange and Unreadable.
    """
    paths, lines = split(path for path in options.paths if path != STANDARD_INPUT)
    if lines and (options.fix or options.diff or options.add_ignore):
        raise BadOption("lines of a file go with none of --fix, --diff and --add-ignore")
    buffers = {}
    if STANDARD_INPUT in options.paths:
        name = options.stdin_filename or UNNAMED
        buffers[Path(absolute(name))] = _standard_input(name)
    found = settings_for([*paths, *map(str, buffers)], options.config, options.isolated)
    settings = effective(found, options)
    return Job(
        paths=paths,
        settings=settings,
        selection=selection_for(settings),
        buffers=buffers,
        # Text without a name belongs to no project.
        force_exclude=options.force_exclude,
        isolated=options.isolated or (bool(buffers) and options.stdin_filename is None),
        cached=not options.no_cache,
        memory=_memory() if options.no_cache else None,
        lines=lines,
    )


def _memory() -> Memory:
    """What keeps runs between rounds of fixes where the cache does not."""
    from jaxlint.queries.memory import Memory

    return Memory()


def effective(settings: Settings, options: CheckOptions) -> Settings:
    """Return settings with what the options say in place of or besides it.

    Raises BadOption.
    """
    if options.baseline is not None:
        settings = replace(settings, baseline=Path(options.baseline))
    if options.presumed:
        settings = replace(settings, presumed=True)
    if options.advice:
        settings = replace(settings, advice=True)
    if options.jax_version is not None:
        settings = replace(settings, jax_version=_version(options.jax_version))
    return Wishes(
        _selectors(options.select, "--select"),
        _selectors(options.ignore, "--ignore"),
        _selectors(options.extend_select, "--extend-select"),
        _selectors(options.extend_ignore, "--extend-ignore"),
    ).over(settings)


def _version(text: str) -> str:
    try:
        return as_requirement(text)
    except ValueError as wrong:
        raise BadOption(f'--jax-version: "{text}" {wrong}') from wrong


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
        raise BadOption(f"{option}: {unknown}") from unknown
