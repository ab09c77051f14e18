"""A defect of jaxlint is a fault of one file; ``--debug`` shows the traceback that leads there."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.__main__ import main

TRACED = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return 1\n    return x\n"
HEAD = "Traceback (most recent call last):"


def broken(*_: object, **__: object) -> None:
    raise ValueError("injected")


def told(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    """The exit code of a command, and what it wrote."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code, *capsys.readouterr()


@pytest.fixture(
    params=[
        "jaxlint.program.reading.lower",
        "jaxlint.analysis.semantics.statements.run_block",
        "jaxlint.diagnostics.diagnosing._finding",
    ]
)
def defect(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A defect in reading, in interpreting and in diagnosing."""
    monkeypatch.setattr(request.param, broken)
    return str(request.param)


@pytest.mark.usefixtures("defect")
def test_check_shows_it_only_to_debug(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(TRACED)
    arguments = ["check", str(project), "--no-cache"]
    code, _, errors = told(*arguments, capsys=capsys)
    assert (code, HEAD in errors) == (2, False)
    assert "a.py: ValueError: injected" in errors
    code, _, errors = told(*arguments, "--debug", capsys=capsys)
    assert (code, errors.count(HEAD)) == (2, 1)
    assert "in broken" in errors


@pytest.mark.usefixtures("defect")
def test_formats_for_programs_stay_what_they_are(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(TRACED)
    arguments = ["check", str(project), "--no-cache", "--output-format", "json"]
    _, plain, errors = told(*arguments, capsys=capsys)
    assert errors == ""
    _, debugged, errors = told(*arguments, "--debug", capsys=capsys)
    assert (debugged, errors.count(HEAD)) == (plain, 1)


def test_one_rule_does_not_spoil_the_others(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxlint.diagnostics.registry import rules

    (project / "a.py").write_text(TRACED.replace("    if", "    print(x)\n    if"))
    branch = next(rule for rule in rules() if rule.name == "traced-branch")
    monkeypatch.setattr(type(branch), "judge", broken)
    code, found, errors = told("check", str(project), "--no-cache", capsys=capsys)
    assert (code, "traced-print" in found, "traced-branch" in found) == (2, True, False)
    assert "ValueError: injected" in errors


def test_a_fault_from_the_cache_has_it_too(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "a.py").write_text(TRACED)
    with monkeypatch.context() as patch:
        patch.setattr("jaxlint.analysis.semantics.statements.run_block", broken)
        told("check", str(project), capsys=capsys)
    code, _, errors = told("check", str(project), "--debug", capsys=capsys)
    assert (code, errors.count(HEAD)) == (2, 1)


@pytest.mark.parametrize("trace", [(), ("--trace",)])
def test_explain_shows_it(
    trace: tuple[str, ...],
    project: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (project / "a.py").write_text(TRACED)
    monkeypatch.setattr("jaxlint.analysis.semantics.statements.run_block", broken)
    arguments = ["explain", f"{project / 'a.py'}:6", *trace]
    code, _, errors = told(*arguments, capsys=capsys)
    assert (code, HEAD in errors, "ValueError: injected" in errors) == (2, False, True)
    code, _, errors = told(*arguments, "--debug", capsys=capsys)
    assert (code, errors.count(HEAD)) == (2, 1)


def test_a_defect_of_the_command_itself(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jaxlint.cli.check.lint", broken)
    code, _, errors = told("check", str(project), capsys=capsys)
    assert (code, HEAD in errors, "ValueError: injected" in errors) == (2, False, True)
    code, _, errors = told("check", str(project), "--debug", capsys=capsys)
    assert (code, errors.count(HEAD)) == (2, 1)


def test_explaining_what_is_no_python_says_so(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text("def f(:\n")
    code, _, errors = told("explain", f"{project / 'a.py'}:1", capsys=capsys)
    assert (code, errors.endswith("a.py: is not valid Python\n")) == (2, True)
