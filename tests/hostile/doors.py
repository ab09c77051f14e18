"""The ways in, as hostile input meets them: processes that may neither hang nor fill the memory."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from ..starting import Given, Python, completed

COMMAND = ("-m", "jaxlint")
FLAKE8 = ("-m", "flake8")
# What the Python interface finds at the paths of its command line.
API = """\
import sys, jaxlint
report = jaxlint.check_paths(sys.argv[1:] or ["."])
for one in report.findings: print(f"{one.path}:{one.span.line}:{one.span.column}: {one.code}")
for one in report.faults: print(f"{one.path}: {one.message}")
"""
# Kilobytes of memory that a process may have, many times what it needs.
_MOST_MEMORY = 8_000_000


def call(
    folder: Path,
    *arguments: str,
    start: tuple[str, ...] = COMMAND,
    given: Given = b"",
    new: bool = False,
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder: the command, or whatever ``start`` says in its place.

    ``given`` is its standard input, ``new`` asks for a new interpreter.
    """
    variables = {"PYTHONUTF8": "1"} | variables
    return completed(Python(start, arguments, folder, variables, _bounded()), given, new)


def _bounded() -> tuple[str, ...]:
    """What to put before a command that must not take all the memory that there is."""
    if sys.platform != "linux" or shutil.which("sh") is None:
        return ()
    return ("sh", "-c", 'ulimit -v "$0" && exec "$@"', str(_MOST_MEMORY))
