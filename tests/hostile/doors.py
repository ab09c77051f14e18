"""The ways in, as hostile input meets them: processes that may neither hang nor fill the memory."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

from ..processes import LONGEST, environment

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
    given: BinaryIO | int = subprocess.DEVNULL,
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder: the command, or whatever ``start`` says in its place.

    ``given`` is its standard input.
    """
    done = subprocess.run(
        [*_bounded(), sys.executable, *start, *arguments],
        cwd=folder,
        stdin=given,
        capture_output=True,
        env=environment(**{"PYTHONUTF8": "1"} | variables),
        timeout=LONGEST,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def _bounded() -> list[str]:
    """What to put before a command that must not take all the memory that there is."""
    if sys.platform != "linux" or shutil.which("sh") is None:
        return []
    return ["sh", "-c", 'ulimit -v "$0" && exec "$@"', str(_MOST_MEMORY)]
