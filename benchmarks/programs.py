"""How jaxlint and what it is compared with are started, on files or folders."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from timing import Command

CHECKOUT = Path(__file__).resolve().parent.parent
_PYTHON = sys.executable
_PARSE = """
import sys, libcst
from pathlib import Path
for given in map(Path, sys.argv[1:]):
    for path in sorted(given.rglob("*.py")) if given.is_dir() else [given]:
        libcst.parse_module(path.read_bytes())
"""


def environment(scratch: Path) -> dict[str, str]:
    """Return the variables of every run: caches of its own, bytecode that is kept."""
    own = {
        "JAXLINT_CACHE_DIR": str(scratch / "cache"),
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONPYCACHEPREFIX": str(scratch / "bytecode"),
    }
    given = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**given, **own}


def parse(*targets: Path) -> Command:
    """Only ``libcst.parse_module`` on each file."""
    return Command((_PYTHON, "-c", _PARSE, *map(str, targets)), worst=0)


def jaxlint(*targets: Path, warm: bool = False, workers: int = 1) -> Command:
    """``jaxlint check`` on files that belong to nothing around them, with the cache if ``warm``."""
    options = ["--isolated", *([] if warm else ["--no-cache"])]
    if takes_workers():
        options += ["--workers", str(workers)]
    return Command((_PYTHON, "-m", "jaxlint", "check", *options, *map(str, targets)))


def flake8(*targets: Path) -> Command:
    """flake8 with its default set and one process."""
    options = ("--isolated", "--jobs", "1", "--select", "E,F,W,C90")
    return Command((_PYTHON, "-m", "flake8", *options, *map(str, targets)))


def pylint(*targets: Path) -> Command:
    """``pylint --errors-only``, which reports by bits of its exit code; 32 is bad usage."""
    options = ("--errors-only", "--persistent=n", "--rcfile", os.devnull)
    return Command((_PYTHON, "-m", "pylint", *options, *map(str, targets)), worst=31)


def fixit(*targets: Path) -> Command:
    """``fixit lint`` with its default rules, on as many processes as it likes."""
    return Command((_PYTHON, "-m", "fixit", "lint", *map(str, targets)), worst=3)


def ruff(*targets: Path) -> Command:
    """``ruff check --no-cache``: the binary itself, with its default set and threads."""
    binary = Path(sysconfig.get_path("scripts"), "ruff")
    options = ("check", "--no-cache", "--isolated")
    return Command((str(binary), *options, *map(str, targets)))


@cache
def takes_workers() -> bool:
    """Say whether ``jaxlint check`` has the option ``--workers``."""
    command = [_PYTHON, "-m", "jaxlint", "check", "--help"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return "--workers" in done.stdout


def is_installed(name: str) -> bool:
    """Say whether a tool can be run by the Python that runs this."""
    return bool(versions([name]))


def versions(names: Iterable[str]) -> dict[str, str]:
    """Return the version of each distribution that is installed."""
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
