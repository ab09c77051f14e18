"""The same findings through every door, over all cases and fixtures.

Each case is a project of its own here, as it is meant to be.
"""

from __future__ import annotations

import json
import os
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

CHECKOUT = Path(__file__).parent.parent
Run = Callable[..., "subprocess.CompletedProcess[str]"]
# Path, line, column, code and message.
Seen = tuple[str, int, int, str, str]
LOCAL = "[flake8:local-plugins]\nextension =\n    JAX = jaxlint.frontends.flake8:Plugin\n"
LINE = re.compile(r"(?:\./)?(.+?):(\d+):(\d+): (JAX\d+) (.*)")
# A process takes half a second to start: of single files every so many go through one.
EVERY = 8


@pytest.fixture
def everything(project: Path) -> Path:
    """A folder with a project for each case and fixture."""
    for home in ("fixtures", "tests/cases"):
        for path in sorted((CHECKOUT / home).iterdir()):
            target = project / home.replace("/", "-") / path.stem
            if path.suffix == ".py" and path.stem != "__init__":
                target.mkdir(parents=True)
                shutil.copy(path, target)
            elif path.is_dir() and any(path.rglob("*.py")):
                shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                continue
            (target / "pyproject.toml").touch()
    (project / "pyproject.toml").unlink()
    return project


# The severity of what is only presumed, which other doors leave out.
HINT = 4


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
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1"},
        timeout=300,
    )
    assert done.stderr == ""
    found = (LINE.fullmatch(line) for line in done.stdout.splitlines())
    return {(m[1], int(m[2]), int(m[3]), m[4], m[5]) for m in found if m}


def by_command(run: Run, *arguments: str) -> set[Seen]:
    told = json.loads(run("check", "--output-format", "json", *arguments).stdout)
    return {
        (one["path"], one["line"], one["column"], one["code"], one["message"])
        for one in told["findings"]
    }


def by_api(*paths: str) -> set[Seen]:
    found = jaxlint.check_paths(paths).findings
    return {(f.path, f.span.line, f.span.column, f.code, f.message) for f in found}


def by_server(client: Any, folder: Path, whole: set[Seen]) -> set[Seen]:
    """Open every file, and take what is said of each in the end, less the hints.

    What the module of a file shows by itself is told before what others show of it.
    """
    uris = {name: client.open(name, (folder / name).read_text("utf-8")) for name in files(folder)}
    versions = {
        name: client.change(uri, (folder / name).read_text("utf-8")) for name, uri in uris.items()
    }
    found: set[Seen] = set()
    for name, uri in uris.items():
        wanted = {seen for seen in whole if seen[0] == name}
        told = _told(name, client.told(uri, versions[name]))
        while told != wanted and told < wanted:
            told = _told(name, client.told(uri, versions[name]))
        found |= told
    return found


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


def test_every_door_gives_the_same_findings(
    run: Run, connect: Callable[..., Any], everything: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(everything)
    whole = by_command(run)
    assert len(whole) > 400
    assert len({code for *_, code, _ in whole}) > 30
    names = files(everything)
    assert {seen for name in names for seen in by_api(name)} == whole
    assert by_api(".") == whole
    some = names[::EVERY]
    assert {seen for name in some for seen in by_command(run, name)} == {
        seen for seen in whole if seen[0] in some
    }
    assert by_flake8(everything) == whole
    assert by_server(connect(everything), everything, whole) == whole
