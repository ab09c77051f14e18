"""Fixes as users apply them: what they change, what they keep, and what the mended code does."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxlint.config.settings import Settings
from jaxlint.diagnostics.findings import Finding
from jaxlint.fixes.applying import fix
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.proof import Fixture, Record, fixtures
from jaxlint.source.edits import apply
from jaxlint.source.spans import Edit, Span

Run = Callable[..., "subprocess.CompletedProcess[str]"]

TWICE = """\
import jax  # of today


def noise( key ):
    first = jax.random.normal(key , (3,))   # kept as it is
    return first + jax.random.normal(key, (3,))
"""
MENDED = """\
import jax  # of today


def noise( key ):
    key, subkey = jax.random.split(key)
    first = jax.random.normal(subkey , (3,))   # kept as it is
    return first + jax.random.normal(key, (3,))
"""
UNSAFE = ("check", "--fix", "--unsafe-fixes")


def test_unsafe_fixes_are_applied_only_when_asked_for(run: Run, project: Path) -> None:
    file = project / "a.py"
    file.write_text(TWICE)
    assert run("check", "--fix", "a.py").returncode == 1
    assert file.read_text() == TWICE
    done = run(*UNSAFE, "a.py")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "jaxlint: 1 fix applied\njaxlint: clean; 1 file checked\n"
    assert file.read_text() == MENDED


def test_a_diff_shows_what_would_change_and_writes_nothing(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    done = run("check", "--diff", "--unsafe-fixes", "a.py")
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == ["--- a/a.py", "+++ b/a.py"]
    assert "+    key, subkey = jax.random.split(key)" in done.stdout.splitlines()
    assert (project / "a.py").read_text() == TWICE
    assert run("check", "--diff", "a.py").stdout == ""


def test_a_fix_is_told_with_the_option_that_applies_it(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    told = "= fix: split `key` before its first use (--fix --unsafe-fixes)"
    assert told in run("check", "a.py").stdout
    (found,) = json.loads(run("check", "--output-format", "json", "a.py").stdout)["findings"]
    assert found["fix"]["safe"] is False
    assert [edit["text"] for edit in found["fix"]["edits"]] == [
        "key, subkey = jax.random.split(key)\n    ",
        "subkey",
    ]


def test_standard_input_is_fixed_to_standard_output(run: Run, project: Path) -> None:
    done = run(*UNSAFE, "-", text=TWICE)
    assert (done.returncode, done.stdout) == (0, MENDED)
    done = run(*UNSAFE, "-", text="x = 1\n")
    assert (done.returncode, done.stdout) == (0, "x = 1\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--unsafe-fixes",), "goes with --fix or --diff"),
        (("--diff", "--fix"), "--diff goes with neither"),
        (("--diff", "--statistics"), "--diff goes with neither"),
    ],
)
def test_options_that_do_not_go_together(
    run: Run, project: Path, options: tuple[str, ...], said: str
) -> None:
    done = run("check", *options)
    assert done.returncode == 2
    assert said in done.stderr


# --- what stays as it is -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "coded",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: ("# -*- coding: latin-1 -*-\n# Grüße\n" + text).encode("latin-1"),
        lambda text: ("# 🎲 of 🎲\x0c\n" + text).encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["CRLF", "CR", "BOM", "latin-1", "wide and form feed", "no last line end"],
)
def test_encoding_and_line_ends_are_kept(
    run: Run, project: Path, coded: Callable[[str], bytes]
) -> None:
    file = project / "a.py"
    file.write_bytes(coded(TWICE))
    assert run(*UNSAFE, "a.py").returncode == 0
    assert file.read_bytes() == coded(MENDED)


def test_mode_and_link_are_kept(run: Run, project: Path) -> None:
    real, link = project / "real.txt", project / "link.py"
    real.write_text(TWICE)
    real.chmod(0o750)
    link.symlink_to(real)
    assert run(*UNSAFE, "link.py").returncode == 0
    assert link.is_symlink()
    assert real.read_text() == MENDED
    assert stat.S_IMODE(real.stat().st_mode) == 0o750
    assert sorted(os.listdir(project)) == ["link.py", "pyproject.toml", "real.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_cannot_be_written_is_told_of(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    (project / "b.py").write_text(TWICE)
    (project / "a.py").chmod(0o444)
    done = run(*UNSAFE)
    assert done.returncode == 2
    assert "a.py: cannot be written: Permission denied" in done.stderr
    assert (project / "a.py").read_text() == TWICE
    assert (project / "b.py").read_text() == MENDED


def test_a_hidden_finding_is_not_fixed(run: Run, project: Path) -> None:
    quiet = TWICE.replace("(3,))\n", "(3,))  # jaxlint: ignore\n")
    (project / "a.py").write_text(quiet)
    assert run(*UNSAFE, "a.py").returncode == 0
    assert (project / "a.py").read_text() == quiet


@pytest.mark.parametrize(
    "text",
    [
        "def f(key):\n    if True: a = random.normal(key)\n    return random.normal(key)\n",
        "def f(key):\n    a = 1; b = random.normal(key)\n    return random.normal(key)\n",
        "def f(key):\n    return [random.normal(key) for _ in range(3)]\n",
        "def f(key):\n    other = key\n    return random.normal(key), random.normal(other)\n",
        "def f(keys):\n    return random.normal(keys.a), random.normal(keys.a)\n",
        "def f(key, n):\n    while random.normal(key) > n:\n        n += random.normal(key)\n",
    ],
    ids=["one-line suite", "two on a line", "comprehension", "two names", "a field", "loop test"],
)
def test_what_cannot_be_fixed_for_certain_is_left(run: Run, project: Path, text: str) -> None:
    source = f"from jax import random\n\n\n{text}"
    (project / "a.py").write_text(source)
    assert run(*UNSAFE, "a.py").returncode == 1
    assert (project / "a.py").read_text() == source


def test_names_in_use_are_not_taken(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE.replace("key )", "key, subkey )"))
    run(*UNSAFE, "a.py")
    assert "key, subkey2 = jax.random.split(key)" in (project / "a.py").read_text()


# --- edits ---------------------------------------------------------------------------------------


def test_edits_are_made_where_they_say() -> None:
    edits = [Edit(Span(2, 1, 2, 1), "+"), Edit(Span(1, 2, 1, 3), ""), Edit(Span(3, 1, 3, 3), "zz")]
    assert apply("abc\r\nd\ref", edits) == "ac\r\n+d\rzz"


# --- what the mended code does -------------------------------------------------------------------


def fixed(path: Path) -> tuple[str, tuple[Finding, ...], int]:
    job = Job([str(path)], Settings(), isolated=True)
    done = fix(job, lint(job), unsafe=True)
    text = done.texts.get(path, path.read_bytes()).decode()
    return text, done.result.report.findings, done.applied


def harness(folder: Path) -> list[Record]:
    command = [sys.executable, "-m", "jaxlint.proof", "--fixtures", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return [Record(**fields) for fields in json.loads(done.stdout)]


@pytest.mark.parametrize("fixture", fixtures(), ids=lambda fixture: fixture.name)
def test_a_fixed_hazard_does_what_the_remedy_does(fixture: Fixture, tmp_path: Path) -> None:
    copy = tmp_path / "proof" / fixture.path.name
    copy.parent.mkdir()
    copy.write_bytes(fixture.path.read_bytes())
    text, left, applied = fixed(copy)
    if not applied:
        pytest.skip("nothing here has a fix")
    copy.write_text(text)
    hazards = [one for one in harness(copy.parent) if one.kind == "hazard"]
    still = {one.function for one in hazards if one.proved}
    gone = {one.function for one in hazards} - still
    copy.write_text(text.replace("@hazard(", "@remedy("))
    mended = [one for one in harness(copy.parent) if one.function in gone]
    assert any(one.proved for one in mended), "no hazard became as good as a remedy"
    assert [one for one in mended if one.observed.startswith(("raised", "cannot be run"))] == []
    assert bool(left) == bool(still)
