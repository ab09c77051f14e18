"""Work grows with the size of a source and no faster, whatever it is made of.

Work is counted in calls of functions, so that no test hangs on the speed of a machine.
"""

from __future__ import annotations

import ast
import json
import threading
from collections.abc import Callable
from cProfile import Profile
from faulthandler import cancel_dump_traceback_later, dump_traceback_later
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import jaxlint.source.limits
from jaxlint.diagnostics.findings import Report
from jaxlint.queries.checking import check
from jaxlint.source.files import Source

from ..processes import LONGEST
from .programs import COPYING, GROWING, HAZARD, HEADER

Run = Callable[..., "CompletedProcess[str]"]
# Only sources with very many brackets or operators are looked at by Python's own parser first.
NOT_COUNTED = (ast.__file__, jaxlint.source.limits.__file__)


def counted(work: Callable[[], Report]) -> tuple[Report, int]:
    """Do some work; return what it gives and how many calls of functions its threads took.

    Work that does not end in any time ends this process.
    """
    profile = Profile()
    dump_traceback_later(LONGEST, exit=True)
    threading.setprofile(lambda *_: profile.enable())  # which takes its place in a new thread
    try:
        report = work()
    finally:
        threading.setprofile(None)
        cancel_dump_traceback_later()
    return report, sum(map(calls, profile.getstats()))


def calls(entry: Any) -> int:
    """Return how often a function was called, with its calls of functions that are not Python."""
    if isinstance(entry.code, str) or entry.code.co_filename in NOT_COUNTED:
        return 0
    inner = (one.callcount for one in entry.calls or () if isinstance(one.code, str))
    return int(entry.callcount + sum(inner))


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
