"""What is not a regular file, or has no end, wherever a file is read: nothing waits, nothing fills.

Beside it lies a file with a finding, which is shown all the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..processes import FOUND, HAZARD, PLUGIN
from .doors import API, COMMAND, FLAKE8, call

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")

NO_FILE = "cannot be read: it is not a regular file"
TOO_LARGE = "too much to be read"


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 30 * 1024**3)


# How each is made, and what is said of it where it is named.
KINDS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (os.mkfifo, NO_FILE),
    "device": (device, NO_FILE),
    "sparse": (sparse, TOO_LARGE),
    "folder": (Path.mkdir, "cannot be read: Is a directory"),
}
# What says something of a project, and is passed over where it cannot be read.
MARKS = (".gitignore", "uv.lock", "setup.py", "setup.cfg", "requirements.txt")
CONFIGS = ("pyproject.toml", "jaxlint.toml")
SPECIAL = ("pipe", "device")
DOORS = {
    "command": (COMMAND, ("check", "--no-cache", "--output-format", "concise", "a.py")),
    # Without --config flake8 itself reads setup.cfg, and waits.
    "flake8": (FLAKE8, ("--config=.flake8", "--select=JAX", "--jobs=1", "a.py")),
    "Python": (("-c", API), ("a.py",)),
}
each_kind = pytest.mark.parametrize("kind", KINDS)
each_door = pytest.mark.parametrize("door", DOORS)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder with one file that has a finding."""
    (tmp_path / "a.py").write_text(HAZARD)
    (tmp_path / ".flake8").write_text(PLUGIN)
    return tmp_path


def make(kind: str, *paths: Path) -> str:
    """Put a special file at each path; return what is said of it."""
    how, said = KINDS[kind]
    for path in paths:
        how(path)
    return said


@each_door
@each_kind
def test_what_says_something_of_a_project_is_passed_over(odd: Path, kind: str, door: str) -> None:
    names = (*MARKS, *CONFIGS) if kind in SPECIAL else MARKS
    make(kind, *(odd / name for name in names))
    start, arguments = DOORS[door]
    done = call(odd, *arguments, start=start)
    assert FOUND in done.stdout, done
    assert done.stderr in ("", "jaxlint: 1 finding in 1 file; 1 file checked\n")


@each_kind
def test_the_server_passes_it_over(connect: Callable[..., Any], odd: Path, kind: str) -> None:
    (odd / "pyproject.toml").unlink()
    make(kind, *(odd / name for name in MARKS), odd / "other.py")
    client = connect()
    uri = client.open("a.py", HAZARD)
    assert [one["code"] for one in client.told(uri)] == ["JAX101"]
    assert client.stop() == 0


@pytest.mark.parametrize("name", CONFIGS)
def test_settings_without_an_end_are_told(odd: Path, name: str) -> None:
    make("sparse", odd / name)
    for door in DOORS:
        start, arguments = DOORS[door]
        done = call(odd, *arguments, start=start)
        assert done.returncode in (1, 2) and f"{name}: has more than 2 MiB" in done.stderr


# What Python's own reader takes minutes for, or breaks on.
TOML = {
    "a key of many parts": ("a." * 100_000 + "a = 1", "too many parts"),
    "nested": ("a = " + "[" * 100_000, "nests too deeply"),
    "a number": ("a = " + "9" * 100_000, "digits"),
}


@pytest.mark.parametrize("text", TOML)
def test_settings_that_take_too_long_are_told(odd: Path, text: str) -> None:
    (odd / "uv.lock").write_text(TOML[text][0])
    for door in DOORS:
        start, arguments = DOORS[door]
        assert FOUND in call(odd, *arguments, start=start).stdout
    (odd / "pyproject.toml").write_text(TOML[text][0])
    done = call(odd, *DOORS["command"][1])
    assert done.returncode == 2 and TOML[text][1] in done.stderr


