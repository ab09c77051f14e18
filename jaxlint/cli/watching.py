"""``jaxlint check --watch``: checks again whenever a file of the projects changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jaxlint.cli.options import BadOption, CheckOptions, job_of
from jaxlint.cli.output import note
from jaxlint.config.discovery import MissingPath
from jaxlint.config.ignore_files import NEVER_MEANT
from jaxlint.config.settings import SettingsError
from jaxlint.diagnostics.baseline import BadBaseline
from jaxlint.frontends.jobs import Job, projects_of
from jaxlint.queries.memory import Memory
from jaxlint.source.files import Unreadable

# What may change a finding: sources, settings, what leaves files out, what asks for a JAX.
_ENDINGS = (".py", ".ipynb", ".toml", ".cfg", ".lock", ".txt", ".json", ".gitignore")
# Milliseconds until nothing is said to have changed.
_TIMEOUT = 200
# What the user may put right while jaxlint waits.
_MENDABLE = (BadBaseline, MissingPath, SettingsError, Unreadable)


def watched(options: CheckOptions, check: Callable[[Job], int]) -> int:
    """Check, and again after each change, until interrupted; returns the last exit code.

    Raises BadOption where watchfiles is missing, and what makes a job impossible at first.
    """
    try:
        from watchfiles import watch
    except ImportError as missing:
        raise BadOption("--watch needs watchfiles: pip install watchfiles") from missing
    memory = Memory()
    job = replace(job_of(options), memory=memory)
    folders = sorted({project.folder for project in projects_of(job)[0]}) or [Path.cwd()]
    changes = watch(
        *folders,
        watch_filter=_matters,
        rust_timeout=_TIMEOUT,
        yield_on_timeout=True,
        raise_interrupt=True,
    )
    next(changes)  # from here on no change is missed
    code = check(job)
    _wait(folders)
    for _ in filter(None, changes):
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[2J\x1b[H")
        try:
            code = check(replace(job_of(options), memory=memory))
        except _MENDABLE as wrong:
            note(str(wrong))
        _wait(folders)
    return code


def _wait(folders: list[Path]) -> None:
    note(f"watching {', '.join(map(str, folders))}; Ctrl-C ends")


def _matters(change: object, path: str) -> bool:
    """Say whether the change of a file may change a finding."""
    del change
    return path.endswith(_ENDINGS) and NEVER_MEANT.isdisjoint(Path(path).parts)
