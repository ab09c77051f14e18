"""The hooks within the real pre-commit, on a copy of this checkout and a project of the test's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .processes import CHECKOUT, HAZARD, LONGEST, TWICE

# Where git finds no settings of the machine's.
PLAIN_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@b",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@b",
}


def call(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    home = {"PRE_COMMIT_HOME": str(cwd.parent / "home"), "PRE_COMMIT_COLOR": "never"}
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **PLAIN_GIT, **home},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )


def commit(folder: Path) -> str:
    """Commit all of a folder and return the revision."""
    call("git", "init", "--quiet", cwd=folder)
    call("git", "add", "--all", cwd=folder)
    call("git", "commit", "--quiet", "--no-verify", "--message", "a state", cwd=folder)
    return call("git", "rev-parse", "HEAD", cwd=folder).stdout.strip()


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of this checkout, with the changes that are not committed yet."""
    folder = tmp_path_factory.mktemp("pre-commit") / "hooks"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("jaxlint", "rules", "fixtures"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", ".pre-commit-hooks.yaml"):
        shutil.copy(CHECKOUT / name, folder)
    commit(folder)
    return folder


@pytest.fixture(scope="module")
def project(hooks: Path) -> Path:
    """A project whose pre-commit runs both hooks; their environment is installed once."""
    folder = hooks.parent / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[tool.jaxlint]\nexclude = ['old.py']\n")
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {commit(hooks)}\n"
        "  hooks:\n  - id: jaxlint-fix\n    args: [--unsafe-fixes]\n  - id: jaxlint\n"
    )
    commit(folder)
    return folder


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    call("git", "add", "--all", cwd=project)
    return call(sys.executable, "-m", "pre_commit", "run", *arguments, cwd=project)


def verdicts(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return how each hook went: Passed, Failed or Skipped."""
    lines = [line for line in done.stdout.splitlines() if line.startswith("jaxlint")]
    return [line.rpartition(".")[2].rpartition(")")[2] for line in lines if "...." in line]


def test_the_hooks_can_be_tried(hooks: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HAZARD)
    commit(tmp_path)
    command = ("-m", "pre_commit", "try-repo", str(hooks), "--all-files")
    done = call(sys.executable, *command, cwd=tmp_path)
    assert (done.returncode, verdicts(done)) == (1, ["Failed", "Failed"]), done
    assert " --> a.py:6:8\n" in done.stdout


def test_a_commit_is_checked(project: Path) -> None:
    done = run(project)
    assert (done.returncode, verdicts(done)) == (0, ["Skipped", "Skipped"]), done
    (project / "a b.py").write_text(HAZARD)
    (project / "old.py").write_text(HAZARD)
    done = run(project)
    assert (done.returncode, verdicts(done)) == (1, ["Failed", "Failed"]), done
    assert " --> a b.py:6:8\n" in done.stdout
    assert "old.py" not in done.stdout


def test_what_can_be_fixed_is(project: Path) -> None:
    (project / "a b.py").write_text(TWICE)
    done = run(project)
    assert (done.returncode, verdicts(done)) == (1, ["Failed", "Passed"]), done
    assert "files were modified by this hook" in done.stdout
    assert "random.split(key)" in (project / "a b.py").read_text()
    done = run(project)
    assert (done.returncode, verdicts(done)) == (0, ["Passed", "Passed"]), done


def test_a_clean_tree_passes_and_what_is_gone_does_no_harm(project: Path) -> None:
    (project / "a b.py").write_text("x = 1\n")
    (project / "gone.py").write_text(HAZARD)
    commit(project)
    (project / "gone.py").unlink()
    done = run(project)
    assert (done.returncode, verdicts(done)) == (0, ["Skipped", "Skipped"]), done
    done = run(project, "--all-files")
    assert (done.returncode, verdicts(done)) == (0, ["Passed", "Passed"]), done


def test_bad_files_fail_with_a_word(project: Path) -> None:
    """Each is told, and the file beside them is checked; see the table in docs/doors.md."""
    bad = {
        "broken.py": b"def f(:\n",
        "latin.py": b"# coding: utf-8\nx = '\xe9'\n",
        "nul.py": b"#!/usr/bin/env python\nx = 1\x00\n",
        "huge.py": (b"x = '" + b"." * 100_000 + b"'\n") * 25,
    }
    for name, data in bad.items():
        (project / name).write_bytes(data)
    (project / "loop.py").symlink_to("loop.py")
    (project / "inside.py").mkdir()
    (project / "inside.py" / "b.py").write_text(HAZARD)
    done = run(project)
    assert (done.returncode, verdicts(done)) == (1, ["Failed", "Failed"]), done
    for word in ("broken.py:1:", "latin.py:1:", "nul.py:", "huge.py: has more than 2 MiB"):
        assert word in done.stdout, (word, done)
    assert " --> inside.py/b.py:6:8\n" in done.stdout
    assert "loop.py" not in done.stdout
    assert {name: (project / name).read_bytes() for name in bad} == bad


def test_settings_that_are_wrong_fail_with_a_word(project: Path) -> None:
    (project / "a b.py").write_text("x = 2\n")
    (project / "jaxlint.toml").write_text('select = "JAX1"')
    done = run(project, "--files", "a b.py")
    assert (done.returncode, verdicts(done)) == (1, ["Failed", "Failed"]), done
    assert "select must be a list of strings, not 'JAX1'" in done.stdout
