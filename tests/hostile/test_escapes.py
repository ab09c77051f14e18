"""Whatever a name or a text holds, what is written is lines of what prints, and none is a command.

A line feed in a name would be a line of its own, which a CI server may take for a command; control
characters command a terminal; bidirectional marks turn around what stands beside them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxlint.__main__ import main
from jaxlint.proof import CannotProve
from jaxlint.source.text import printable

from ..processes import HAZARD, PLUGIN
from .doors import API, FLAKE8, call

# Ends of lines, C0, DEL, C1, bidirectional marks, what ends lines in Unicode, no character at all.
MARKS = (
    *"\n\r\x0b\x0c\x1b\x08\x7f\x85\x9b\x9d\xad",
    *"\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2028\u2029",
    *"\u2066\u2067\u2068\u2069\ufeff\udcff\U000e0001",
)
ODD = "odd" + "\n::error::\r\n::error::".join(MARKS) + "\n::error::it"
# A name may have 255 bytes.
SHORT = "odd\n::error::\r\x1b[31m\x9b\x85\u202e\u2066\u2028\udcff"
FORMATS = ("full", "concise", "json", "json-lines", "sarif", "gitlab", "junit", "github")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names may hold anything there")


def check_plain(text: str, commands: int = 0) -> None:
    """Check that lines hold only what prints, and how many of them are commands."""
    lines = text.split("\n")
    assert [line for line in lines if not line.isprintable()] == []
    assert sum(line.lstrip().startswith("::") for line in lines) == commands


@pytest.fixture
def told(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[str, str]]:
    """Run the command in the project; what it writes on either channel is checked and returned."""
    monkeypatch.chdir(project)

    def run(*arguments: str, commands: int = 0) -> tuple[str, str]:
        with pytest.raises(SystemExit):
            main(arguments)
        out, error = capsys.readouterr()
        check_plain(out, commands)
        check_plain(error)
        return out, error

    return run


Told = Callable[..., tuple[str, str]]


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: f"U+{ord(mark):04X}")
def test_every_mark_is_written_as_an_escape(mark: str) -> None:
    escaped = printable(f"a{mark}b")
    assert escaped.isprintable() and escaped[:2] == "a\\" and escaped[-1] == "b"
    assert f"{ord(mark):02x}" in escaped


def test_what_prints_stays_as_it_is() -> None:
    text = "x = 'naïve café, 你好, 🎲' \\ \x7e"
    assert printable(text) == text


# --- the command, in this process ----------------------------------------------------------------


@pytest.mark.parametrize("style", FORMATS)
def test_findings_and_faults_in_files_of_odd_names(told: Told, project: Path, style: str) -> None:
    (project / f"{SHORT}.py").write_text(HAZARD)
    (project / f"::error::{SHORT}.py").write_text(HAZARD)
    (project / f"{SHORT}.ipynb").write_text("{")
    out, error = told(
        "check", "--no-cache", "--output-format", style, commands=3 if style == "github" else 0
    )
    assert "JAX101" in out
    assert "is not a notebook" in (error if style in ("full", "concise") else out)


ARGUMENTS = {
    "missing path": ("check", ODD),
    "no command": (ODD,),
    "no option": ("check", f"--{ODD}"),
    "no choice": ("check", "--output-format", ODD),
    "no number": ("check", "--workers", ODD),
    "no rule": ("check", "--select", ODD),
    "no executor": ("check", "--executor", ODD),
    "no config": ("check", "--config", SHORT),
    "no baseline": ("check", "--baseline", SHORT, "a.py"),
    "no folder": ("check", "--output-file", f"{SHORT}/x", "a.py"),
    "baseline": ("baseline", "write", "--output", SHORT, "a.py"),
    "no line": ("explain", f"{ODD}:1"),
    "no place": ("explain", ODD),
    "no such rule": ("rule", ODD),
    "no release": ("migrate", "--to", ODD),
    "nothing to prove": ("prove", ODD),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_odd_arguments(told: Told, project: Path, name: str) -> None:
    (project / "a.py").write_text(HAZARD)
    _, error = told(*ARGUMENTS[name])
    assert "odd" in error


SETTINGS = {
    "unknown key": '"{}" = 1',
    "wrong type": 'exclude = "{}"',
    "unknown code": 'select = ["{}"]',
    "no transformation": '[transforms]\n"a.b" = "{}"',
    "no name": 'impure-functions = ["{}"]',
    "no requirement": 'jax-version = "{}"',
    "no pattern": 'exclude = ["!", "{}"]',
    "no baseline": 'baseline = "{}"',
}


@pytest.mark.parametrize("name", SETTINGS)
def test_odd_settings(told: Told, project: Path, name: str) -> None:
    (project / "a.py").write_text(HAZARD)
    odd = "".join(f"\\u{ord(one):04x}" for one in SHORT if one != "\udcff")
    (project / "jaxlint.toml").write_text(SETTINGS[name].format(odd))
    _, error = told("check", "--no-cache", "a.py")
    assert error


def test_odd_folders(told: Told, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project / SHORT
    folder.mkdir()
    (folder / "a.py").write_text(HAZARD)
    (folder / "jaxlint.toml").write_text("[transforms]\n")
    assert "JAX101" in told("check", "--no-cache", "-v", str(folder))[0]
    monkeypatch.chdir(folder)
    assert "has settings" in told("init")[1]
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(folder))
    assert "removed from" in told("clean")[1]
    monkeypatch.setenv("JAXLINT_CACHE_DIR", SHORT)
    assert "absolute" in told("clean")[1]


def test_odd_source(told: Told, project: Path) -> None:
    """A text in the code is shown: in excerpts, and in what is believed of values."""
    text = "".join(one for one in MARKS if one not in "\n\r\udcff")
    odd = HAZARD.replace("x > 0", f"x > 0 and '{text}'").replace("-x", f"x['{text}']")
    (project / "a.py").write_text(odd, encoding="utf-8")
    for style in FORMATS:
        commands = 1 if style == "github" else 0
        out, _ = told("check", "--no-cache", "--output-format", style, commands=commands)
        assert "JAX104" in out
    for place in ("a.py:6", "a.py:8"):
        assert "traced" in told("explain", place)[0]
        assert "traced" in told("explain", "--trace", place)[0]


@pytest.mark.parametrize("filter", ["always", "error"])
def test_what_python_warns_of_is_neither_shown_nor_an_error(project: Path, filter: str) -> None:
    """Of an escape that is none it shows the character; 3.12 and later do so unasked."""
    odd = "import jax\nx = '\\\x1b[31m'\ny = 1if x else 2\nz = '\\\x9b'\n"
    (project / "a.py").write_text(odd + HAZARD, encoding="utf-8")
    cells = [{"cell_type": "code", "source": text} for text in (odd, HAZARD)]
    (project / "n.ipynb").write_text(json.dumps({"cells": cells}))
    done = call(project, "check", "--no-cache", "--select", "JAX1,JAX9", PYTHONWARNINGS=filter)
    assert done.stderr == "jaxlint: 2 findings in 2 files; 2 files checked\n"
    assert done.stdout.count("JAX101") == 2
    check_plain(done.stdout)


@pytest.mark.parametrize("debug", [(), ("--debug",)])
def test_odd_defects(
    told: Told, project: Path, monkeypatch: pytest.MonkeyPatch, debug: tuple[str, ...]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError(ODD)

    (project / "a.py").write_text(HAZARD)
    with monkeypatch.context() as patch:
        patch.setattr("jaxlint.program.reading.lower", broken)
        assert "ValueError: odd" in told("check", "--no-cache", *debug)[1]
    monkeypatch.setattr("jaxlint.cli.check.lint", broken)
    assert "ValueError: odd" in told("check", "--no-cache", *debug)[1]


def test_odd_words_of_others(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise CannotProve(ODD)

    monkeypatch.setattr("jaxlint.cli.prove.prove", refuse)
    assert "odd" in told("prove", "JAX101")[1]


# --- other doors ---------------------------------------------------------------------------------


def test_the_command_in_a_process(project: Path) -> None:
    (project / f"{SHORT}.py").write_text(HAZARD)
    os.truncate(project / f"{SHORT}.py", 3 * 1024 * 1024)
    for encoding in ("utf-8", "ascii"):
        done = call(project, "check", PYTHONUTF8="0", PYTHONIOENCODING=encoding)
        assert done.returncode == 2 and "has more than 2 MiB" in done.stderr
        check_plain(done.stdout)
        check_plain(done.stderr)


def test_the_words_of_dask(project: Path) -> None:
    """Where it was asked, the process ends at once: not the one of the tests."""
    pytest.importorskip("distributed")
    (project / "a.py").write_text(HAZARD)
    done = call(project, "check", "--executor", f"dask:{SHORT}")
    assert done.returncode == 2 and "no scheduler of dask answers at odd" in done.stderr
    check_plain(done.stderr)


def test_flake8(project: Path) -> None:
    """Of names it is flake8 that speaks."""
    (project / ".flake8").write_text(PLUGIN)
    (project / "a.py").write_text(HAZARD.replace("x > 0", "x > 0 and '\x9b\u202e'"))
    done = call(project, "--select=JAX", "--jobs=1", start=FLAKE8)
    assert "JAX104" in done.stdout
    check_plain(done.stdout)
    (project / "jaxlint.toml").write_text('"odd\\n::error::\\u202e\\u001b" = 1')
    done = call(project, "--select=JAX", "--jobs=1", start=FLAKE8)
    assert "unknown key" in done.stderr
    check_plain(done.stderr)


def test_the_server(connect: Callable[..., Any], project: Path) -> None:
    (project / "jaxlint.toml").write_text('"odd\\n::error::\\u202e\\u001b" = 1')
    client = connect()
    uri = client.open("a.py", HAZARD.replace("x > 0", "x > 0 and '\x9b\u202e'"))
    check_plain(client.message())
    (found,) = client.told(uri)
    check_plain(found["message"])
    at = {"line": 5, "character": 7}
    hover = client.ask("textDocument/hover", textDocument={"uri": uri}, position=at)
    check_plain(hover["contents"]["value"])


def test_python_gets_names_as_they_are(project: Path) -> None:
    """Programs have to find the files again."""
    (project / f"{SHORT}.py").write_text(HAZARD)
    program = API.replace("{one.path}:", "{one.path!a}:")
    done = call(project, start=("-c", program))
    assert ascii(f"{SHORT}.py") in done.stdout
