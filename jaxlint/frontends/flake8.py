"""jaxlint within flake8: the findings of ``jaxlint check`` on the same paths, file by file.

flake8 decides by its own options and ``# noqa`` comments what it shows of them, the settings of
jaxlint and its own comments before that.
"""

from __future__ import annotations

import multiprocessing
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from jaxlint._version import VERSION
from jaxlint.config.discovery import shown
from jaxlint.config.settings import SettingsError, settings_for
from jaxlint.diagnostics.baseline import BadBaseline, load
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import DEFAULT, UnknownSelector, parse
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.frontends.session import lint
from jaxlint.queries import result_cache
from jaxlint.source.paths import absolute
from jaxlint.source.text import as_source, printable

# What flake8 calls standard input, and its name where none is given.
STANDARD_INPUT = "-"
UNNAMED = "stdin"
UNJUDGED = "JAX900"

# A finding as flake8 takes it: line, column from 0, text, and the class that reports it.
Reported = tuple[int, int, str, type]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What flake8 was asked for: its paths, and its select and extend-select."""

    paths: tuple[str, ...]
    selected: tuple[str, ...] | None
    added: tuple[str, ...]

    @property
    def wants_jaxlint(self) -> bool:
        """Whether flake8 would show any code of jaxlint's."""
        words = (*(self.selected or ()), *self.added)
        return self.selected is None or any(
            word.startswith(DEFAULT) or DEFAULT.startswith(word) for word in words
        )

    def job(self, text: bytes | None = None, name: str = UNNAMED) -> Job:
        """Return what to lint: the paths, or a text of that name. Raises SettingsError."""
        paths = [] if text is not None else [path for path in self.paths if os.path.lexists(path)]
        buffers = {} if text is None else {Path(absolute(name)): text}
        settings = settings_for([*paths, *map(str, buffers)], None, isolated=False)
        chosen = selection_for(settings)
        return Job(
            paths=paths,
            settings=settings,
            selection=replace(chosen, select=(*chosen.select, *self._awake())),
            buffers=buffers,
            isolated=text is not None and name == UNNAMED,
            noqa=False,
            cached=True,
        )

    def _awake(self) -> Iterator[str]:
        """Yield the codes that flake8 selects one by one, which wakes rules that are off."""
        for word in (*(self.selected or ()), *self.added):
            if word.startswith(DEFAULT) and word != DEFAULT:
                try:
                    yield parse(word)
                except UnknownSelector:
                    continue


class Plugin:
    """What flake8 calls for each file that Python can parse."""

    name: ClassVar[str] = "jaxlint"
    version: ClassVar[str] = VERSION
    _asked: ClassVar[_Asked] = _Asked((os.curdir,), None, ())
    _result: ClassVar[Result | None] = None

    def __init__(self, tree: object, filename: str, lines: Sequence[str]) -> None:
        """Take a file from flake8; ``tree`` is how it knows that a plugin is for files."""
        self._name = filename
        self._lines = lines

    @classmethod
    def parse_options(cls, options: Namespace) -> None:
        """Keep what flake8 was asked for. Exits with 1, as flake8 does, when settings are wrong."""
        selected = None if options.select is None else tuple(options.select)
        paths = tuple(options.filenames) or (os.curdir,)
        cls._asked = _Asked(paths, selected, tuple(options.extend_select or ()))
        cls._result = None
        try:
            text = b"" if STANDARD_INPUT in paths else None
            baseline = cls._asked.job(text, options.stdin_display_name).settings.baseline
            if baseline is not None:
                load(baseline)
            result_cache.folder()
        except (SettingsError, BadBaseline, result_cache.BadFolder) as wrong:
            raise SystemExit(f"jaxlint: {printable(str(wrong))}") from wrong
        if _workers_inherit(options) and cls._asked.wants_jaxlint:
            cls._of_paths()

    def run(self) -> Iterator[Reported]:
        """Yield what jaxlint finds in the file."""
        if not self._asked.wants_jaxlint:
            return
        if STANDARD_INPUT in self._asked.paths:
            result = lint(self._asked.job(as_source("".join(self._lines)), self._name))
        else:
            result = self._of_paths()
        path = shown(self._name)
        for finding in result.report.findings:
            if finding.path == path and not finding.span.cell:
                yield _reported(finding)
        for fault in result.report.faults:
            if fault.path == path:
                text = f"{UNJUDGED} jaxlint cannot judge this file: {fault.message}"
                yield 1, 0, printable(text), Plugin

    @classmethod
    def _of_paths(cls) -> Result:
        """Return what is found below the paths that flake8 was given, judged once a process."""
        if cls._result is None:
            cls._result = lint(cls._asked.job())
        return cls._result


def _workers_inherit(options: Namespace) -> bool:
    """Whether flake8 is about to start workers that find in memory what was judged before."""
    several = options.jobs.is_auto or options.jobs.n_jobs > 1
    forks = multiprocessing.get_start_method(allow_none=False) == "fork"
    return several and forks and STANDARD_INPUT not in options.filenames


def _reported(finding: Finding) -> Reported:
    text = printable(f"{finding.code} {finding.message}")
    return finding.span.line, finding.span.column - 1, text, Plugin
