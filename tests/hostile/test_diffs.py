"""A diff is what tools apply: the bytes of the fixed file come out of it, whatever the file."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxlint.report.diff import styled, unified
from jaxlint.report.paint import painted

from ..mutation.trying import patched
from ..processes import LONGEST

Run = Callable[..., "subprocess.CompletedProcess[str]"]
TWICE = """\
import jax


def noise(key):
\tfirst = jax.random.normal(key, (3,))
\treturn first + jax.random.normal(key, (3,))
"""
MENDED = TWICE.replace("(key, (3,))", "(subkey, (3,))", 1).replace(
    "\tfirst", "\tkey, subkey = jax.random.split(key)\n\tfirst"
)
DIFF = ("check", "--diff", "--unsafe-fixes", "--no-cache", "-q")
TOOLS = {"git": ["git", "apply", "-p1"], "patch": ["patch", "-p1", "--binary", "-i"]}


def applied(diff: bytes, folder: Path, tool: str) -> None:
    """Apply a diff in a folder, with a tool that is skipped where it is missing."""
    if shutil.which(TOOLS[tool][0]) is None:
        pytest.skip(f"{tool} is not installed")
    file = folder / "the.diff"
    file.write_bytes(diff)
    alone = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    subprocess.run([*TOOLS[tool], file.name], cwd=folder, env=alone, check=True, timeout=LONGEST)


def check_applies(run: Run, project: Path, name: str, before: bytes, after: bytes) -> None:
    """Check that the diff of a file in a project makes it what the fix makes it, by each tool."""
    for tool in TOOLS:
        (project / name).write_bytes(before)
        done = run(*DIFF, "--advice", "--output-file", "out.diff", name)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
        applied((project / "out.diff").read_bytes(), project, tool)
        assert (project / name).read_bytes() == after


@pytest.mark.parametrize(
    "coded",
    [
        lambda text: text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: text.replace("\n", "\r\n").rstrip().encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: ("# coding: latin-1\n# Grüße\n" + text).encode("latin-1"),
        lambda text: ("# \x0c \x1b[31m \x85 \u2028 🎲\n" + text).encode(),
    ],
    ids=["tabs", "CRLF", "CR", "no last end", "CRLF, no last end", "BOM", "latin-1", "controls"],
)
def test_it_applies_whatever_the_text(
    run: Run, project: Path, coded: Callable[[str], bytes]
) -> None:
    check_applies(run, project, "a.py", coded(TWICE), coded(MENDED))


@pytest.mark.parametrize("name", ["with blanks.py", 'quo"te\\.py', "tab\there.py", "grüße.py"])
@pytest.mark.skipif(os.name == "nt", reason="such names cannot be")
def test_it_applies_whatever_the_name(run: Run, project: Path, name: str) -> None:
    check_applies(run, project, name, TWICE.encode(), MENDED.encode())


def notebook(*cells: str) -> bytes:
    content = [
        {"cell_type": "code", "metadata": {}, "source": cell.splitlines(keepends=True)}
        for cell in cells
    ]
    return json.dumps({"cells": content, "nbformat": 4}, indent=1).encode()


def test_it_applies_to_a_notebook_and_names_the_cell(run: Run, project: Path) -> None:
    parts = ("import jax\n", "x = 1\n" * 9)
    before, after = notebook(*parts, TWICE), notebook(*parts, MENDED)
    check_applies(run, project, "a.ipynb", before, after)
    hunks = [line for line in (project / "out.diff").read_text().splitlines() if line[:2] == "@@"]
    assert [hunk.rpartition("@@")[2] for hunk in hunks] == [" cell 3"]


def test_there_is_no_line_of_context_that_the_file_has_not(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    lines = run(*DIFF, "a.py").stdout.splitlines()
    assert lines[-1] == " \treturn first + jax.random.normal(key, (3,))"


@pytest.mark.parametrize("tool", TOOLS)
def test_files_outside_the_folder_count_from_the_one_above_both(
    run: Run, project: Path, tool: str
) -> None:
    for folder in ("here", "there"):
        (project / folder).mkdir()
        (project / folder / "a.py").write_text(TWICE)
    done = run(*DIFF, ".", "../there", cwd=project / "here")
    assert done.stderr == f"jaxlint: the paths of the diff count from {project}\n"
    applied(done.stdout.encode(), project, tool)
    assert {(project / folder / "a.py").read_text() for folder in ("here", "there")} == {MENDED}


@pytest.mark.parametrize("kinds", [1, 3, 50, 5000])
def test_any_change_comes_out_of_its_diff(kinds: int) -> None:
    """Of files with few kinds of lines, or many, that are shorter or longer than a stretch."""
    draw = random.Random(kinds)

    def some(count: int) -> list[bytes]:
        return [b"%d\n" % draw.randrange(kinds) for _ in range(count)]

    for size in (*range(60, 68), *range(0, 400, 20)):
        before = some(size)
        after = [*before]
        for _ in range(draw.choice([1, 2, 30])):
            at = draw.randint(0, len(after))
            after[at : at + draw.choice([0, 1, 30])] = some(draw.choice([0, 1, 30]))
        old, new = b"".join(before), b"".join(after)[: draw.choice([None, -1])]
        assert patched(old, b"".join(unified("x", old, new))) == new


def test_a_terminal_gets_blanks_for_tabs_and_no_commands() -> None:
    lines = styled([b"+\tx = '\x1b[31m'\r\n", b"-\xff\n"])
    assert painted(lines, colour=False) == "+   x = '\\x1b[31m'\n-\ufffd\n"
