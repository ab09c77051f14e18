"""The same findings through every door: cases of several files, and a fifth of the others.

Each case is a project of its own here, as it is meant to be.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import jaxlint

from .conftest import command
from .processes import CHECKOUT, LONGEST, environment

# Path, line, column, code and message.
Seen = tuple[str, int, int, str, str]
LOCAL = "[flake8:local-plugins]\nextension =\n    JAX = jaxlint.frontends.flake8:Plugin\n"
LINE = re.compile(r"(?:\./)?(.+?):(\d+):(\d+): (JAX\d+) (.*)")
# The severity of what is only presumed, which other doors leave out.
HINT = 4
# A file by itself is judged as it is with others when its project is read once more: of those that
# are a project of their own every so many are asked for alone, and every so many of all in a
# process, which takes half a second to start.
EVERY = 8
EVERY_PROCESS = 24
FIFTH = 5


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project for each of the cases and fixtures that are asked about."""
    folder = tmp_path_factory.mktemp("everything")
    for home in ("fixtures", "tests/cases"):
        inside = sorted((CHECKOUT / home).iterdir())
        single = [path for path in inside if path.suffix == ".py" and path.stem != "__init__"]
        several = [path for path in inside if path.is_dir() and any(path.rglob("*.py"))]
        for path in (*single[::FIFTH], *several):
            target = folder / home.replace("/", "-") / path.stem
            if path.is_dir():
                shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.mkdir(parents=True)
                shutil.copy(path, target)
            (target / "pyproject.toml").touch()
    return folder


@pytest.fixture(scope="module")
def whole(everything: Path) -> set[Seen]:
    """What the command finds in the folder; it keeps the reports for others to load."""
    found = by_command(everything)
    assert len(found) > 400
    assert len({code for *_, code, _ in found}) > 30
    return found


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


def by_flake8(folder: Path) -> set[Seen]:
    installed = any(one.name == "JAX" for one in entry_points(group="flake8.extension"))
    config = folder / ".flake8"
    config.write_text("" if installed else LOCAL)
    done = subprocess.run(
        [sys.executable, "-m", "flake8", "--select=JAX", "--config", str(config)],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment(PYTHONUTF8="1"),
        timeout=LONGEST,
    )
    assert done.stderr == ""
    found = (LINE.fullmatch(line) for line in done.stdout.splitlines())
    return {(m[1], int(m[2]), int(m[3]), m[4], m[5]) for m in found if m}


def by_command(folder: Path, *arguments: str) -> set[Seen]:
    told = json.loads(command("check", "--output-format", "json", *arguments, cwd=folder).stdout)
    return {
        (one["path"], one["line"], one["column"], one["code"], one["message"])
        for one in told["findings"]
    }


def by_api(*paths: str) -> set[Seen]:
    found = jaxlint.check_paths(paths).findings
    return {(f.path, f.span.line, f.span.column, f.code, f.message) for f in found}


def by_server(client: Any, folder: Path) -> set[Seen]:
    """Open every file, and take what is said of each in the end, less the hints."""
    names = {client.open(name, (folder / name).read_text("utf-8")): name for name in files(folder)}
    told = client.told_in_the_end(next(iter(names)))
    assert told.keys() == names.keys()
    return {seen for uri, found in told.items() for seen in _told(names[uri], found)}


def _told(name: str, diagnostics: list[Any]) -> set[Seen]:
    return {
        (
            name,
            one["range"]["start"]["line"] + 1,
            one["range"]["start"]["character"] + 1,
            one["code"],
            one["message"].partition("\nOutcome: ")[0],
        )
        for one in diagnostics
        if one["severity"] != HINT
    }


def only(found: set[Seen], names: list[str]) -> set[Seen]:
    return {seen for seen in found if seen[0] in names}


def test_the_api_gives_the_same_findings(
    everything: Path, whole: set[Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(everything)
    assert by_api(".") == whole


def test_one_file_by_the_api(
    everything: Path, whole: set[Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(everything)
    names = files(everything)
    several = [name for name in names if name.count("/") > 2 or _has_siblings(everything / name)]
    assert len(several) > 20
    some = sorted({*several, *names[::EVERY]})
    assert {seen for name in some for seen in by_api(name)} == only(whole, some)


def _has_siblings(path: Path) -> bool:
    return len([*path.parent.iterdir()]) > 2  # itself and the mark of the project


def test_one_file_by_the_command(everything: Path, whole: set[Seen]) -> None:
    some = files(everything)[::EVERY_PROCESS]
    assert {seen for name in some for seen in by_command(everything, name)} == only(whole, some)


def test_flake8_gives_the_same_findings(everything: Path, whole: set[Seen]) -> None:
    assert by_flake8(everything) == whole


def test_the_server_gives_the_same_findings(
    connect: Callable[..., Any], everything: Path, whole: set[Seen]
) -> None:
    assert by_server(connect(everything, inlayHints=True), everything) == whole
