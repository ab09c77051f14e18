"""Tracebacks are text of anybody: long, repeated, of odd files, with commands for a terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import jaxlint.cli.traceback as command
import jaxlint.frontends.frames as frames
from jaxlint.__main__ import main
from jaxlint.source.tracebacks import tracebacks

from ..limits.counting import steps
from ..processes import HAZARD
from .doors import call
from .test_escapes import MARKS, check_plain

HEAD = "Traceback (most recent call last):\n"
FRAME = '  File "{}", line {}, in f\n'
ERROR = "jax.errors.TracerBoolConversionError: "
FOUND = "a.py:6:8"


@pytest.fixture
def odd(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one file that has a finding."""
    (project / "a.py").write_text(HAZARD)
    monkeypatch.chdir(project)
    return project


def explained(capsys: pytest.CaptureFixture[str], text: str) -> str:
    """What the command says of a text, in this process."""
    Path("printed").write_text(text, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(SystemExit) as ended:
        main(["explain", "--traceback", "printed"])
    out, told = capsys.readouterr()
    assert (ended.value.code, told) == (0, "")
    return out


@pytest.mark.parametrize(
    "line",
    [
        f"{ERROR}{'function at ' * 100_000}",
        f"{ERROR}{'the function x' * 100_000}\n{'leaked was at :' * 100_000}",
        "/ipython-input-1-" * 200_000,
        "a.py:1 in " * 200_000,
        f"│ {' ' * 1_000_000}x",
    ],
    ids=["places", "words", "inputs", "frames", "box"],
)
def test_a_long_line_is_read_once(odd: Path, line: str) -> None:
    """In a process of its own, so that one that hangs fails."""
    (odd / "printed").write_text(f"{HEAD}{FRAME.format('a.py', 6)}{line}\n{ERROR}\n")
    done = call(odd, "explain", "--traceback", "printed")
    assert (done.returncode, FOUND in done.stdout) == (0, True), done.stderr


def test_prefixes_are_not_compared_with_each_other() -> None:
    """As in a log with another number of the request on each line, in letters."""

    def work(size: int) -> int:
        lines = ("".join(chr(97 + (n >> bit) % 2) for bit in range(12)) for n in range(size))
        text = "".join(f"{line}{FRAME.format('a.py', 1)}" for line in lines)
        return steps(lambda: tracebacks(text))

    once, twice = work(500), work(1000)
    assert twice <= 2.2 * once


def test_what_was_printed_often_is_explained_once(
    odd: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, command, "explained")
    text = f"{HEAD}{FRAME.format('a.py', 6)}{ERROR}\n"
    assert FOUND in explained(capsys, text * 100 + text.replace("6", "7") * 100)
    assert len(calls) == 2


def test_a_frame_again_and_again_is_one_place(
    odd: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a recursion prints it that goes round in several functions."""
    calls = counted(monkeypatch, frames, "read_bytes")
    assert FOUND in explained(capsys, f"{HEAD}{FRAME.format('a.py', 6) * 1000}{ERROR}\n")
    assert len(calls) == 1


def counted(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[None]:
    """Note the calls of a function from a module."""
    calls: list[None] = []
    function = getattr(module, name)

    def noting(*given: Any) -> Any:
        calls.append(None)
        return function(*given)

    monkeypatch.setattr(module, name, noting)
    return calls


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_frames_in_what_is_no_file_are_passed_over(
    odd: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(odd / "pipe.py")
    (odd / "device.py").symlink_to("/dev/zero")
    (odd / "sparse.py").touch()
    os.truncate(odd / "sparse.py", 30 * 1024**3)
    names = ("a.py", "pipe.py", "device.py", "sparse.py", "/dev/zero", "no\0file.py", "x" * 5000)
    text = "".join(FRAME.format(name, 6) for name in names)
    assert FOUND in explained(capsys, f"{HEAD}{text}{ERROR}\n")


def test_a_line_that_no_file_has(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{HEAD}{FRAME.format('a.py', '9' * 4000)}    if x > 0:\n{ERROR}\n"
    assert FOUND in explained(capsys, text)


def test_nothing_of_it_commands_a_terminal(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = "\n::error::".join(MARKS)
    text = f"{HEAD}{FRAME.format('a.py', 6)}    {marks}\nzz.{marks}Error: {marks}\n"
    check_plain(explained(capsys, text))
    check_plain(explained(capsys, f"{HEAD}{FRAME.format(f'a{marks}.py', 6)}{ERROR}{marks}\n"))
