"""Bad input through each door: the fault is told, and the file beside it gets its finding.

The table in docs/doors.md says what happens; a test asserts that it names each fault here.
pre-commit runs the command: what it does of its own is in ``test_pre_commit.py``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .processes import CHECKOUT, FOUND, HAZARD, LONGEST, PLUGIN, TWICE, environment
from .starting import Python, completed

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def put(data: bytes) -> Callable[[Path], None]:
    """Return what makes a file of these bytes."""

    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


def locked(path: Path) -> None:
    path.write_text(HAZARD)
    path.chmod(0)


def folder(path: Path) -> None:
    path.mkdir()
    (path / "inside.py").write_text(HAZARD)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


@dataclass(frozen=True)
class Fault:
    """A file ``odd.py``: how it is made, and what each door says of it, as patterns.

    ``exit`` is that of the command, ``opened`` what the server says of the same text in an editor.
    """

    make: Callable[[Path], None]
    exit: int
    command: str
    flake8: str
    opened: str | None = None


NOT_PYTHON = r"odd\.py:\d+:\d+: JAX901 "
FAULTS = {
    "broken syntax": Fault(
        put(b"def f(:\n"), 1, NOT_PYTHON, r"odd\.py:1:\d+: E999 ", "is not valid Python"
    ),
    "wrong encoding": Fault(put(b"# coding: utf-8\nx = '\xe9'\n"), 1, NOT_PYTHON, NOT_PYTHON),
    "NUL bytes": Fault(
        put(b"x = 1\x00\n"), 1, NOT_PYTHON, r"odd\.py:.*E9\d\d ", "is not valid Python"
    ),
    "huge file": Fault(
        put((b"x = '" + b"." * 100_000 + b"'\n") * 25),
        2,
        r"odd\.py: has more than 2 MiB, too much to be read: `exclude` it",
        r"odd\.py:1:1: JAX900 .*more than 2 MiB",
        "jaxlint cannot judge this file: has more than 2 MiB",
    ),
    "no permission": Fault(
        locked, 2, r"odd\.py: cannot be read: Permission denied", r"odd\.py:.*E902 "
    ),
    "directory named x.py": Fault(
        folder, 1, r"odd\.py/inside\.py:6:8: JAX101 ", r"odd\.py/inside\.py:6:8: JAX101 "
    ),
    "symlink loop": Fault(loop, 2, r"odd\.py: cannot be read: Too many levels", r"odd\.py:.*E902 "),
}
# A file that is there when the files are listed, and gone when they are read.
VANISHING = """
import sys
import jaxlint.frontends.jobs as jobs
read = jobs.read
def vanishing(path, name):
    if path.name == "odd.py":
        path.unlink(missing_ok=True)
    return read(path, name)
