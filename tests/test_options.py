"""Options of ``jaxlint check`` and ``explain`` as users of other linters know them."""

from __future__ import annotations

import builtins
import json
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxlint.__main__ import main
from jaxlint.cli.main import cli
from jaxlint.knowledge.api import api

from .processes import CHECKOUT, LONGEST, environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]
# Two that raise, at lines 6 and 13; a fix that is safe, and one that is not.
TWO = """\
import jax


@jax.jit
def step(x):
    if x > 0:
        return x
    return -x


@jax.jit
def loop(x):
    while x > 0:
        x = x - 1
    return x
"""
FIXABLE = """\
import jax
import jax.numpy as jnp


def shape(tree):
    return jax.tree_map(jnp.shape, tree)
"""
UNSAFE = """\
import jax


def draw(key):
    return jax.random.normal(key) + jax.random.uniform(key)
"""


@pytest.fixture
def check(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, list[str], str]]:
    """Check in the test's project; returns the exit code, the findings' starts and the rest."""
    monkeypatch.chdir(project)

    def do(*arguments: str) -> tuple[int, list[str], str]:
        with pytest.raises(SystemExit) as ended:
            main(["check", "--output-format", "concise", *arguments])
        told = capsys.readouterr()
        found = [line.partition(" `")[0].split(" ")[0:2] for line in told.out.splitlines()]
        return int(ended.value.code or 0), [" ".join(one) for one in found], told.err

    return do


Check = Callable[..., "tuple[int, list[str], str]"]
FIRST, SECOND = "a.py:6:8: JAX101", "a.py:13:11: JAX102"


# --- which rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "arguments", "found"),
    [
        ("", (), [FIRST, SECOND]),
        ('select = ["JAX4"]\nextend-select = ["traced-loop"]', (), [SECOND]),
        ('extend-ignore = ["traced-loop"]', (), [FIRST]),
        ('ignore = ["JAX101"]\nextend-ignore = ["JAX102"]', (), []),
        ('select = ["JAX4"]', ("--extend-select", "JAX102"), [SECOND]),
        ('ignore = ["JAX102"]', ("--extend-select", "JAX1"), [FIRST, SECOND]),
        ('ignore = ["JAX1"]', ("--extend-select", "JAX102"), [SECOND]),
        ("", ("--select", "JAX4", "--extend-select", "JAX101,JAX102"), [FIRST, SECOND]),
        ("", ("--extend-ignore", "JAX102"), [FIRST]),
        ("", ("--select", "JAX1", "--extend-ignore", "traced-branch"), [SECOND]),
        # what is selected on the command line takes the place of all that the settings say
        ('extend-select = ["JAX1"]', ("--select", "JAX4"), []),
        ('extend-ignore = ["JAX1"]', ("--select", "JAX101"), [FIRST]),
    ],
)
def test_rules_are_added_and_taken_away(
    check: Check, project: Path, settings: str, arguments: tuple[str, ...], found: list[str]
) -> None:
    (project / "a.py").write_text(TWO)
    (project / "jaxlint.toml").write_text(settings)
    assert check(*arguments)[1] == found


def test_the_python_interface_takes_the_same_keys(project: Path) -> None:
    import jaxlint

    (project / "a.py").write_text(TWO)
    (project / "jaxlint.toml").write_text('extend-ignore = ["JAX102"]')
    assert [one.code for one in jaxlint.check_paths([project]).findings] == ["JAX101"]


@pytest.mark.parametrize("option", ["--extend-select", "--extend-ignore"])
def test_a_code_that_is_none_is_named_with_its_option(check: Check, option: str) -> None:
    code, _, err = check(option, "reused-kye")
    assert code == 2
    assert f'{option}: unknown code "reused-kye"; the nearest is "reused-key"' in err


def test_the_jax_that_runs_the_code_is_told(check: Check, project: Path) -> None:
    (project / "a.py").write_text(FIXABLE)
    (project / "jaxlint.toml").write_text('jax-version = "0.4.20"')
    assert check()[1] == []
    assert check("--jax-version", "0.6.0")[1] == ["a.py:6:12: JAX801"]
    code, _, err = check("--jax-version", "newest")
    assert code == 2
    assert '--jax-version: "newest" is neither a version' in err


