"""Notebooks: what is found in their cells, what is no Python in them, and fixes written back."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from jaxlint.source.notebooks import NotANotebook, parse, rewritten

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HAZARD = "@jax.jit\ndef step(x):\n    if x > 0:\n        return x\n    return -x"
TWICE = "key = jax.random.key(0)\na = jax.random.normal(key)  # grün\nb = jax.random.normal(key)"


def notebook(*cells: str, **metadata: Any) -> str:
    """Return a notebook as Jupyter writes it; a cell that starts with # is text."""
    book = nbformat.v4.new_notebook(metadata=metadata)
    for at, text in enumerate(cells):
        made = nbformat.v4.new_markdown_cell if text.startswith("# ") else nbformat.v4.new_code_cell
        book.cells.append(made(text, id=f"cell-{at}"))
    return str(nbformat.writes(book))


def places(run: Run, *arguments: str) -> list[str]:
    done = run("check", "--output-format", "concise", *arguments)
    return [re.sub(r"(JAX\d+) .*", r"\1", line) for line in done.stdout.splitlines()]


def python(text: str) -> str:
    """Return what is left of a cell for Python to read."""
    (cell,) = parse(notebook(text).encode()).cells
    assert cell.python.count("\n") == text.count("\n")
    return cell.python


# --- what is found -------------------------------------------------------------------------------


def test_cells_are_one_module(run: Run, project: Path) -> None:
    (project / "n.ipynb").write_text(notebook("# Title", "import jax", "x = 1\n" + HAZARD))
    assert places(run) == ["n.ipynb:cell 3:4:8: JAX101"]
    full = run("check", "n.ipynb").stdout
    assert "--> n.ipynb:cell 3:4:8\n4 |     if x > 0:\n  |        ^^^^^\n" in full
    assert "n.ipynb:cell 3:2: `step` is traced by jax.jit" in full
    told = json.loads(run("check", "--output-format", "json").stdout)["findings"][0]
    assert (told["cell"], told["line"], told["chain"][0]["cell"]) == (3, 4, 3)
    assert "x: traced" in run("explain", "n.ipynb:cell 3:4").stdout
    assert "cell 3 of n.ipynb has 6 lines" in run("explain", "n.ipynb:cell 3:7").stderr


def test_a_notebook_uses_modules_and_is_none(run: Run, project: Path) -> None:
    (project / "helper.py").write_text("def sign(x):\n    return 1 if x > 0 else -1\n")
    (project / "helper.ipynb").write_text(notebook("import jax, helper\njax.jit(helper.sign)"))
    assert places(run) == ["helper.py:2:17: JAX101"]
    assert places(run, "helper.py") == ["helper.py:2:17: JAX101"]
    full = run("check", "helper.py").stdout
    assert "helper.ipynb:cell 1:2:" in full


def test_ignore_comments_count(run: Run, project: Path) -> None:
    hidden = HAZARD.replace("0:", "0:  # jaxlint: ignore[traced-branch]")
    (project / "n.ipynb").write_text(notebook("import jax", hidden, "x = 1  # jaxlint: ignore"))
    assert places(run, "--select", "ALL") == ["n.ipynb:cell 3:1:10: JAX902"]


def test_a_broken_cell_does_not_spoil_the_others(run: Run, project: Path) -> None:
    (project / "n.ipynb").write_text(notebook("import jax", "def f(:\n  x", HAZARD))
    assert places(run) == ["n.ipynb:cell 2:1:7: JAX901", "n.ipynb:cell 3:3:8: JAX101"]


# As from Python 3.12: f-strings in which quotes, newlines and comments stand; names of types.
NEWER = (
    'print(f"{d["y"]}")',
    "print(f'{d['y']!r:>{d['w']}}')",
    'print(f"{\n    d  # why\n}")',
    'print(f"{"\\n".join(d)}")',
    "type Tree[T] = dict[str, T]",
    'd?\nprint(f"{d["y"]}")',
)


@pytest.mark.parametrize("text", NEWER)
def test_a_cell_in_a_newer_python_is_read(run: Run, project: Path, text: str) -> None:
    hazard = f"{text}\n{HAZARD}"
    line = hazard.count("\n", 0, hazard.index("if x > 0")) + 1
    (project / "n.ipynb").write_text(notebook("import jax", hazard))
    assert places(run) == [f"n.ipynb:cell 2:{line}:8: JAX101"]
    if "?" not in text:
        (project / "a.py").write_text(f"import jax\n{hazard}")
        assert places(run, "a.py") == [f"a.py:{line + 1}:8: JAX101"]


