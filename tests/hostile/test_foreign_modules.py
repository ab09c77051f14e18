"""A folder with modules of the names that Python and jaxlint import: none of them is run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ..processes import CHECKOUT, FOUND, HAZARD
from .doors import COMMAND, call

LIBRARIES = frozenset(
    "click libcst lsprotocol packaging pathspec platformdirs pygls rich typing_extensions yaml"
    " sitecustomize usercustomize".split()
)
# Each says that it ran, and is of no use to who imports it.
SAYS = "import sys\nsys.stderr.write('RAN ' + __name__ + '\\n')\n"
# With two workers, which are new processes where one cannot fork.
SPAWNS = """\
import sys
del sys.path[0]
import jaxlint.__main__ as command
import jaxlint.queries.workers as workers
if __name__ == "__main__":
    workers.threading.active_count = lambda: 2
    command.main()
"""


@pytest.fixture
def full(project: Path) -> Path:
    """A folder in which every module of the standard library and of ours has a double."""
    for name in {*sys.stdlib_module_names, *LIBRARIES}:
        (project / f"{name}.py").write_text(SAYS)
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").write_text(HAZARD)
    return project


def ran(told: str) -> list[str]:
    """Return the modules that said that they ran."""
    return [line for line in told.splitlines() if line.startswith("RAN ")]


@pytest.mark.parametrize("start", [COMMAND, ("-P", *COMMAND)], ids=["-m", "-P -m"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--no-cache", "--output-format", "concise", "a.py"), FOUND),
        (("check", "--no-cache", "--diff", "a.py"), ""),
        (("rules",), "JAX101"),
        (("explain", "a.py:6"), "traced"),
    ],
    ids=["check", "diff", "rules", "explain"],
)
def test_nothing_of_the_folder_runs(
    full: Path, start: tuple[str, ...], arguments: tuple[str, ...], said: str
) -> None:
    done = call(full, *arguments, start=start, new=True)
    assert ran(done.stderr) == []
    assert done.returncode in (0, 1) and said in done.stdout, done


def test_the_doubles_would_run(full: Path, tmp_path: Path) -> None:
    """Else the tests here could not fail."""
    done = call(full, start=("-c", "import typing"), new=True)
    assert ran(done.stderr) == ["RAN typing"]
    beside = tmp_path / "beside"
    (beside / "other").mkdir(parents=True)
    for name in ("__init__", "__main__"):
        (beside / "other" / f"{name}.py").touch()
    done = call(full, start=("-m", "other"), new=True, PYTHONPATH=str(beside))
    assert (done.returncode, ran(done.stderr)) == (0, []), "Python's own -m runs some itself"


def test_nothing_of_the_folder_runs_in_workers(full: Path, tmp_path: Path) -> None:
    program = tmp_path / "spawns"
    program.mkdir()
    (program / "start.py").write_text(SPAWNS)
    options = ("check", "--no-cache", "--workers", "2", "--output-format", "concise")
    done = call(full, *options, "a.py", "b.py", start=(str(program / "start.py"),))
    assert ran(done.stderr) == [] and "workers were lost" not in done.stderr
    assert done.stdout.count("JAX101") == 2


def test_nothing_of_the_folder_runs_in_the_server(full: Path) -> None:
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    sent = full / "sent"
    with sent.open("wb") as file:
        for one in messages:
            data = json.dumps({"jsonrpc": "2.0", **one}).encode()
            file.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
    with sent.open("rb") as given:
        done = call(full, "server", given=given, new=True)
    assert ran(done.stderr) == []
    assert '"capabilities"' in done.stdout


def test_the_page_says_how_to_leave_out_the_folder_from_the_start() -> None:
    assert "python -P -m jaxlint" in (CHECKOUT / "docs" / "security.md").read_text("utf-8")
