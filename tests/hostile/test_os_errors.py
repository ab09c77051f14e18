"""What the operating system refuses is no defect: it is told plainly, and the rest goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import jaxlint
from jaxlint.__main__ import main

from ..processes import FOUND, HAZARD, LONGEST, TWICE, environment
from ..starting import Python, completed
from .doors import API, COMMAND, call

CONCISE = ("check", "--no-cache", "--output-format", "concise")
LONG = ("x" * 300, "x/" * 3_000)
SUMMARY = "jaxlint: 1 finding in 1 file; 1 file checked"
Done = subprocess.CompletedProcess[str]


@pytest.fixture
def odd(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one file that has a finding."""
    (project / "a.py").write_text(HAZARD)
    monkeypatch.chdir(project)
    return project


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    """The exit code of the command in this process, and what it wrote."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, told = capsys.readouterr()
    check_plain(told)
    return ended.value.code, out, told


def check_plain(told: str) -> None:
    """Check that nobody is asked to report a defect."""
    assert "defect" not in told and "Traceback" not in told
    assert all(line.startswith("jaxlint: ") for line in told.splitlines())


# --- a working folder that was removed -----------------------------------------------------------

# Where Python is before the folder goes, and where the folder is gone before Python starts.
GONE = "import os; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\n"
REMOVED = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
NO_FOLDER = "the current folder has been removed"


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use stays")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("check",), 2, f"no such path: .: {NO_FOLDER}"),
        (("check", "a.py"), 2, "no such path: a.py"),
        ((*CONCISE, "{}/a.py"), 1, "a.py:6:8: JAX101"),
        ((*CONCISE, "{}"), 1, "a.py:6:8: JAX101"),
        (("check", "-"), 0, "clean; 1 file checked"),
        (("check", "--diff", "{}"), 2, "No such file or directory"),
        (("explain", "{}/a.py:6"), 0, "traced"),
        (("explain", "a.py:6"), 2, "no such path: a.py"),
        (("migrate",), 2, NO_FOLDER),
        (("baseline", "write"), 2, "No such file or directory"),
        (("init",), 2, "No such file or directory"),
        (("rules",), 0, "JAX101"),
        (("clean",), 0, "entries removed"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else None,
)
def test_a_working_folder_that_was_removed(
    odd: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    given = [one.format(odd) for one in arguments]
    done = call(odd, *given, start=("-c", f"{GONE}from jaxlint.__main__ import main; main()"))
    assert (done.returncode, said in done.stdout + done.stderr) == (code, True), done
    check_plain(done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use stays")
def test_a_working_folder_that_was_removed_before(odd: Path) -> None:
    command = ["sh", "-c", REMOVED, "sh", sys.executable, *COMMAND, *CONCISE, str(odd / "a.py")]
    paths = environment()
    done = subprocess.run(
        command, cwd=odd, env=paths, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 1 and done.stdout.endswith("which is traced\n")
    assert done.stderr.splitlines()[-1] == SUMMARY


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use stays")
def test_a_working_folder_that_was_removed_from_python(odd: Path) -> None:
    program = f"""{GONE}
