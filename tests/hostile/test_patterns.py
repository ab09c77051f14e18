"""Patterns of a project: git's own answers, and no pattern that takes long."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxlint.config.ignore_files import gitignore_of, patterns

from ..limits.counting import steps
from ..processes import LONGEST

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HAZARD = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"
NAMES = "a b ab abc a.py b.txt .h a* #".split()
PARTS = (
    "a b ab a.py * ** *** a* **b aa** *.py *b* ? a?c [ab] [!a] [^a] [a-b]* []a] [!]]b"
    " \\a a\\ \\* \\# #"
).split()


# --- what git says -------------------------------------------------------------------------------


def drawn(draw: random.Random) -> str:
    """Return a pattern."""
    text = "/".join(draw.choice(PARTS) for _ in range(draw.randint(1, 4)))
    start, end = draw.choice(["", "", "/"]), draw.choice(["", "", "/"])
    return draw.choice(["", "", "", "!"]) + start + text + end


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_ignores_the_same_paths(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True, timeout=LONGEST)
    draw = random.Random(0)
    ignored = 0
    for _ in range(60):
        lines = [drawn(draw) for _ in range(draw.randint(1, 3))]
        (tmp_path / ".gitignore").write_text("\n".join(lines))
        paths = {"/".join(draw.choices(NAMES, k=draw.randint(1, 5))) for _ in range(60)}
        own = gitignore_of(str(tmp_path)) or patterns(tmp_path, ())
        done = subprocess.run(
            ["git", "check-ignore", "--no-index", "-z", "--stdin"],
            cwd=tmp_path,
            input="\0".join(paths).encode(),
            capture_output=True,
            timeout=LONGEST,
        )
        wanted = {*filter(None, done.stdout.decode().split("\0"))}
        assert {p for p in paths if own.verdict(str(tmp_path / p), False)} == wanted, lines
        ignored += len(wanted)
    assert ignored > 300


# --- no pattern takes long -----------------------------------------------------------------------

MANY_STARS = "*a" * 40 + "b"
NAME = "a" * 100


@pytest.mark.parametrize("where", ["gitignore", "exclude", "per-file-ignores", "folders"])
def test_a_pattern_of_many_stars_is_read(run: Run, project: Path, where: str) -> None:
    """In a process of its own, so that one that hangs fails."""
    folder = project
    if where == "gitignore":
        (project / ".git").mkdir()
        (project / ".gitignore").write_text(f"{MANY_STARS}\n")
    elif where == "exclude":
        (project / "jaxlint.toml").write_text(f'exclude = ["{MANY_STARS}"]\n')
    elif where == "per-file-ignores":
        (project / "jaxlint.toml").write_text(f'[per-file-ignores]\n"{MANY_STARS}" = ["JAX1"]\n')
    else:
        (project / "jaxlint.toml").write_text(f'exclude = ["{"**/*a/" * 40}b"]\n')
        folder = project.joinpath(*"a" * 60)
        folder.mkdir(parents=True)
    (folder / f"{NAME}.py").write_text(HAZARD)
    done = run("check", "--no-cache", "--output-format", "concise")
    assert done.returncode == 1
    assert done.stdout.count("JAX101") == 1


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("*a" * 40 + "b", "a" * 40),
        ("*" * 400 + "b", "a" * 40),
        ("?*" * 40 + "b", "a" * 40),
        ("**/*a/" * 20 + "b", "a/" * 40 + "c"),
        ("[!b]*" * 40 + "b", "a" * 40),
    ],
)
def test_twice_the_pattern_and_name_are_four_times_the_steps(pattern: str, name: str) -> None:
    def work(factor: int) -> Callable[[], Any]:
        own = patterns(os.sep, [pattern[:-1] * factor + "b"])
        return lambda: own.verdict(f"{os.sep}{name * factor}", False)

    once, twice = (steps(work(factor)) for factor in (1, 2))
    assert twice <= 4.5 * once


@pytest.mark.parametrize("template", ["name{}.txt", "*.x{}", "/a/b{}/c/", "!d{}/"])
def test_as_many_patterns_as_there_may_be_are_looked_up(template: str) -> None:
    def work(size: int) -> Callable[[], Any]:
        own = patterns(os.sep, [template.format(n) for n in range(size)])
        return lambda: [own.verdict(f"{os.sep}a/b{n}/c/name", False) for n in range(100)]

    assert steps(work(20_000)) <= 1.2 * steps(work(2_000))


def test_what_is_no_pattern_is_passed_over_as_git_does(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("!\n\\\n//\n[a\nb.py\r\nc.py   \n")
    own = gitignore_of(str(tmp_path))
    assert own is not None
    names = ["a.py", "b.py", "c.py", "!"]
    assert [own.verdict(str(tmp_path / name), False) for name in names] == [None, True, True, None]