# --- which lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (("a.py:6",), [FIRST]),
        (("a.py:1-6",), [FIRST]),
        (("a.py:7-12",), []),
        (("a.py:13-99",), [SECOND]),
        (("a.py:1-12", "a.py:13"), [FIRST, SECOND]),
        (("a.py:13", "a.py"), [FIRST, SECOND]),
        (("a.py:13", "b.py"), [SECOND, "b.py:6:8: JAX101", "b.py:13:11: JAX102"]),
        (("./a.py:13",), [SECOND]),
        (("a.py:6:8",), [FIRST]),
    ],
)
def test_only_findings_on_the_lines_named_are_shown(
    check: Check, project: Path, paths: tuple[str, ...], found: list[str]
) -> None:
    for name in ("a.py", "b.py"):
        (project / name).write_text(TWO)
    code, told, _ = check(*paths)
    assert told == found
    assert code == bool(found)


def test_a_file_with_such_a_name_is_meant_as_it_is(check: Check, project: Path) -> None:
    (project / "a.py:6").write_text(TWO)
    assert check("a.py:6")[1] == ["a.py:6:6:8: JAX101", "a.py:6:13:11: JAX102"]


def test_lines_of_a_cell_are_named_with_it(check: Check, project: Path) -> None:
    cells = [{"cell_type": "code", "metadata": {}, "source": part} for part in TWO.split("\n\n\n")]
    (project / "n.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}))
    places = {"n.ipynb:cell 2:3": [2], "n.ipynb:cell 3": [3], "n.ipynb:cell 2:4": []}
    for path, numbers in places.items():
        found = check(path)[1]
        assert [int(one.partition(":")[0]) for one in found if one[0].isdigit()] == []
        assert [f"cell {number}" in " ".join(found) for number in numbers] == [True] * len(numbers)
        assert len(found) == len(numbers)


def test_a_baseline_is_not_obsolete_beyond_the_lines(check: Check, project: Path) -> None:
    (project / "a.py").write_text(TWO)
    with pytest.raises(SystemExit):
        main(["baseline", "write"])
    _, found, err = check("a.py:6", "--baseline", ".jaxlint-baseline.json")
    assert found == []
    assert "obsolete" not in err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("a.py:9-3",), "a.py:9-3: lines count from 1, the first before the last"),
        (("a.py:0",), "lines count from 1"),
        (("folder:3",), "folder is a folder: name one of its files"),
        (("none.py:3",), "no such path: none.py"),
        (("a.py:3", "--fix"), "lines of a file go with none of --fix, --diff and --add-ignore"),
    ],
)
def test_lines_that_cannot_be_meant_exit_2(
    check: Check, project: Path, arguments: tuple[str, ...], word: str
) -> None:
    (project / "a.py").write_text(TWO)
    (project / "folder").mkdir()
    code, found, err = check(*arguments)
    assert (code, found) == (2, [])
    assert word in err


def test_a_column_is_explained_alone(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWO)
    whole = run("explain", "a.py:6").stdout
    assert "6:8 x > 0: traced" in whole
    inner = run("explain", "a.py:6:8").stdout
    assert "6:8 x: traced" in inner
    edge = run("explain", "a.py:6:10").stdout
    assert "6:8 x > 0: traced" in edge
    assert "6:8 x: " not in edge
    nothing = run("explain", "a.py:6:80")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert "nothing is known of a value at column 80 on line 6 of a.py" in nothing.stderr
    traced = run("explain", "--trace", "a.py:6:10").stdout
    assert "6:8 x > 0 is traced" in traced
    assert "6:8 x is traced" not in traced


