"""The ways in, as hostile input meets them: processes that may neither hang nor fill the memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

CHECKOUT = Path(__file__).parent.parent.parent
HAZARD = """\
import jax


@jax.jit
def step(x):
    if x > 0:
        return x
    return -x
"""
# A file with a finding that has a fix.
TWICE = """\
from jax import random


def noise(key):
    return random.normal(key) + random.uniform(key)
"""
FOUND = "a.py:6:8: JAX101"
COMMAND = ("-m", "jaxlint")
FLAKE8 = ("-m", "flake8")
PLUGIN = f"""\
[flake8:local-plugins]
extension =
    JAX = jaxlint.frontends.flake8:Plugin
paths = {CHECKOUT}
"""
# What the Python interface finds at the paths of its command line.
API = """\
import sys, jaxlint
report = jaxlint.check_paths(sys.argv[1:] or ["."])
for one in report.findings: print(f"{one.path}:{one.span.line}:{one.span.column}: {one.code}")
for one in report.faults: print(f"{one.path}: {one.message}")
"""
# Kilobytes of memory that a process may have, many times what it needs, and its seconds.
_MOST_MEMORY = 8_000_000
_LONGEST = 300


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
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1", **variables},
        timeout=_LONGEST,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def _bounded() -> list[str]:
    """What to put before a command that must not take all the memory that there is."""
    if sys.platform != "linux" or shutil.which("sh") is None:
        return []
    return ["sh", "-c", 'ulimit -v "$0" && exec "$@"', str(_MOST_MEMORY)]
