"""The Python interface: the same findings as those of ``jaxlint check``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from jaxlint.config.settings import settings_for
from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.selection import parse
from jaxlint.frontends.jobs import Job, Wishes, selection_for
from jaxlint.frontends.session import lint
from jaxlint.source.paths import absolute
from jaxlint.source.text import as_source

_UNNAMED = "<source>"
_AnyPath = str | os.PathLike[str]


def check_source(
    text: str | bytes,
    *,
    filename: _AnyPath | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    config: _AnyPath | None = None,
    isolated: bool = False,
) -> Report:
    """Check Python source and return its findings.

    With ``filename`` the text stands for that file in its project: settings and the modules that
    it imports are those of the file, which need not exist. Without, it belongs to no project, and
    settings are those of the current folder.
    ``select``, ``ignore``, ``config`` and ``isolated`` mean what the options of the command mean.

    Raises SettingsError and BadBaseline for files that cannot be used and UnknownSelector for a
    code or name that fits no rule. Bad source raises nothing: it gives findings, or a fault.
    """
    data = as_source(text) if isinstance(text, str) else text
    place = Path(absolute(filename or _UNNAMED))
    job = _job((), {place: data}, select, ignore, config, isolated)
    return lint(replace(job, isolated=isolated or filename is None)).report


def check_paths(
    paths: Iterable[_AnyPath],
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    config: _AnyPath | None = None,
    isolated: bool = False,
) -> Report:
    """Check files and folders and return their findings.

    ``select``, ``ignore``, ``config`` and ``isolated`` mean what the options of the command mean.

    Raises MissingPath, SettingsError, BadBaseline and UnknownSelector. A file that cannot be read
    or judged gives a fault.
    """
    named = [os.fspath(path) for path in paths]
    return lint(_job(named, {}, select, ignore, config, isolated)).report


def _job(
    paths: Sequence[str],
    buffers: Mapping[Path, bytes],
    select: Iterable[str],
    ignore: Iterable[str],
    config: _AnyPath | None,
    isolated: bool,
) -> Job:
    file = None if config is None else os.fspath(config)
    settings = settings_for([*paths, *map(str, buffers)], file, isolated)
    wishes = Wishes(tuple(map(parse, select)), tuple(map(parse, ignore)))
    return Job(paths, settings, selection_for(wishes.over(settings)), buffers, isolated)