@pytest.mark.parametrize("text", ['print(f"{d["y"}")', "type Tree[T = dict[str, T]"])
def test_what_no_python_reads_is_told(run: Run, project: Path, text: str) -> None:
    (project / "n.ipynb").write_text(notebook("import jax", f"{text}\n{HAZARD}"))
    (project / "a.py").write_text(f"import jax\n{text}\n{HAZARD}")
    assert [place.rpartition(" ")[2] for place in places(run)] == ["JAX901", "JAX901"]


def test_an_error_without_a_place_is_told_at_the_start(run: Run, project: Path) -> None:
    """libcst names no line where it loses the indents, as behind a form feed."""
    cell = "def f(x):\n\x0c    y = x\n    if y:\n        return 1\n    return y"
    (project / "n.ipynb").write_text(notebook("import jax", cell, HAZARD))
    assert places(run, "n.ipynb") == ["n.ipynb:cell 1:1:1: JAX901"]
    done = run("check", "--no-cache", "n.ipynb")
    assert "1 | import jax" in done.stdout and "not valid Python" in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a notebook: "),
        ("[]", "is not a notebook of format 4"),
        ('{"worksheets": []}', "is not a notebook of format 4"),
        ("\udcff", "is not a notebook: "),
    ],
)
def test_what_is_no_notebook_is_told(run: Run, project: Path, text: str, said: str) -> None:
    (project / "n.ipynb").write_bytes(text.encode(errors="surrogateescape"))
    (project / "a.py").write_text("import jax\n" + HAZARD)
    done = run("check", "--output-format", "concise")
    assert done.returncode == 2
    assert f"n.ipynb: {said}" in done.stderr
    assert done.stdout.startswith("a.py:4:8: JAX101")


def test_other_languages_are_left_alone(run: Run, project: Path) -> None:
    about = {"name": "ir", "display_name": "R", "language": "R"}
    (project / "n.ipynb").write_text(notebook("x <- 1 +", kernelspec=about))
    assert places(run) == []


# --- what is no Python ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if x:\n    %time f(x)\n    y = 1", "if x:\n    _time('f(x)')\n    y = 1"),
        ("%timeit -n 10 -r3 -q y = f('x')", """_timeit("y = f('x')")"""),
        ("%timeit f(x)  # dispatch", "_timeit('f(x)')  # dispatch"),
        ("%timeit", "pass"),
        ("!pip install jax \\\n   --quiet\nx = 1", "pass\n\nx = 1"),
        ("files = !ls\nn = %env HOME", "files = get_ipython()\nn = get_ipython()"),
        ("f?\n?g\nh??\nx = 1", "pass\npass\npass\nx = 1"),
        ("%%time\nx = 1", "\nx = 1"),
        ("%%time\ny = f(x)  # once", "\ny = f(x); _time()  # once"),
        ("%%timeit -n 10 -r3\n  f(\n    'ü', x);", "\nf(\n  'ü', x); _timeit();"),
        ("%%time\nf(x)\ny = 1", "\nf(x)\ny = 1"),
        ("%%capture\nf(x)", "\nf(x)"),
        ("%%bash\nls | (", "\n"),
        ("x = (7\n% 4)\ny = '''\n!no\n'''", "x = (7\n% 4)\ny = '''\n!no\n'''"),
        ("await f()", "await f()"),
        ("def f(:\n!ls", "\n"),
        ("\n  def f():\n      return 1\nx = 1", "\ndef f():\n    return 1\nx = 1"),
        ("def f():\n    return 1\n  x = 1", "\n\n"),
        ("", ""),
    ],
)
def test_magics_are_put_aside(text: str, left: str) -> None:
    assert python(text) == left


def test_a_magic_that_times_what_nothing_waits_for_is_reported(run: Run, project: Path) -> None:
    step = "import jax\n\nstep = jax.jit(lambda x: x + 1)\nx = step(1)"
    timed = (
        "%timeit step(x)\n%time y = step(x)\n%timeit step(x).block_until_ready()\n%time len('a')"
    )
    meant = "%timeit -n 10 step(x)  # jaxlint: ignore[unfinished-timing]"
    (project / "n.ipynb").write_text(notebook(step, timed, meant))
    assert places(run) == ["n.ipynb:cell 2:1:1: JAX515", "n.ipynb:cell 2:2:1: JAX515"]
    done = run("check", "--output-format", "json")
    ends = [one["end_column"] for one in json.loads(done.stdout)["findings"]]
    assert ends == [len("%timeit step(x)") + 1, len("%time y = step(x)") + 1]


