"""jaxlint as programs call it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import jaxlint

from .processes import CHECKOUT, HAZARD

HELPER = "def sign(x):\n    return 1 if x > 0 else -1\n"
CALLER = "import jax\nfrom helper import sign\n\nstep = jax.jit(sign)\n"


def codes(report: jaxlint.Report) -> list[tuple[str, int, str]]:
    return [(one.path, one.span.line, one.code) for one in report.findings]


@pytest.mark.parametrize(
    "text", [HAZARD, HAZARD.encode(), f"# coding: latin-1\n# \N{SNOWMAN}\n{HAZARD}"]
)
def test_source(text: str | bytes) -> None:
    report = jaxlint.check_source(text)
    assert [one.code for one in report.findings] == ["JAX101"]
    assert (report.faults, report.files) == ((), 1)


def test_source_stands_for_a_file_of_its_project(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    (project / "caller.py").write_text(CALLER)
    (project / "helper.py").write_text("")
    found = [("helper.py", 2, "JAX101")]
    assert codes(jaxlint.check_source(HELPER, filename="helper.py")) == found
    assert codes(jaxlint.check_source(HELPER, filename=project / "helper.py")) == found
    assert codes(jaxlint.check_source(HELPER, filename="helper.py", isolated=True)) == []
    assert codes(jaxlint.check_source(HELPER)) == []
    (project / "helper.py").write_text(HELPER)
    assert codes(jaxlint.check_paths(["helper.py"])) == found
    assert codes(jaxlint.check_paths([project])) == found
    assert codes(jaxlint.check_paths([project], ignore=["traced-branch"])) == []
    assert codes(jaxlint.check_paths([project], select=["JAX4"])) == []
    (project / "jaxlint.toml").write_text('ignore = ["JAX1"]')
    assert codes(jaxlint.check_paths(["helper.py"])) == []


def test_what_is_wrong_is_raised(project: Path) -> None:
    with pytest.raises(jaxlint.MissingPath):
        jaxlint.check_paths([project / "missing.py"])
    with pytest.raises(jaxlint.UnknownSelector):
        jaxlint.check_source("", select=["JAX999"])
    with pytest.raises(jaxlint.SettingsError):
        jaxlint.check_source("", config=project / "missing.toml")
    assert [one.code for one in jaxlint.check_source(b"\xff(").findings] == ["JAX901"]


def test_findings_are_frozen() -> None:
    (finding,) = jaxlint.check_source(HAZARD).findings
    assert isinstance(finding, jaxlint.Finding)
    assert isinstance(finding.span, jaxlint.Span)
    assert all(isinstance(reason, jaxlint.Reason) for reason in finding.chain)
    with pytest.raises(FrozenInstanceError):
        finding.code = "JAX000"  # type: ignore[misc]


def test_all_that_is_offered_is_there() -> None:
    for name in jaxlint.__all__:
        assert getattr(jaxlint, name) is not None
        assert name in dir(jaxlint)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = jaxlint.nonsense


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, jaxlint\n"
        "heavy = {'libcst', 'jax', 'click', 'rich', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert jaxlint.check_source('x = 1').findings == ()\n"
        "assert 'jax' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


def test_broken_syntax_is_worded_and_placed_as_python_does() -> None:
    (found,) = jaxlint.check_source(b"def f(x)\n    return x\n").findings
    assert (found.span.line, found.span.column) == (1, 9)
    assert found.message == "this file is not valid Python: expected ':'"
    (found,) = jaxlint.check_source(b"def f(x):\n    return (x\n\n\ny = 2\n").findings
    assert (found.span.line, found.span.column) == (2, 12)
