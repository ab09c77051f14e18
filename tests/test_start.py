"""What a start costs, told by the modules that it imports; no test looks at a clock."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .processes import LONGEST, environment

# Libraries that only some jobs need, and what is slow to import of Python's own.
HEAVY = frozenset(
    "jax libcst numpy packaging platformdirs rich"
    " configparser difflib tempfile tomllib traceback xml.etree.ElementTree".split()
)
ENGINE = ("jaxlint.rules.", "jaxlint.analysis", "jaxlint.program.ir", "jaxlint.program.lowering")
WATCHED = """
import json, sys
from jaxlint.__main__ import main
try:
    main()
except SystemExit as end:
    print(json.dumps([end.code, *sys.modules]), file=sys.stderr)
"""
HAZARD = "import jax\n\n\n@jax.jit\ndef relu(x):\n    if x > 0:\n        return x\n    return 0\n"


def imported(folder: Path, *arguments: str) -> tuple[int, set[str]]:
    """Return the exit code of a command in a folder, and the names of the modules imported."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    code, *names = json.loads(done.stderr.splitlines()[-1])
    return code, set(names)


def of_the_engine(names: set[str]) -> set[str]:
    """Return which of some modules read, interpret or judge."""
    return {name for name in names if name.startswith(ENGINE)}


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("check", "--help"), ("rules",), ("rule", "JAX101")]
)
def test_help_imports_nothing_heavy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code, names = imported(tmp_path, *arguments)
    assert code == 0
    assert HEAVY & names == set()
    assert of_the_engine(names) == set()


@pytest.mark.parametrize("options", [(), ("--select", "JAX1"), ("--ignore", "traced-branch")])
def test_a_warm_run_imports_nothing_heavy(options: tuple[str, ...], project: Path) -> None:
    (project / "main.py").write_text(HAZARD)
    (project / "clean.ipynb").write_text('{"cells": []}')
    command = ("check", "--isolated", "--output-format", "concise", *options)
    cold, names = imported(project, *command)
    assert {"libcst", "jaxlint.rules.traced_branch"} <= names
    warm, names = imported(project, *command)
    assert warm == cold
    assert HEAVY & names == set()
    assert of_the_engine(names) == set()


def test_a_warm_run_imports_what_its_settings_ask_for(project: Path) -> None:
    (project / "main.py").write_text(HAZARD)
    (project / ".gitignore").write_text("build\n")
    imported(project, "check")
    _, names = imported(project, "check")
    # Of rich it is the width of characters, under which a finding is underlined.
    assert HEAVY & names == {"rich", "tomllib"}
    assert of_the_engine(names) == set()
