"""The GitHub Action: its scripts, run by bash as GitHub runs them, on a project with a finding."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from .processes import CHECKOUT, LONGEST

HAZARD = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"
# What GitHub fills in: `${{ inputs.paths }}` and the like.
GIVEN = re.compile(r"\$\{\{ *(.*?) *\}\}")


def action() -> Any:
    return yaml.safe_load((CHECKOUT / "action.yml").read_text(encoding="utf-8"))


def steps() -> dict[str, Any]:
    return {step["name"]: step for step in action()["runs"]["steps"] if "name" in step}


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A runner's folder for temporary files, in which jaxlint is installed."""
    command = tmp_path / "temp" / "jaxlint" / "bin" / "jaxlint"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m jaxlint "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return tmp_path / "temp"


def run(name: str, runner: Path, project: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action with inputs; those not given are as they are by default."""
    given = {f"inputs.{key}": one["default"] for key, one in action()["inputs"].items()}
    given |= {f"inputs.{key}": value for key, value in inputs.items()}
    given |= {"runner.temp": str(runner)}
    shows = given["inputs.annotations"] == "true"
    given["inputs.annotations == 'true' && 'github' || 'full'"] = "github" if shows else "full"
    step = steps()[name]
    environment = {
        key: GIVEN.sub(lambda one: given[one[1]], text) for key, text in step["env"].items()
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=project,
        env={**os.environ, **environment, "RUNNER_TEMP": str(runner), "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a finding in one of two folders."""
    for name, text in (("src", HAZARD), ("odd $(touch ran)", "import jax\n")):
        (tmp_path / "project" / name).mkdir(parents=True)
        (tmp_path / "project" / name / "a.py").write_text(text, encoding="utf-8")
    return tmp_path / "project"


def test_findings_are_annotations_and_fail_the_job(runner: Path, project: Path) -> None:
    done = run("Check", runner, project)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=src/a.py,line=6,")
    assert (runner / "jaxlint-cache").is_dir()


def test_files_are_named_from_the_folder_of_the_repository(
    runner: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project.parent))
    done = run("Check", runner, project)
    assert done.stdout.startswith("::error file=project/src/a.py,line=6,")
    run("Check for code scanning", runner, project, paths="src")
    (ran,) = json.loads((runner / "jaxlint.sarif").read_text(encoding="utf-8"))["runs"]
    (place,) = ran["results"][0]["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "project/src/a.py"


def test_without_annotations_they_are_in_the_log(runner: Path, project: Path) -> None:
    done = run("Check", runner, project, annotations="false", paths="src")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("JAX101 traced-branch: ")


def test_paths_and_options_are_words_and_no_commands(runner: Path, project: Path) -> None:
    done = run("Check", runner, project, paths="src $(touch ran)", args="--ignore JAX101")
    assert "$(touch" in done.stderr and done.returncode == 2
    assert run("Check", runner, project, args="--ignore JAX101").returncode == 0
    assert not list(project.rglob("ran"))


def test_what_goes_to_code_scanning_does_not_fail_the_job(runner: Path, project: Path) -> None:
    done = run("Check for code scanning", runner, project, paths="src")
    assert done.returncode == 0, done.stderr
    (ran,) = json.loads((runner / "jaxlint.sarif").read_text(encoding="utf-8"))["runs"]
    assert [one["ruleId"] for one in ran["results"]] == ["JAX101"]


def test_no_input_is_put_into_a_script() -> None:
    assert [name for name, step in steps().items() if "${{" in step["run"]] == []


def test_the_documentation_lists_its_inputs() -> None:
    page = (CHECKOUT / "docs" / "ci.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \|(?: `(.*?)`)? \|", page, re.MULTILINE)
    assert {(key, one["default"]) for key, one in action()["inputs"].items()} <= {*rows}
