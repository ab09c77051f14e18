"""The plugin within the real flake8, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from jaxlint.diagnostics.findings import Report
from jaxlint.queries import result_cache
from jaxlint.source.limits import MOST_BYTES

from .processes import HAZARD, PLUGIN
from .starting import Python, completed

Run = Callable[..., "subprocess.CompletedProcess[str]"]
FOUND = "6:8: JAX101"
HELPER = "def sign(x):\n    return 1 if x > 0 else -1\n"
CALLER = "import jax\nfrom pkg.helper import sign\n\nstep = jax.jit(sign)\n"
# A checkout that nobody installed has no entry points: there flake8 is told of the plugin.


def is_installed() -> bool:
    return any(one.name == "JAX" for one in entry_points(group="flake8.extension"))


@pytest.fixture
def flake8(project: Path) -> Run:
    """Run ``flake8`` on a project, or a program in its place."""

    def command(
        *arguments: str, text: str = "", program: str = ""
    ) -> subprocess.CompletedProcess[str]:
        config = project / ".flake8"
        config.write_text("" if is_installed() else PLUGIN)
        start = ["-c", program] if program else ["-m", "flake8"]
        given = ("--config", str(config), *arguments)
        return completed(Python(start, given, project, {"PYTHONUTF8": "1"}), text.encode())

    return command


def places(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return path, line, column and code of what flake8 reports, without the messages."""
    assert done.stderr == ""
    lines = (line.split(" ") for line in done.stdout.splitlines())
    return [f"{place.removeprefix('./')} {code}" for place, code, *_ in lines]


def test_it_finds_what_jaxlint_finds(flake8: Run, run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    done = flake8()
    assert done.returncode == 1
    assert places(done) == [f"a.py:{FOUND}"]
    told = run("check", "--output-format", "concise", "a.py").stdout
    assert done.stdout.removeprefix("./") == told


def test_a_notebook_is_not_taken_for_a_file_of_python(flake8: Run, run: Run, project: Path) -> None:
    cell = {"cell_type": "code", "metadata": {}, "source": HAZARD, "outputs": []}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "notes.ipynb").write_text(json.dumps(notebook))
    assert "notes.ipynb:cell 1:" in run("check", "--output-format", "concise").stdout
    assert places(flake8("--select", "JAX", "notes.ipynb")) == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_reads_the_project_around(flake8: Run, project: Path, jobs: str) -> None:
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").write_text("")
    (project / "pkg" / "helper.py").write_text(HELPER)
    (project / "pkg" / "caller.py").write_text(CALLER)
    found = ["pkg/helper.py:2:17: JAX101"]
    assert places(flake8("--jobs", jobs)) == found
    assert places(flake8("--jobs", jobs, "pkg/helper.py")) == found
    assert places(flake8("-", "--stdin-display-name=pkg/helper.py", text=HELPER)) == found


