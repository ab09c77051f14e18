"""What several test files use: the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
CHECKOUT = Path(__file__).parent.parent


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run ``jaxlint`` with the given arguments in a folder of the test's own."""

    def command(
        *arguments: str, cwd: Path = tmp_path, text: str | bytes = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "jaxlint", *arguments],
            cwd=cwd,
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1", **variables},
            timeout=120,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a mark, so that nothing above the test's folder counts."""
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path
