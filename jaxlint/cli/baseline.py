"""``jaxlint baseline write``: what is found now is left for later."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from jaxlint.cli.output import counted, note
from jaxlint.config.discovery import shown
from jaxlint.config.links import leads_outside
from jaxlint.config.settings import Settings, settings_for
from jaxlint.diagnostics.baseline import DEFAULT_FILE, dump
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.frontends.session import lint
from jaxlint.source.paths import absolute
from jaxlint.source.writing import Unwritable, save


def run(paths: Sequence[str], output: str | None, config: str | None) -> int:
    """Write the baseline of what is found and return the exit code: 2 if a file was not judged.

    Raises MissingPath, SettingsError and Unwritable.
    """
    settings = settings_for(paths, config, isolated=False)
    file = _named(settings) if output is None else Path(output)
    name = shown(file)
    result = lint(Job(paths, replace(settings, baseline=None), selection_for(settings)))
    save(file, dump(file, result).encode())
    for fault in result.report.faults:
        note(f"{fault.path}: {fault.message}")
    note(f"{counted(len(result.report.findings), 'finding')} kept in {name} for later")
    if settings.baseline is None:
        note(f'use it with --baseline {name}, or set baseline = "{name}" in the config file')
    return 2 if result.report.faults else 0


def _named(settings: Settings) -> Path:
    """The file that the settings name, or the usual one.

    Raises Unwritable for one elsewhere, and for what is no file: a pipe would be waited for.
    """
    folder = Path.cwd() if settings.baseline is None else settings.folder
    file = settings.baseline or folder / DEFAULT_FILE
    if leads_outside(Path(absolute(file)), folder):
        raise Unwritable(f"{file} leads out of {folder}: to write it all the same, use --output")
    if os.path.exists(file) and not os.path.isfile(file):
        raise Unwritable(f"{file} cannot be written: it is not a regular file")
    return file
