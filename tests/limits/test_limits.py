"""Work grows with the size of a source and no faster, whatever it is made of.

Work is counted in calls of functions, so that no test hangs on the speed of a machine.
"""

from __future__ import annotations

import ast
import json
import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import FrameType

import pytest

import jaxlint.source.limits
from jaxlint.diagnostics.findings import Report
from jaxlint.queries.checking import check
from jaxlint.source.files import Source

from .programs import COPYING, GROWING, HAZARD, HEADER

Run = Callable[..., "CompletedProcess[str]"]
# More than any of the programs needs, and done in seconds.
MOST = 5_000_000


# Only sources with very many brackets or operators are looked at by Python's own parser first.
NOT_COUNTED = (ast.__file__, jaxlint.source.limits.__file__)


class Endless(BaseException):
    """A program took more calls than any may. No error, so that nothing takes it for one."""


def counted(work: Callable[[], Report]) -> tuple[Report, int]:
    """Do some work; return what it gives and how many calls of functions it took."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call") and frame.f_code.co_filename not in NOT_COUNTED
        if calls > MOST:
            raise Endless

    threading.setprofile(count)
    try:
        return work(), calls
    finally:
        threading.setprofile(None)


def checked(name: str, factor: int) -> tuple[Report, int]:
    """Check a program and a hazard in another file."""
    program, size = GROWING[name]
    sources = [
        Source("heavy.py", (HEADER + program(size * factor)).encode()),
        Source("light.py", (HEADER + HAZARD).encode()),
    ]
    return counted(lambda: check(sources))


@pytest.fixture(autouse=True, scope="module")
def tables() -> None:
    """Read what is read once in a process, whatever is checked."""
    checked("globals", 1)


@pytest.mark.parametrize("name", GROWING)
def test_twice_the_source_is_twice_the_work(name: str) -> None:
    _, once = checked(name, 1)
    report, twice = checked(name, 2)
    assert report.faults == ()
    assert "light.py" in {finding.path for finding in report.findings}
    assert twice <= 2.5 * once


def test_a_project_of_them_all_ends(project: Path, run: Run) -> None:
    """In a process of its own, so that one that hangs fails."""
    for number, (program, size) in enumerate([*GROWING.values(), *COPYING.values()]):
        (project / f"m{number}.py").write_text(HEADER + program(size))
    (project / "light.py").write_text(HEADER + HAZARD)
    done = run("check", "--isolated", "--output-format", "json", ".")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert found["faults"] == []
    assert "light.py" in {finding["path"] for finding in found["findings"]}
