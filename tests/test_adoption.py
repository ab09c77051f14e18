"""How an old project takes on jaxlint: ignore comments, baselines, a config file, completion."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import jaxlint.cli.progress
from jaxlint.cli.init import TEMPLATE
from jaxlint.cli.progress import bar
from jaxlint.config.settings import KEYS

from .processes import HAZARD

Run = Callable[..., "subprocess.CompletedProcess[str]"]

# --- ignore comments -----------------------------------------------------------------------------

BEFORE = '''\
import jax


@jax.jit
def step(x, y):
    if x > 0:  # as in the paper
        return x
    while x and y:   # jaxlint: ignore[JAX4]
        print(f"""
        {float(x)}
        """)
    z = (  float(x)
        + float(y))
    w = float(x), "# jaxlint: ignore[a]"
    return 1 if x else \\
        2
'''
AFTER = '''\
import jax


@jax.jit
def step(x, y):
    if x > 0:  # as in the paper  # jaxlint: ignore[traced-branch]
        return x
    while x and y:   # jaxlint: ignore[JAX4, traced-boolean]
        print(f"""
        {float(x)}
        """)  # jaxlint: ignore[traced-conversion]
    z = (  float(x)  # jaxlint: ignore[traced-conversion]
        + float(y))  # jaxlint: ignore[traced-conversion]
    w = float(x), "# jaxlint: ignore[a]"  # jaxlint: ignore[traced-conversion]
    return 1 if x else \\
        2  # jaxlint: ignore[traced-branch]
'''


def test_ignore_comments_are_written(run: Run, project: Path) -> None:
    (project / "a.py").write_text(BEFORE)
    done = run("check", "--add-ignore", "a.py")
    text = (project / "a.py").read_text()
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(BEFORE))
    assert (done.returncode, done.stdout) == (0, ""), text
    assert "ignored in 1 file\n" in done.stderr
    assert text.splitlines() == AFTER.splitlines()
    assert run("check", "a.py").returncode == 0
    assert run("check", "--add-ignore", "a.py").stderr.startswith("jaxlint: 0 findings ignored")
    assert (project / "a.py").read_text() == text


def test_a_reason_is_written_with_them(run: Run, project: Path) -> None:
    (project / "a.py").write_bytes(HAZARD.replace("\n", "\r\n").encode())
    done = run("check", "--add-ignore", "--reason", "the old\nway", "a.py")
    assert done.returncode == 0
    line = b"    if x > 0:  # jaxlint: ignore[traced-branch]: the old way\r\n"
    assert line in (project / "a.py").read_bytes()
    done = run("check", "--add-ignore", "--reason", "so", "-", text=HAZARD)
    assert done.stdout.splitlines()[5].endswith("# jaxlint: ignore[traced-branch]: so")


def test_what_no_comment_can_hide_is_left(run: Run, project: Path) -> None:
    (project / "a.py").write_text("def f(:\n")
    done = run("check", "--add-ignore", "a.py")
    assert done.returncode == 1
    assert (project / "a.py").read_text() == "def f(:\n"


# --- baselines -----------------------------------------------------------------------------------


def test_a_baseline_hides_what_is_old(run: Run, project: Path) -> None:
    (project / "src").mkdir()
    file = project / "src" / "a.py"
    file.write_text(HAZARD)
    done = run("baseline", "write")
    assert done.returncode == 0
    assert "1 finding kept in .jaxlint-baseline.json for later" in done.stderr
    given = ("check", "--baseline", ".jaxlint-baseline.json")
    assert run(*given).returncode == 0
    assert run("check").returncode == 1
    file.write_text("# moved\n\n" + HAZARD)
    assert run("check", "--baseline", "../.jaxlint-baseline.json", cwd=file.parent).returncode == 0
    file.write_text(HAZARD + HAZARD.replace("step", "other"))
    done = run(*given, "--output-format", "concise")
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == ["src/a.py:14:8:"]


def test_what_is_obsolete_is_told(run: Run, project: Path) -> None:
    for name in ("a", "b", "c"):
        (project / f"{name}.py").write_text(HAZARD)
    (project / "jaxlint.toml").write_text('baseline = "kept.json"')
    assert run("baseline", "write").returncode == 0
    assert len(json.loads((project / "kept.json").read_text())["findings"]) == 3
    assert run("check").stderr == "jaxlint: clean; 3 files checked\n"
    (project / "a.py").write_text("x = 1\n")
    (project / "b.py").unlink()
    told = "jaxlint: the baseline is obsolete: nothing is found of JAX101 in {}.py\n"
    done = run("check")
    assert done.stderr == told.format("a") + told.format("b") + "jaxlint: clean; 2 files checked\n"
    assert done.returncode == 0
    assert "obsolete" not in run("check", "--select", "JAX4").stderr
    assert "in a.py" not in run("check", "c.py").stderr
    run("baseline", "write")
    assert "obsolete" not in run("check").stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a baseline"),
        ("[]", "is not a baseline"),
        ('{"jaxlint-baseline": 1, "findings": [{}]}', "is not a baseline"),
        ('{"jaxlint-baseline": 2, "findings": []}', "another version"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_bad_baseline_is_named(run: Run, project: Path, text: str | None, said: str) -> None:
    if text is not None:
        (project / "kept.json").write_text(text)
    done = run("check", "--baseline", "kept.json")
    assert done.returncode == 2
    assert done.stderr.startswith("jaxlint: kept.json: ")
    assert said in done.stderr


# --- a config file to start from -----------------------------------------------------------------


def test_init_writes_a_config_file_that_changes_nothing(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    before = run("check").stdout
    done = run("init")
    assert done.returncode == 0
    text = (project / "jaxlint.toml").read_text()
    assert run("check").stdout == before
    assert run("init").returncode == 2
    assert (project / "jaxlint.toml").read_text() == text


def test_every_setting_is_explained() -> None:
    lines = TEMPLATE.splitlines()
    assert {line for line in lines if not line.startswith("#")} == {""}
    taken = [line.removeprefix("# ") for line in lines]
    shown = [line for line in taken if " = " in line or line.startswith("[")]
    assert set(tomllib.loads("\n".join(shown))) == {key.name for key in KEYS}


@pytest.mark.parametrize("name", ["jaxlint.toml", "pyproject.toml"])
def test_init_leaves_settings_that_are_there(run: Run, project: Path, name: str) -> None:
    (project / name).write_text("[tool.jaxlint]\n" if name == "pyproject.toml" else "")
    done = run("init")
    assert done.returncode == 2
    assert "has settings of jaxlint already" in done.stderr


# --- at the terminal -----------------------------------------------------------------------------


def test_shells_are_told_what_may_come_next(run: Run) -> None:
    words = {"_JAXLINT_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    assert "plain,check" in run(COMP_WORDS="jaxlint ch", **words).stdout.split()
    script = run(_JAXLINT_COMPLETE="zsh_source")
    assert (script.returncode, script.stdout.splitlines()[0]) == (0, "#compdef jaxlint")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("jaxlint check --output-f", "plain,--output-format"),
        ("jaxlint check src/tr", "file,src/tr"),
        ("jaxlint check --baseline la", "file,la"),
        ("jaxlint explain tr", "file,tr"),
        ("jaxlint rule reused", "plain,reused-key"),
        ("jaxlint prove JAX401 JAX40", "plain,JAX402"),
        ("jaxlint check --select JAX1,reused", "plain,JAX1,reused-key"),
        ("jaxlint completion z", "plain,zsh"),
    ],
)
def test_files_and_rules_are_completed_as_well(run: Run, line: str, told: str) -> None:
    last = str(len(line.split()) - 1)
    shell = {"_JAXLINT_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": last}
    words = run(**shell).stdout.split()
    assert told in words
    assert "plain,JAX101" not in words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_for_long_runs_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long, piped = Terminal(), Terminal(), io.StringIO()
    monkeypatch.setattr(jaxlint.cli.progress, "SECONDS", 3600)
    with bar(wanted=True, stream=short) as tick:
        assert tick is not None
        tick(1, 2)
    monkeypatch.setattr(jaxlint.cli.progress, "SECONDS", 0)
    with bar(wanted=True, stream=long) as tick:
        assert tick is not None
        tick(1, 2)
    for stream, wanted in ((piped, True), (long, False)):
        with bar(wanted=wanted, stream=stream) as tick:
            assert tick is None
    assert (short.getvalue(), piped.getvalue()) == ("", "")
    assert "reading" in long.getvalue()
