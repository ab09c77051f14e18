"""The tools of maintainers: what the README shows, the version, and what a new rule starts with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import jaxlint
from tools.__main__ import tools
from tools.new_rule import CannotWrite, next_code, write
from tools.sample import shown, written

from .processes import CHECKOUT, LONGEST, environment

OF_RULES = ("-k", "swapped", "tests/test_cases.py", "tests/test_fixtures.py", "tests/snapshots")
COPIED = ("jaxlint", "rules", "fixtures", "tests", "tools")
# What a new rule fails, as CONTRIBUTING.md lists it.
FAILS = {
    "tests/test_cases.py::test_findings_are_those_expected[swapped_thing]",
    "tests/test_cases.py::test_each_rule_has_enough_positives_and_near_misses[swapped-thing]",
    "tests/test_fixtures.py::test_a_fixture_proves_on_the_cpu[swapped_thing]",
    "tests/test_fixtures.py::test_cpu_evidence_is_up_to_date[swapped_thing]",
    "tests/test_fixtures.py::test_the_linter_flags_exactly_the_marked_lines[swapped_thing]",
    "tests/snapshots/test_snapshots.py::test_what_is_said_is_what_was_said[swapped_thing]",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the tests of rules need."""
    for name in COPIED:
        shutil.copytree(CHECKOUT / name, tmp_path / name)
    shutil.copy(CHECKOUT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_readme_shows_what_the_command_writes() -> None:
    sample = shown()
    assert sample == written(), "python -m tools sample writes it anew"
    assert len(re.findall(r"^JAX\d{3}", sample, re.MULTILINE)) == 3
    assert len(sample.splitlines()) < 40


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        ("main", "pip install . && jaxlint check examples/train.py"),
        ("tests", "pip install -e '.[test]' && pytest"),
    ],
)
def test_the_readme_says_what_ci_runs(mark: str, command: str) -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert f"<!-- {mark} -->\n```sh\n{command}\n```\n<!-- end -->\n" in readme


def test_the_first_steps_can_be_taken(tmp_path: Path) -> None:
    page = (CHECKOUT / "docs" / "start.md").read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
    commands = re.findall(r"^jaxlint (.*)$", blocks, re.MULTILINE)
    assert {one.split()[0] for one in commands} == {"check", "explain", "rule", "prove"}
    for folder in ("examples", "src"):
        shutil.copytree(CHECKOUT / "examples", tmp_path / folder)
    for one in commands:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "jaxlint", *one.split()],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        assert done.returncode == (1 if one.startswith("check") else 0), done.stderr
        assert done.stdout


def test_the_changelog_speaks_of_this_version() -> None:
    text = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert newest is not None
    assert newest[1] == jaxlint.__version__


def test_a_tag_names_this_version() -> None:
    command = ["git", "tag", "--points-at", "HEAD", "--list", "v*"]
    tags = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True).stdout.split()
    assert {*tags} <= {f"v{jaxlint.__version__}"}


def test_a_new_rule_fails_what_is_to_be_written_and_nothing_else(copy: Path) -> None:
    assert len([*write("swapped-thing", 3, copy)]) == 3
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *OF_RULES],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert {*re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE)} == FAILS
    assert re.search(r"\b[1-9]\d* passed", done.stdout), "the names of its codes exist"


def test_a_new_rule_takes_the_next_code_and_no_place_of_another(tmp_path: Path) -> None:
    for folder in ("rules", "fixtures", "tests/cases"):
        (tmp_path / folder).mkdir(parents=True)
    assert next_code(3, tmp_path) == "JAX301"
    assert {path.name for path in write("swapped-thing", 3, tmp_path)} == {"swapped_thing.py"}
    assert next_code(3, tmp_path) == "JAX302"
    assert next_code(4, tmp_path) == "JAX401"
    for name in ("swapped-thing", "Swapped-Thing", "swapped", "../swapped-thing"):
        with pytest.raises(CannotWrite):
            [*write(name, 3, tmp_path)]
    assert next_code(3, tmp_path) == "JAX302"


@pytest.mark.parametrize("command", tools.commands)
def test_contributing_lists_every_command(command: str) -> None:
    page = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{command}( [A-Z]+)?` \|", page, re.MULTILINE)