# --- what a run says -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "arguments", "summary"),
    [
        ((TWO,), (), "2 findings in 1 file; 1 file checked"),
        ((FIXABLE,), (), "1 finding in 1 file, 1 fixable with --fix; 1 file checked"),
        (
            (FIXABLE, UNSAFE),
            (),
            "2 findings in 2 files, 1 fixable with --fix, 1 more with --unsafe-fixes; "
            "2 files checked",
        ),
        (
            (UNSAFE,),
            (),
            "1 finding in 1 file, 1 fixable with --fix --unsafe-fixes; 1 file checked",
        ),
        (
            (FIXABLE, UNSAFE),
            ("--fix",),
            "1 finding in 1 file, 1 fixable with --fix --unsafe-fixes; 2 files checked",
        ),
        ((FIXABLE, UNSAFE), ("--fix", "--unsafe-fixes"), "clean; 2 files checked"),
    ],
)
def test_the_summary_says_what_to_do_next(
    check: Check, project: Path, texts: tuple[str, ...], arguments: tuple[str, ...], summary: str
) -> None:
    for name, text in zip("ab", texts, strict=False):
        (project / f"{name}.py").write_text(text)
    assert check(*arguments)[2].splitlines()[-1] == f"jaxlint: {summary}"


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (FIXABLE, ("--fix",), 0),
        (FIXABLE, ("--fix", "--exit-non-zero-on-fix"), 1),
        (FIXABLE, ("--diff", "--exit-non-zero-on-fix"), 1),
        ("x = 1\n", ("--fix", "--exit-non-zero-on-fix"), 0),
        (FIXABLE, ("--exit-zero", "--exit-non-zero-on-fix"), 2),
    ],
)
def test_what_was_fixed_may_count_for_the_exit_code(
    check: Check, project: Path, text: str, arguments: tuple[str, ...], code: int
) -> None:
    (project / "a.py").write_text(text)
    assert check(*arguments)[0] == code