import jaxlint
print(len(jaxlint.check_source({HAZARD!r}).findings))
print(len(jaxlint.check_paths([{str(odd)!r}]).findings))
try: jaxlint.check_paths(["."])
except jaxlint.MissingPath as why: print(why)
"""
    done = call(odd, start=("-c", program))
    assert (done.stdout, done.stderr) == (f"1\n1\nno such path: .: {NO_FOLDER}\n", "")


# --- paths that are too long, or none ------------------------------------------------------------


@pytest.mark.parametrize("long", LONG, ids=["name", "path"])
def test_a_path_that_is_too_long(odd: Path, capsys: pytest.CaptureFixture[str], long: str) -> None:
    said = "File name too long"
    code, out, told = ran(capsys, *CONCISE, "a.py", f"{long}b.py")
    assert (code, out.startswith(FOUND)) == (2, True)
    assert f"b.py: cannot be read: {said}" in told
    for option in ("--config", "--baseline", "--output-file"):
        code, _, told = ran(capsys, *CONCISE, "a.py", option, f"{long}b")
        assert (code, said in told) == (2, True), option
    code, _, told = ran(capsys, "explain", f"{long}b.py:1")
    assert (code, said in told) == (2, True)


def test_a_path_that_is_none(odd: Path) -> None:
    report = jaxlint.check_paths(["a.py", "b\0.py", LONG[0]])
    assert len(report.findings) == 1
    none, long = report.faults
    assert none.path == "b\0.py" and "embedded null" in none.message
    assert long.path == LONG[0] and long.message == "cannot be read: File name too long"
    for name in (*LONG, "b\0.py", "b\0/c.py", "/", "a.py/b.py"):
        assert len(jaxlint.check_source(HAZARD, filename=name).findings) == 1


# --- no permission -------------------------------------------------------------------------------


def refuse(*_: object, **__: object) -> Any:
    """Stands for the operating system."""
    raise PermissionError(13, "Permission denied")


@pytest.fixture
def closed(odd: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may not be listed, whoever runs the tests."""
    folder = odd / "closed"
    folder.mkdir()
    scandir = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda path: refuse() if Path(path) == folder else scandir(path)
    )
    return folder


@pytest.mark.parametrize("paths", [(), ("a.py", "closed"), (".",)])
@pytest.mark.usefixtures("closed")
def test_a_folder_that_may_not_be_listed(
    capsys: pytest.CaptureFixture[str], paths: tuple[str, ...]
) -> None:
    code, out, told = ran(capsys, *CONCISE, *paths)
    assert (code, out.startswith(FOUND)) == (2, True)
    assert told == f"jaxlint: closed: cannot be read: Permission denied\n{SUMMARY}, 1 not\n"
    report = jaxlint.check_paths(paths or ["."])
    assert len(report.findings) == 1
    (fault,) = report.faults
    assert (fault.path, fault.message) == ("closed", "cannot be read: Permission denied")


@pytest.mark.usefixtures("closed")
def test_a_folder_that_is_left_out_is_not_missed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("jaxlint.toml").write_text('exclude = ["closed/"]')
    code, _, told = ran(capsys, *CONCISE)
    assert (code, told) == (1, f"{SUMMARY}\n")
    code, _, _ = ran(capsys, *CONCISE, "a.py")  # nor where it only belongs to the project
    assert code == 1


@pytest.mark.usefixtures("closed")
def test_nothing_is_clean_that_was_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, told = ran(capsys, "check", "--no-cache", "closed")
    assert (code, out) == (2, "")
    assert told.endswith("jaxlint: nothing found; 0 files checked, 1 not\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights")
@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root reads all")
def test_a_folder_without_rights(odd: Path) -> None:
    """As the operating system refuses it: neither to be listed nor to be looked into."""
    folder = odd / "locked"
    folder.mkdir()
    (folder / "b.py").write_text(HAZARD)
    folder.chmod(0)
    less = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
    before = less if os.geteuid() == 0 else ()
    try:
        for paths in (["."], ["a.py", "locked"], ["a.py", "locked/b.py"]):
            for start, arguments in ((COMMAND, [*CONCISE, *paths]), (("-c", API), paths)):
                variables = {"PYTHONUTF8": "1"}
                done = completed(Python(start, arguments, odd, variables, before=before))
                told = done.stdout + done.stderr
                assert FOUND in told and "cannot be read: Permission denied" in told
                check_plain(done.stderr)
    finally:
        folder.chmod(0o700)


# --- what cannot be written ----------------------------------------------------------------------


