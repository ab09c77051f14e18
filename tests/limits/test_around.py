"""What is done around the interpretation grows no faster than its input: comments, cells, magics.

Work is counted in lines that are run, or in characters that are handed to Python's compiler.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import jaxlint.source.notebooks as notebooks
from jaxlint.config.settings import Settings
from jaxlint.diagnostics.baseline import without
from jaxlint.diagnostics.filter import Filter, filtered
from jaxlint.diagnostics.findings import Finding, Fix, Report
from jaxlint.diagnostics.result import Entry, Result
from jaxlint.diagnostics.selection import Selection
from jaxlint.fixes import applying, ignore_comments
from jaxlint.frontends.jobs import Job
from jaxlint.report import FORMATS
from jaxlint.report.diff import unified
from jaxlint.source.edits import edited
from jaxlint.source.spans import Edit, Span

from .counting import steps
from .programs import repeated

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HAZARD = "@jax.jit\ndef f(x):\n    if x > 0:\n        return x"


def book(*cells: str) -> bytes:
    return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}).encode()


def found(line: int, cell: int = 0, path: str = "a.py") -> Finding:
    return Finding(path, Span(line, 1, line, 2, cell), "JAX101", "traced-branch", "", "", "")


def check_grows(work: Callable[[int], Callable[[], Any]], size: int) -> None:
    """Check that twice the size takes no more than twice the steps, and some."""
    work(10)()
    once, twice = (steps(work(factor * size)) for factor in (1, 2))
    assert size < once
    assert twice <= 2.2 * once


# --- comments ------------------------------------------------------------------------------------


def shown(text: str, lines: int) -> Report:
    report = Report(tuple(found(line + 1) for line in range(lines)), (), 1)
    return filtered(report, {"a.py": text.encode()}, Filter(Selection(("ALL",))))


@pytest.mark.parametrize(
    "text",
    [
        "x = 1  # jaxlint: ignore[JAX101]\n",
        "x = 1  # jaxlint: ignore[JAX102]\n",
        "x = 1  # noqa: JAX902, JAX103\n",
        "x = 1  # jaxlint: off[JAX102]\n",
        "x = 1  # jaxlint: off[JAX102]\nx = 2  # jaxlint: on[JAX103]\n",
    ],
    ids=["used", "unused", "both", "off", "off, and on for others"],
)
def test_comments_are_not_compared_with_each_finding(text: str) -> None:
    check_grows(lambda size: lambda: shown(text * size, size), 200)


def test_a_wrong_word_is_looked_up_once() -> None:
    text = "x = 1  # jaxlint: ignore[" + "reused-kee," * 5000 + "]\n"
    reports: list[Report] = []
    assert steps(lambda: reports.append(shown(text, 0))) < 500_000
    assert len(reports[0].findings) == 5000


# --- notebooks -----------------------------------------------------------------------------------


def test_magics_do_not_have_their_cell_compiled_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = 0

    def counting(text: str, *rest: Any) -> Any:
        nonlocal compiled
        compiled += len(text)
        return compile(text, *rest)

    monkeypatch.setattr(notebooks, "compile", counting, raising=False)
    line = "%time x = 1\ny = !ls\nz?\n"
    (cell,) = notebooks.parse(book(line * 100)).cells
    assert cell.python == "_time('x = 1')\ny = get_ipython()\npass\n" * 100
    assert 0 < compiled <= 3 * len(line * 100)


@pytest.mark.parametrize(
    "text", [" " * 1_000_000 + "x", "x" + " ?" * 500_000 + "x", "!" * 1_000_000]
)
def test_a_long_line_of_a_notebook_is_read_once(run: Run, project: Path, text: str) -> None:
    """In a process of its own, so that one that hangs fails."""
    (project / "n.ipynb").write_bytes(book(f"x = 1\n{text}\n", "import jax", HAZARD))
    done = run("check", "--no-cache", "--output-format", "concise", "n.ipynb")
    assert done.returncode == 1
    assert "n.ipynb:cell 3:3:8: JAX101" in done.stdout


def test_cells_are_not_looked_for_one_by_one() -> None:
    def work(size: int) -> Callable[[], Any]:
        data = book(*["x = 1\ny = 2"] * size)
        notebook = notebooks.parse(data)
        findings = tuple(found(2, cell + 1, "n.ipynb") for cell in range(size))
        report = Report(findings, (), 1)
        result = Result(report, {"n.ipynb": data}, {}, notebooks={"n.ipynb": notebook})
        edits = [Edit(one.span, "z") for one in findings]

        def done() -> Any:
            spans = [notebook.celled(Span(3 + 2 * n, 1, 3 + 2 * n, 2)) for n in range(size)]
            lines = [notebook.line(n + 1, 2) for n in range(size)]
            return spans, lines, edited("n.ipynb", data, edits), list(FORMATS["full"](result))

        return done

    check_grows(work, 200)


# --- fixes ---------------------------------------------------------------------------------------


def test_fixes_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever checking them again says: here that nothing is left."""
    monkeypatch.setattr(applying, "lint", lambda job: Result.empty())

    def work(size: int) -> Callable[[], Any]:
        findings = tuple(
            replace(found(n + 1), fix=Fix("", (Edit(Span(n + 1, 1, n + 1, 2), "y"),), safe=True))
            for n in range(size)
        )
        result = Result(Report(findings, (), 1), {"a.py": b"x\n" * size}, {"a.py": Path("a.py")})

        def done() -> None:
            fixed = applying.fix(Job((), Settings()), result, unsafe=True)
            assert fixed.texts == {Path("a.py"): b"y\n" * size}

        return done

    check_grows(work, 200)


@pytest.mark.parametrize("kept", ["x = #\n", "x = 1\n", "\n\ny\n"], ids=["own", "one", "several"])
def test_a_diff_is_not_compared_line_by_line(kept: str) -> None:
    def work(size: int) -> Callable[[], Any]:
        before = repeated(f"f(#)\n{kept * 4}", size)
        after = repeated(f"new\nf(key, #)\n{kept * 4}", size)
        return lambda: list(unified("a.py", before.encode(), after.encode()))

    lines = work(300)()
    assert sum(line.startswith(b"+") for line in lines) == 601
    check_grows(work, 300)


def test_ignore_comments_are_not_looked_for_in_each_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ignore_comments, "lint", lambda job: Result.empty())

    def work(size: int) -> Callable[[], Any]:
        names = [f"m{n}.py" for n in range(size)]
        report = Report(tuple(found(1, path=name) for name in names), (), size)
        places = {name: Path(name) for name in names}
        result = Result(report, dict.fromkeys(names, b"x\n"), places)
        return lambda: ignore_comments.ignore(Job((), Settings()), result)

    check_grows(work, 200)


def test_obsolete_entries_are_not_looked_for_in_each_file() -> None:
    def work(size: int) -> Callable[[], Any]:
        names = [f"m{n}.py" for n in range(size)]
        places = {name: Path.cwd() / name for name in names}
        result = Result(Report((), (), size), {}, places, frozenset({"JAX101"}))
        known = frozenset(Entry(name, "JAX101", "") for name in names)
        return lambda: without(Path("base.json"), known, result)

    check_grows(work, 200)