def test_a_cell_that_is_timed_and_ends_before_the_work_does_is_reported(
    run: Run, project: Path
) -> None:
    step = "import jax\n\nstep = jax.jit(lambda x: x + 1)\nx = step(1)"
    shown, kept = "%%time\ny = x\nstep(y)", "%%timeit -n 10\n  y = step(\n    x\n  );"
    waits = "%%time\nstep(x).block_until_ready()", "%%time\ny = step(x)\nprint(y)"
    meant = "%%time\nstep(x)  # jaxlint: ignore[unfinished-timing]"
    other = "%%capture\nstep(x)"
    (project / "n.ipynb").write_text(notebook(step, shown, kept, *waits, meant, other))
    assert places(run) == ["n.ipynb:cell 2:3:1: JAX515", "n.ipynb:cell 3:2:7: JAX515"]


# --- fixes ---------------------------------------------------------------------------------------


def test_a_fix_changes_its_cell_and_nothing_else(run: Run, project: Path) -> None:
    file = project / "n.ipynb"
    before = notebook("# Über uns", "%matplotlib inline\nimport jax", "%time x = 1\n" + TWICE)
    before = before.replace('"metadata": {}', '"metadata": {"odd":   1.50, "a": 1e3}')
    file.write_text(before)
    done = run("check", "--fix", "--unsafe-fixes", "--advice")
    assert (done.returncode, done.stdout) == (0, "")
    after = file.read_text()
    assert after != before
    new = '    "key, subkey = jax.random.split(key)\\n",\n'
    assert after.replace(new, "").replace("normal(subkey)", "normal(key)") == before
    assert nbformat.reads(after, as_version=4).cells[2].source.startswith("%time x = 1\nkey = ")


def test_a_fix_keeps_the_indentation_of_its_cell(run: Run, project: Path) -> None:
    file = project / "n.ipynb"
    file.write_text(notebook("import jax", "    " + TWICE.replace("\n", "\n    ")))
    assert places(run, "--advice") == ["n.ipynb:cell 2:3:9: JAX401"]
    run("check", "--fix", "--unsafe-fixes", "--advice")
    lines = nbformat.read(file, as_version=4).cells[1].source.splitlines()
    assert len(lines) == 4
    assert all(re.match(r" {4}\w", line) for line in lines)


def test_ignore_comments_are_written_to_cells(run: Run, project: Path) -> None:
    (project / "n.ipynb").write_text(notebook("import jax", HAZARD))
    assert run("check", "--add-ignore").returncode == 0
    cells = nbformat.read(project / "n.ipynb", as_version=4).cells
    assert cells[1].source.splitlines()[2] == "    if x > 0:  # jaxlint: ignore[traced-branch]"


BOOK = '{"cells": [{"cell_type": "code", "source": %s, "source2": ["x"]}, {"source": "y"}]}'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"x\\ny"', '"x\\nz"'),
        ('["x\\n", "y"]', '["x\\n", "z"]'),
        ('[\n "x\\n",\n "y"\n ]', '[\n "x\\n",\n "z"\n ]'),
        (
            '"x", "a": {"source": "n"}, "source": "y"',
            '"x", "a": {"source": "n"}, "source": "x\\nz"',
        ),
        ("[]", '["x\\n", "z"]'),
    ],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
def test_a_cell_is_written_as_it_was(old: str, new: str, mark: bytes) -> None:
    book = mark + (BOOK % old).replace("{", "{ \r\n").encode()
    changed = rewritten(book, {1: "x\nz"})
    assert changed == mark + (BOOK % new).replace("{", "{ \r\n").encode()
    assert json.loads(changed.decode("utf-8-sig"))["cells"][1] == {"source": "y"}


def test_letters_are_escaped_where_they_were() -> None:
    assert b"\\u00fc" in rewritten((BOOK % '"\\u00e4"').encode(), {1: "ü"})
    assert "ü" in rewritten((BOOK % '"a"').encode(), {1: "ü"}).decode()
    with pytest.raises(NotANotebook):
        rewritten(b"{}", {})