@each_kind
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "a.py", "--config", "odd.toml"),
        ("check", "a.py", "--baseline", "odd.toml"),
        ("explain", "a.py:6", "--config", "odd.toml"),
        ("explain", "--traceback", "odd.toml"),
    ],
    ids=["config", "baseline", "explain", "traceback"],
)
def test_what_an_option_names_is_told(odd: Path, kind: str, arguments: tuple[str, ...]) -> None:
    said = make(kind, odd / "odd.toml")
    done = call(odd, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("jaxlint: odd.toml: ") and said in done.stderr


@pytest.mark.parametrize("kind", ["pipe", "device", "sparse"])
@pytest.mark.parametrize("name", ["odd.py", "odd.ipynb"])
def test_a_source_that_is_named_is_told(odd: Path, kind: str, name: str) -> None:
    said = make(kind, odd / name)
    done = call(odd, "check", "--output-format", "concise", "a.py", name)
    assert done.returncode == 2 and done.stdout.startswith(FOUND)
    assert done.stderr.startswith(f"jaxlint: {name}: ") and said in done.stderr
    done = call(odd, "a.py", name, start=("-c", API))
    assert FOUND in done.stdout and f"{name}: " in done.stdout and said in done.stdout
    done = call(odd, "explain", f"{name}:1")
    assert done.returncode == 2 and said in done.stderr


def test_a_source_without_an_end_is_told_where_it_is_found(odd: Path) -> None:
    """Neither do the findings hide it, nor it the findings."""
    make("sparse", odd / "odd.py", odd / "odd.ipynb")
    done = call(odd, "check", "--output-format", "concise", ".")
    assert done.returncode == 2 and done.stdout.startswith(FOUND)
    assert "odd.py: has more than 2 MiB, too much to be read: `exclude` it" in done.stderr
    assert "odd.ipynb: has more than 64 MiB, too much to be read: `exclude` it" in done.stderr
    done = call(odd, "--select=JAX", "--jobs=1", "a.py", start=FLAKE8)
    assert FOUND in done.stdout


def test_other_special_files_are_not_found(odd: Path) -> None:
    make("pipe", odd / "pipe.py")
    make("device", odd / "device.py")
    done = call(odd, "check", "--output-format", "concise", ".")
    assert done.returncode == 1 and done.stdout.startswith(FOUND)
    assert done.stderr == "jaxlint: 1 finding in 1 file; 1 file checked\n"


@each_kind
def test_an_entry_of_the_cache_counts_as_absent(odd: Path, kind: str) -> None:
    home = odd / "cache"
    first = call(odd, "check", "a.py", JAXLINT_CACHE_DIR=str(home))
    kept = [*home.glob("*.entry")]
    assert kept
    for entry in kept:
        entry.unlink()
        make(kind, entry)
    (home / "CACHEDIR.TAG").unlink()
    make(kind, home / "CACHEDIR.TAG")
    second = call(odd, "check", "a.py", JAXLINT_CACHE_DIR=str(home))
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)
    call(odd, "clean", JAXLINT_CACHE_DIR=str(home))
    assert {*kept} <= {*home.iterdir()}


@pytest.mark.parametrize("name", ["odd.py", "odd.ipynb"])
def test_standard_input_without_an_end_is_told(odd: Path, name: str) -> None:
    with open("/dev/zero", "rb") as endless:
        done = call(odd, "check", "-", "--fix", "--stdin-filename", name, given=endless)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{name}: has more than" in done.stderr


@pytest.mark.parametrize("named", [True, False], ids=["named by settings", "the usual one"])
def test_a_baseline_is_not_written_where_somebody_would_have_to_read(
    odd: Path, named: bool
) -> None:
    make("pipe", odd / ".jaxlint-baseline.json")
    if named:
        (odd / "jaxlint.toml").write_text('baseline = ".jaxlint-baseline.json"')
    done = call(odd, "baseline", "write")
    assert done.returncode == 2
    assert done.stderr.endswith("baseline.json cannot be written: it is not a regular file\n")