@pytest.mark.parametrize(
    ("when", "environment", "coloured"),
    [
        ("auto", {}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("always", {}, True),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_are_asked_for_or_refused(
    run: Run, project: Path, when: str, environment: dict[str, str], coloured: bool
) -> None:
    (project / "a.py").write_text(TWO)
    told = run("check", "--color", when, **environment).stdout
    assert ("\x1b[" in told) is coloured


@pytest.mark.parametrize("command", ["rules", "rule JAX101", "completion bash", "init", "--help"])
def test_commands_without_the_option_paint_nothing(run: Run, command: str) -> None:
    words = command.split()
    assert "--color" not in run(words[0], "--help").stdout.partition("Options:")[2]
    assert "\x1b[" not in run(*words, FORCE_COLOR="1").stdout


# --- settings and files --------------------------------------------------------------------------


def test_the_files_that_would_be_checked_are_shown(check: Check, project: Path) -> None:
    for name in ("a.py", "b.py", "c.txt", "sub/d.py", "left/e.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(TWO)
    (project / "jaxlint.toml").write_text('exclude = ["left/"]')
    code, found, err = check("--show-files")
    assert (code, found, err) == (0, ["a.py", "b.py", "sub/d.py"], "")
    assert check("--show-files", "left/e.py", "b.py:3")[1] == ["b.py", "left/e.py"]


def test_the_settings_that_count_are_shown_as_toml_with_their_origins(
    run: Run, project: Path
) -> None:
    (project / "jaxlint.toml").write_text(
        'ignore = ["JAX5"]\n[per-file-ignores]\n"tests/" = ["JAX4"]\n'
        '[transforms]\n"my.jit" = "jax.jit"\n'
    )
    (project / "requirements.txt").write_text("jax>=0.5,<0.6\n")
    (project / "a.py").write_text("")
    done = run("check", "--show-settings", "--extend-select", "JAX902", "--presumed")
    assert (done.returncode, done.stderr) == (0, "")
    settings = tomllib.loads(done.stdout)
    assert settings["select"] == ["JAX"]
    assert settings["ignore"] == ["JAX5"]
    assert settings["extend-select"] == ["JAX902"]
    assert settings["per-file-ignores"] == {"tests/": ["JAX4"]}
    assert settings["transforms"] == {"my.jit": "jax.jit"}
    assert settings["presumed"] is True
    lines = done.stdout.splitlines()
    assert f"# settings from {project / 'jaxlint.toml'}: the nearest at or above all paths" in lines
    assert "# JAX <0.6,>=0.5: requirements.txt" in lines
    assert 'ignore = ["JAX5"]  # jaxlint.toml' in lines
    assert 'extend-select = ["JAX902"]  # command line' in lines
    assert "exclude = []  # default" in lines
    assert "# baseline is not set" in lines


def test_a_jax_that_is_not_known_is_said_to_be_judged_as_another(run: Run, project: Path) -> None:
    (project / "a.py").write_text("import jax\n\njax.tree_map\n")
    judged = f"judged as {api().asked[-1]}"
    for version in ("99.1", ">=0.6,<0.5"):
        done = run("check", "--verbose", "--jax-version", version)
        assert judged in done.stdout.splitlines()[0]
        assert judged in done.stderr
    newest = f"this project allows {api().asked[-1]}"
    for version, said in (("0.12", newest), (">=0.5", "this project sets no upper bound on JAX")):
        done = run("check", "--verbose", "--jax-version", version)
        assert said in done.stdout
        assert "judged as" not in done.stdout + done.stderr


def test_shown_settings_may_be_used_as_a_config_file(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWO)
    shown = run("check", "--show-settings", "--ignore", "JAX102").stdout
    (project / "jaxlint.toml").write_text(shown)
    told = run("check", "--output-format", "concise").stdout
    assert [line.split(" ")[1] for line in told.splitlines()] == ["JAX101"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), ["the nearest at or above all paths", 'ignore = ["JAX102"] (jaxlint.toml)']),
        (("--config", "jaxlint.toml"), ["settings from jaxlint.toml: --config"]),
        (
            ("--isolated",),
            ["settings from no file: --isolated", "newest that is known: --isolated"],
        ),
        (("--jax-version", "0.5.3"), ["JAX ==0.5.3: --jax-version"]),
        (("--select", "JAX101"), ['select = ["JAX101"] (command line)', "2 rules of "]),
        ((), ["JAX ==0.6.1: uv.lock"]),
    ],
)
def test_verbose_says_which_settings_count_and_why(
    run: Run, project: Path, arguments: tuple[str, ...], told: list[str]
) -> None:
    (project / "a.py").write_text("x = 1\n")
    (project / "jaxlint.toml").write_text('ignore = ["JAX102"]')
    (project / "uv.lock").write_text('[[package]]\nname = "jax"\nversion = "0.6.1"\n')
    err = run("check", "-v", *arguments).stderr
    assert [one for one in told if one not in err] == []


# --- shells --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_what_completes(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_JAXLINT_COMPLETE={shell}_complete" in done.stdout
    program = shutil.which(shell)
    if program is not None:
        read = subprocess.run([program, "-n"], input=done.stdout, text=True, capture_output=True)
        assert (read.returncode, read.stderr) == (0, "")


def test_another_shell_is_refused(run: Run) -> None:
    assert "'bash', 'zsh', 'fish'" in run("completion", "csh").stderr


# --- watching ------------------------------------------------------------------------------------


def test_without_its_library_watching_says_how_to_get_it(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "watchfiles":
            raise ImportError(name=name)
        return known(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    code, _, err = check("--watch")
    assert code == 2
    assert "--watch needs watchfiles: pip install watchfiles" in err


@pytest.mark.parametrize("arguments", [("-",), ("--show-files",), ("--show-settings",)])
def test_watching_goes_with_files_alone(check: Check, arguments: tuple[str, ...]) -> None:
    code, _, err = check("--watch", *arguments)
    assert code == 2
    assert "--watch goes with files and folders" in err


def test_a_change_is_checked_again(project: Path) -> None:
    pytest.importorskip("watchfiles")
    (project / "a.py").write_text("x = 1\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "jaxlint", "check", "--watch", "--output-format", "concise"],
        cwd=project,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        _until(process.stderr, "watching")
        (project / "a.py").write_text(TWO)
        assert process.stdout.readline().startswith(FIRST)
        assert process.stdout.readline().startswith(SECOND)
        _until(process.stderr, "watching")
        (project / "jaxlint.toml").write_text("select = 3")
        _until(process.stderr, "select must be a list of strings")
        _until(process.stderr, "watching")
        (project / "jaxlint.toml").write_text('select = ["JAX102"]')
        assert process.stdout.readline().startswith(SECOND)
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST) == 130
    finally:
        process.kill()
        process.wait()


def _until(stream: Any, word: str) -> None:
    """Read lines up to one with a word in it."""
    while word not in (line := stream.readline()):
        assert line, f"ended before {word}"


# --- documentation -------------------------------------------------------------------------------


def test_every_option_and_command_is_documented() -> None:
    usage = (CHECKOUT / "docs" / "usage.md").read_text(encoding="utf-8")
    for name in cli.commands:
        assert f"`jaxlint {name}" in usage, name
    options = [name for one in cli.commands["check"].params for name in one.opts if name[0] == "-"]
    assert [name for name in options if f"`{name}" not in usage] == []