@pytest.mark.parametrize("path", ["missing/out", "folder", "a.py/out", "x" * 300])
def test_an_output_file_that_cannot_be(
    odd: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    (odd / "folder").mkdir()
    for arguments in (
        ("check", "--no-cache", "a.py", "--output-file", path),
        ("baseline", "write", "a.py", "--output", path),
    ):
        code, out, told = ran(capsys, *arguments)
        assert (code, out) == (2, "") and "cannot be written: " in told
    assert (odd / "a.py").read_text() == HAZARD


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
WRITERS = {
    "check": CONCISE,
    "json": ("check", "--no-cache", "--output-format", "json"),
    "diff": ("check", "--no-cache", "--diff", "--unsafe-fixes", "b.py"),
    "explain": ("explain", "a.py:6"),
    "rules": ("rules",),
    "help": ("check", "--help"),
}


def into_full(folder: Path, channel: str, *arguments: str) -> tuple[int, str]:
    """Run the command with a channel that has no room; return what it told on the other."""
    with FULL.open("w") as full:
        channels = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, channel: full}
        done = subprocess.run(
            [sys.executable, *COMMAND, *arguments],
            cwd=folder,
            env=environment(),
            text=True,
            timeout=LONGEST,
            **channels,  # type: ignore[call-overload]
        )
    return done.returncode, (done.stdout or "") + (done.stderr or "")


@needs_full
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_device(odd: Path, name: str) -> None:
    (odd / "b.py").write_text(TWICE)
    code, told = into_full(odd, "stdout", *WRITERS[name])
    assert code == 2 and "No space left on device" in told
    check_plain(told)


@needs_full
def test_a_full_device_for_what_is_told(odd: Path) -> None:
    """There is nowhere to say so: what is found decides the exit code."""
    code, told = into_full(odd, "stderr", *CONCISE, "a.py")
    assert (code, told[: len(FOUND)]) == (1, FOUND)
    assert into_full(odd, "stderr", "check", "missing") == (2, "")
    assert into_full(odd, "stderr", "check", "--no-option") == (2, "")
    code, told = into_full(odd, "stdout", "check", "a.py", "--output-file", str(FULL))
    assert code == 2 and "/dev/full cannot be written: No space left on device" in told


def test_a_file_for_the_output_that_may_not_be_written_is_named(
    odd: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (odd / "out").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, _, told = ran(capsys, *CONCISE, "--output-file", "out")
    assert (code, told) == (2, "jaxlint: out cannot be written: Permission denied\n")


@pytest.mark.parametrize(
    ("arguments", "none", "one"),
    [
        (("--add-ignore",), "0 findings ignored in 0 files", "1 finding ignored in 1 file"),
        (("--fix", "--unsafe-fixes"), "0 fixes applied", "1 fix applied"),
    ],
    ids=["ignore", "fix"],
)
def test_a_file_that_may_not_be_written_keeps_its_findings(
    odd: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    none: str,
    one: str,
) -> None:
    (odd / "a.py").write_text(TWICE)
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: "b.py" not in str(path) and access(path, mode)
    )
    (odd / "a.py").rename(odd / "b.py")
    code, out, told = ran(capsys, *CONCISE, *arguments)
    assert code == 2 and out.startswith("b.py:5:")
    assert f"jaxlint: {none}\n" in told
    assert "jaxlint: b.py: cannot be written: Permission denied\n" in told
    (odd / "a.py").write_text(TWICE)
    code, out, told = ran(capsys, *CONCISE, *arguments)
    assert code == 2 and out.startswith("b.py:5:") and "a.py" not in out
    assert f"jaxlint: {one}\n" in told
    assert "finding in 1 file" in told and "; 2 files checked, 1 not" in told
    assert (odd / "b.py").read_text() == TWICE != (odd / "a.py").read_text()


def test_migrate_tells_what_is_left(
    odd: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import jax\n\n\ndef f(x):\n    return jax.tree_map(abs, x)\n"
    (odd / "b.py").write_text(text)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, out, told = ran(capsys, "migrate", "b.py")
    assert code == 2 and "0 uses mended in 0 files" in out and "1 use left" in out
    assert "b.py: cannot be written: Permission denied" in told


# --- a file that is too large --------------------------------------------------------------------


def test_a_large_file_hides_no_finding(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (odd / "b.py").touch()
    os.truncate(odd / "b.py", 2 * 1024 * 1024 + 1)
    code, out, told = ran(capsys, *CONCISE)
    assert (code, out.startswith(FOUND)) == (2, True)
    assert told.startswith("jaxlint: b.py: has more than 2 MiB")
    assert told.endswith(f"{SUMMARY}, 1 not\n")
    code, out, told = ran(capsys, "check", "--no-cache", "b.py")
    assert told.endswith("jaxlint: nothing found; 0 files checked, 1 not\n")