COUNTING = """
import sys
import jaxlint.frontends.flake8 as plugin
from flake8.main.cli import main
judge = plugin.lint
def lint(job):
    open("judged", "a").write("x")
    return judge(job)
plugin.lint = lint
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "darwin", reason="workers inherit nothing there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_project_is_judged_once_for_all_files_and_workers(
    flake8: Run, project: Path, jobs: str
) -> None:
    for name in "abcd":
        (project / f"{name}.py").write_text(HAZARD)
    done = flake8("--jobs", jobs, program=COUNTING)
    assert len(places(done)) == 4
    assert (project / "judged").read_text() == "x"


@pytest.mark.parametrize("arguments", [("--jobs", "1"), ("--jobs", "2"), ("-",)])
def test_what_was_judged_before_is_judged_no_more(
    flake8: Run, project: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    home = project / "cache"
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(home))
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").write_text(HAZARD)
    first = flake8(*arguments, text=HAZARD)
    entries = {path: path.read_bytes() for path in home.glob("*.entry")}
    assert FOUND in first.stdout and entries
    assert flake8(*arguments, text=HAZARD).stdout == first.stdout
    assert {path: path.read_bytes() for path in home.glob("*.entry")} == entries
    for entry in entries:
        report = result_cache.load(entry.stem, Report)
        if report is not None:
            findings = tuple(replace(one, message="kept") for one in report.findings)
            result_cache.keep(entry.stem, replace(report, findings=findings))
    assert "JAX101 kept" in flake8(*arguments, text=HAZARD).stdout
    changed = HAZARD.replace("x > 0", "x is None")
    (project / "a.py").write_text(changed)
    (project / "b.py").write_text(changed)
    assert flake8(*arguments, text=changed).stdout == ""


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ((), True),
        (("--select=E,F",), False),
        (("--select=JAX",), True),
        (("--select=JAX4",), False),
        (("--extend-ignore=JAX1",), False),
        (("--ignore=JAX101",), False),
        (("--per-file-ignores=a.py:JAX1",), False),
        (("--per-file-ignores=b.py:JAX1",), True),
    ],
)
def test_flake8_decides_what_is_shown(
    flake8: Run, project: Path, options: tuple[str, ...], shown: bool
) -> None:
    (project / "a.py").write_text(HAZARD)
    assert places(flake8(*options, "a.py")) == ([f"a.py:{FOUND}"] if shown else [])


def test_a_rule_that_is_off_speaks_when_flake8_selects_it(flake8: Run, project: Path) -> None:
    (project / "a.py").write_text("x = 1  # jaxlint: ignore[JAX401]\n")
    assert places(flake8("a.py")) == []
    assert places(flake8("--extend-select=JAX902", "a.py")) == ["a.py:1:10: JAX902"]


def test_comments(flake8: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD.replace("0:", "0:  # noqa: JAX101"))
    assert places(flake8("a.py")) == []
    assert places(flake8("--disable-noqa", "a.py")) == [f"a.py:{FOUND}"]
    (project / "a.py").write_text(HAZARD.replace("0:", "0:  # jaxlint: ignore[traced-branch]"))
    assert places(flake8("--disable-noqa", "a.py")) == []


def test_the_settings_of_jaxlint_count(flake8: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").write_text(HAZARD)
    (project / "jaxlint.toml").write_text('exclude = ["b.py"]')
    assert places(flake8()) == [f"a.py:{FOUND}"]
    (project / "jaxlint.toml").write_text('ignore = ["JAX1"]')
    assert places(flake8()) == []
    (project / "jaxlint.toml").write_text('selekt = ["JAX1"]')
    for paths in (("a.py",), ("-", "--stdin-display-name=a.py")):
        done = flake8(*paths, text=HAZARD)
        assert done.returncode == 1
        assert 'unknown key "selekt"' in done.stderr
        assert "Traceback" not in done.stderr


def test_standard_input(flake8: Run, project: Path) -> None:
    assert places(flake8("-", text=HAZARD)) == [f"stdin:{FOUND}"]
    (project / "jaxlint.toml").write_text('per-file-ignores = {"a.py" = ["JAX1"]}')
    assert places(flake8("-", "--stdin-display-name=a.py", text=HAZARD)) == []
    coded = "# coding: latin-1\n" + HAZARD.replace("0:", "0:  # \xe9")
    assert places(flake8("-", "--stdin-display-name=b.py", text=coded)) == ["b.py:7:8: JAX101"]


def test_bad_files(flake8: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "broken.py").write_text("def f(:\n")
    (project / "odd.py").write_text("import jax  # " + "x" * MOST_BYTES)
    (project / "link.py").symlink_to("nowhere.py")
    found = places(flake8("--select=JAX,E9", "a.py", "broken.py", "odd.py", "missing.py"))
    assert f"a.py:{FOUND}" in found
    assert "odd.py:1:1: JAX900" in found  # Python reads it, jaxlint does not
    assert {place.rpartition(" ")[2] for place in found} == {"JAX101", "JAX900", "E902", "E999"}