jobs.read = vanishing
"""


@pytest.fixture
def odd(project: Path) -> Path:
    """A project with one file that has a finding and one that has a fix."""
    (project / "a.py").write_text(HAZARD)
    (project / ".flake8").write_text(PLUGIN)
    return project


def call(
    folder: Path, *arguments: str, text: bytes = b"", start: tuple[str, ...] = ("-m", "jaxlint")
) -> subprocess.CompletedProcess[str]:
    """Run Python in a process that has no right to read what is locked, whoever runs the tests."""
    done = completed(Python(start, arguments, folder, {"PYTHONUTF8": "1"}, unprivileged()), text)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def unprivileged() -> tuple[str, ...]:
    """Return what to put before a command so that root, too, may not read what is locked."""
    if sys.platform == "win32" or os.geteuid() != 0 or shutil.which("setpriv") is None:
        return ()
    return ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")


def skip_where_all_is_readable(name: str) -> None:
    if name == "no permission" and (sys.platform == "win32" or os.geteuid() == 0):
        if not unprivileged():
            pytest.skip("root reads everything")


each_fault = pytest.mark.parametrize("name", FAULTS)


@each_fault
@pytest.mark.parametrize("arguments", [("a.py", "odd.py"), ()], ids=["named", "found"])
def test_the_command(odd: Path, name: str, arguments: tuple[str, ...]) -> None:
    skip_where_all_is_readable(name)
    fault = FAULTS[name]
    fault.make(odd / "odd.py")
    done = call(odd, "check", "--output-format", "concise", *arguments)
    assert FOUND in done.stdout
    if name == "symlink loop" and not arguments:
        assert done.returncode == 1  # what is no file is not found
        return
    assert done.returncode == fault.exit, done
    assert re.search(fault.command, done.stdout + done.stderr), done


@each_fault
def test_fixes(odd: Path, name: str) -> None:
    """Beside the fault other files are mended, and what cannot be read stays as it is."""
    skip_where_all_is_readable(name)
    FAULTS[name].make(odd / "odd.py")
    (odd / "b.py").write_text(TWICE)
    before = stat(odd / "odd.py")
    done = call(odd, "check", "--fix", "--unsafe-fixes", "a.py", "b.py", "odd.py")
    assert done.returncode == FAULTS[name].exit
    assert "random.split(key)" in (odd / "b.py").read_text()
    assert stat(odd / "odd.py") == before
    assert not list(odd.glob(".jaxlint-*"))


def stat(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_mode, found.st_size, found.st_mtime_ns


@each_fault
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_flake8(odd: Path, name: str, jobs: str) -> None:
    skip_where_all_is_readable(name)
    FAULTS[name].make(odd / "odd.py")
    options = ("--select=JAX,E9", "--jobs", jobs, "a.py", "odd.py")
    done = call(odd, *options, start=("-m", "flake8"))
    assert done.returncode == 1
    assert FOUND in done.stdout
    assert re.search(FAULTS[name].flake8, done.stdout), done


@each_fault
def test_from_python(odd: Path, name: str) -> None:
    skip_where_all_is_readable(name)
    FAULTS[name].make(odd / "odd.py")
    program = (
        "import jaxlint\n"
        "report = jaxlint.check_paths(['a.py', 'odd.py'])\n"
        "for f in report.findings: print(f'{f.path}:{f.span.line}:{f.span.column}: {f.code} ')\n"
        "for f in report.faults: print(f'{f.path}: {f.message}')\n"
    )
    done = call(odd, start=("-c", program))
    assert (done.returncode, done.stderr) == (0, "")
    assert FOUND in done.stdout
    assert re.search(FAULTS[name].command, done.stdout), done


@each_fault
def test_the_server(connect: Callable[..., Any], odd: Path, name: str) -> None:
    """The file lies beside one that is open; then it is opened itself, where that can be."""
    fault = FAULTS[name]
    fault.make(odd / "odd.py")
    client = connect()
    uri = client.open("a.py", HAZARD)
    assert [one["code"] for one in client.told(uri)] == ["JAX101"]
    if fault.opened is not None:
        opened = client.open("odd.py", (odd / "odd.py").read_text())
        (one,) = client.told(opened)
        assert fault.opened in one["message"]
    # The text of an editor counts, whatever lies or does not lie on the disk.
    version = client.change(client.open("odd.py", "x = 1\n"), HAZARD)
    told = client.told((odd / "odd.py").as_uri(), version)
    assert [one["code"] for one in told] == ["JAX101"]
    assert client.stop() == 0


def test_standard_input(odd: Path) -> None:
    for name, word in [
        ("broken syntax", "JAX901"),
        ("wrong encoding", "JAX901"),
        ("NUL bytes", "JAX901"),
        ("huge file", "has more than 2 MiB"),
    ]:
        FAULTS[name].make(odd / "odd.py")
        done = call(
            odd, "check", "-", "--stdin-filename", "a.py", text=(odd / "odd.py").read_bytes()
        )
        assert done.returncode == FAULTS[name].exit
        assert word in done.stdout + done.stderr


# --- what changes while it is read ---------------------------------------------------------------


def test_a_file_that_vanishes(odd: Path) -> None:
    command = VANISHING + "from jaxlint.__main__ import main; main()"
    flake8 = VANISHING + "from flake8.main.cli import main; sys.exit(main())"
    python = VANISHING + "import jaxlint; print(jaxlint.check_paths(['.']).faults[0].message)"
    for program, arguments, exit_code, word in [
        (command, ("check", "--no-cache"), 2, "odd.py: cannot be read: No such file"),
        (command, ("check", "--no-cache", "a.py"), 1, "JAX101"),
        (flake8, ("--select=JAX,E9", "--jobs=1"), 1, "odd.py:0:1: E902"),
        (python, (), 0, "cannot be read: No such file"),
    ]:
        (odd / "odd.py").write_text(HAZARD)
        done = call(odd, *arguments, start=("-c", program))
        assert done.returncode == exit_code, done
        assert word in done.stdout + done.stderr, done
        assert "No such file" in done.stdout + done.stderr or "a.py" in arguments


@pytest.mark.parametrize("change", ["edited", "gone"])
@pytest.mark.parametrize("option", ["--fix", "--add-ignore"])
def test_what_changes_before_it_is_mended_is_left_as_it_is(
    odd: Path, change: str, option: str
) -> None:
    act = "path.write_text('x = 1')" if change == "edited" else "path.unlink()"
    home, name = ("applying", "fix") if option == "--fix" else ("ignore_comments", "ignore")
    program = (
        "import pathlib\n"
        f"import jaxlint.fixes.{home} as home\n"
        "from jaxlint.__main__ import main\n"
        "path = pathlib.Path('b.py')\n"
        f"work = home.{name}\n"
        "def late(*given, **named):\n"
        "    done = work(*given, **named)\n"
        f"    {act}\n"
        "    return done\n"
        f"home.{name} = late\n"
        "main()\n"
    )
    (odd / "b.py").write_text(TWICE)
    options = ("--fix", "--unsafe-fixes") if option == "--fix" else (option,)
    done = call(odd, "check", *options, "b.py", start=("-c", program))
    assert done.returncode == 2
    if change == "edited":
        assert "b.py: was changed meanwhile: it is left as it is" in done.stderr
        assert (odd / "b.py").read_text() == "x = 1"
    else:
        assert "b.py: cannot be read: No such file" in done.stderr
        assert not (odd / "b.py").exists()


# --- settings and options ------------------------------------------------------------------------


def test_a_config_with_wrong_types(connect: Callable[..., Any], odd: Path) -> None:
    (odd / "jaxlint.toml").write_text('select = "JAX1"')
    word = "jaxlint.toml: select must be a list of strings, not 'JAX1'"
    for arguments in (("check",), ("check", "--fix"), ("explain", "a.py:6"), ("baseline", "write")):
        done = call(odd, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("jaxlint: ") and word in done.stderr
    done = call(odd, "a.py", start=("-m", "flake8"))
    assert (done.returncode, done.stdout) == (1, "") and word in done.stderr
    program = (
        "import jaxlint\n"
        "try: jaxlint.check_paths(['a.py'])\n"
        "except jaxlint.SettingsError as wrong: print(wrong)\n"
    )
    assert word in call(odd, start=("-c", program)).stdout
    client = connect()
    uri = client.open("a.py", HAZARD)
    assert word in client.message()
    assert len(client.told(uri)) == 1


def test_an_unknown_option(connect: Callable[..., Any], odd: Path) -> None:
    done = call(odd, "check", "--selekt", "JAX1")
    assert done.returncode == 2 and "--selekt" in done.stderr and "--select" in done.stderr
    assert call(odd, "--selekt=JAX1", start=("-m", "flake8")).returncode == 2
    program = (
        "import jaxlint\n"
        "try: jaxlint.check_paths(['a.py'], select=['JAX999'])\n"
        "except jaxlint.UnknownSelector as wrong: print(wrong)\n"
    )
    assert 'unknown code "JAX999"' in call(odd, start=("-c", program)).stdout
    client = connect(selekt=["JAX1"])
    assert 'unknown option "selekt"' in client.message()
    assert len(client.told(client.open("a.py", HAZARD))) == 1


# --- channels and signals ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "-q", "--exit-zero"),
        ("check", "-q", "--exit-zero", "--output-format", "json"),
        ("check", "-q", "--diff", "--exit-zero", "--unsafe-fixes"),
        ("rules",),
        ("rule", "JAX101"),
        ("explain", "a.py:6"),
    ],
)
def test_a_closed_pipe(odd: Path, arguments: tuple[str, ...]) -> None:
    (odd / "b.py").write_text(TWICE)
    process = subprocess.Popen(
        [sys.executable, "-m", "jaxlint", *arguments],
        cwd=odd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, told = process.communicate(timeout=LONGEST)
    assert (process.returncode, told) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no shell to close them")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_channels_that_are_not_there(odd: Path, closed: str) -> None:
    command = f'"$1" -m jaxlint check --output-format json - a.py --stdin-filename b.py {closed}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable],
        cwd=odd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=LONGEST,
    )
    assert (done.returncode, done.stderr) == (1, "")
    told = "" if ">&-" in closed.replace("2>&-", "") else done.stdout
    assert not told or json.loads(told)["summary"]["findings"] == 1


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the threads of a process")
@pytest.mark.parametrize(
    ("start", "code"),
    [
        (("-m", "jaxlint", "check", "--fix", "--unsafe-fixes"), 130),
        (("-m", "jaxlint", "check", "--output-file", "out.txt"), 130),
        (("-m", "jaxlint", "baseline", "write"), 130),
        (("-m", "flake8", "--jobs=1"), 1),
        (("-c", "import jaxlint; jaxlint.check_paths(['.'])"), -signal.SIGINT),
    ],
)
def test_an_interrupt_leaves_nothing_half_done(
    odd: Path, start: tuple[str, ...], code: int
) -> None:
    (odd / "b.py").write_text(TWICE)
    for at in range(4):
        (odd / f"long{at}.py").write_text("def f(x):\n    return [x] * 2\n\n\n" * 2_000)
    before = {path: stat(path) for path in odd.iterdir()}
    process = subprocess.Popen(
        [sys.executable, *start],
        cwd=odd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    while len(os.listdir(f"/proc/{process.pid}/task")) == 1 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONGEST)
    assert process.returncode == code
    assert {path: stat(path) for path in odd.iterdir()} == before


# --- the page ------------------------------------------------------------------------------------


def test_the_page_names_each_fault() -> None:
    page = (CHECKOUT / "docs" / "doors.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| ")}
    others = {"file vanishing in mid-run", "config with wrong types", "unknown option"}
    assert {*FAULTS, *others, "closed pipe", "Ctrl-C"} <= rows
