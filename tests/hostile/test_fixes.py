"""Fixes touch what they change and nothing else, and are called safe only where they are."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxlint.source.edits import apply, narrowed
from jaxlint.source.notebooks import rewritten
from jaxlint.source.spans import Edit, Span

Run = Callable[..., "subprocess.CompletedProcess[str]"]
FIX = ("check", "--fix", "--no-cache", "-q")


def fixed(run: Run, project: Path, text: str) -> str:
    """Return a text as the safe fixes leave it."""
    (project / "a.py").write_bytes(text.encode())
    run(*FIX, "a.py")
    return (project / "a.py").read_bytes().decode()


# --- calls of several lines ----------------------------------------------------------------------

WRAPPED = """\
import jax.numpy as jnp


def total():
\ty = jnp.ones(3)
\treturn [
\t\tjnp.sum([
\t      y[0],  # odd indents

   2,]),
\t]
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_wrapping_touches_no_inner_line(run: Run, project: Path, end: str) -> None:
    source = WRAPPED.replace("\n", end)
    wanted = source.replace("sum([", "sum(jnp.array([").replace(",])", ",]))")
    assert fixed(run, project, source) == wanted
    assert source != wanted


def test_the_edits_of_a_wrapped_call_hold_none_of_its_lines(run: Run, project: Path) -> None:
    (project / "a.py").write_text(WRAPPED)
    (found,) = json.loads(run("check", "--output-format", "json", "a.py").stdout)["findings"]
    assert [edit["text"] for edit in found["fix"]["edits"]] == ["jnp.array(", ")"]
    assert all(edit["line"] == edit["end_line"] for edit in found["fix"]["edits"])


def test_what_a_wrapped_value_has_in_parentheses_keeps_them(run: Run, project: Path) -> None:
    source = "import jax.numpy as jnp\ny = jnp.ones(3)\ny[0] = (1 +\n    2)\ny[1:] = (3,\n  4)\n"
    assert fixed(run, project, source) == (
        "import jax.numpy as jnp\ny = jnp.ones(3)\ny = y.at[0].set((1 +\n    2))\n"
        "y = y.at[1:].set((3,\n  4))\n"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f(\n  a,\n b)", "g(f(\n  a,\n b))"),
        ("x[\n  0] = [\n 1\n]", "x = x.at[\n  0].set([\n 1\n])"),
        ("(a,\nb)", "(\na,\n\nb)"),
        ("a\nb\nc", "a\nc"),
        ("a\r\nb", ""),
        ("a\n", "b"),
        ("one line", "two"),
    ],
)
def test_narrowed_edits_do_what_the_edit_does(old: str, new: str) -> None:
    lines = old.split("\n")
    column = len(lines[-1]) + (3 if len(lines) == 1 else 1)
    edit = Edit(Span(1, 3, len(lines), column), new)
    assert apply(f"> {old} <", narrowed(edit, old)) == f"> {new} <"


# --- safe or not ---------------------------------------------------------------------------------

TRIED = """\
import contextlib
import jax.numpy as jnp
import pytest

y = jnp.ones(3)
try:
    y[0] = 1
except TypeError:
    print("as it should")
{}
"""


@pytest.mark.parametrize(
    "text",
    [
        TRIED.format(""),
        TRIED.replace("y[0] = 1", "def store():\n        y[0] = 1\n    store()").format(""),
    ],
    ids=["in try", "in a function in try"],
)
def test_nothing_is_safe_where_a_handler_may_be_the_point(
    run: Run, project: Path, text: str
) -> None:
    assert fixed(run, project, text) == text


@pytest.mark.parametrize(
    ("start", "after"),
    [
        ("try:\n    pass\nexcept TypeError:\n    ", ""),
        ("try:\n    pass\nexcept TypeError:\n    pass\nelse:\n    ", ""),
        ("try:\n    ", "\nfinally:\n    pass"),
        ("with open('x'):\n    ", ""),
    ],
    ids=["in a handler", "in else", "no handler", "another with"],
)
def test_beside_a_handler_it_is_safe(run: Run, project: Path, start: str, after: str) -> None:
    text = f"import jax.numpy as jnp\ny = jnp.ones(3)\n{start}y[0] = 1{after}\n"
    assert fixed(run, project, text) == text.replace("y[0] = 1", "y = y.at[0].set(1)")


# --- notebooks -----------------------------------------------------------------------------------


def book(source: str) -> bytes:
    return f'{{"cells": [{{"cell_type": "code", "source": {source}}}]}}'.encode()


@pytest.mark.parametrize(
    ("old", "text", "new"),
    [
        (
            r'["\u00e4\/\n",   "b\n", "é"]',
            "ä/\nc\né",
            r'["\u00e4\/\n",   "c\n", "é"]',
        ),
        (r'["a\n", "\u0062\n"]', "new\na\nb\n", r'["new\n", "a\n", "\u0062\n"]'),
        (r'[ "a\u000a", "b" ]', "a\nb\nc", r'[ "a\u000a", "b\n", "c" ]'),
        (r'["a\n","b\n",  "c"]', "a\nc", r'["a\n","c"]'),
        (r'["a\n",  "\u0062"]', "a\n", r'["a\n"]'),
        (r'["a\nb\n", "\u0063"]', "a\nB\nc", r'["a\n", "B\n", "\u0063"]'),
        (r'"\u0061\/\n\\n\"b\nc"', 'a/\n\\n"b\nd', r'"\u0061\/\n\\n\"b\nd"'),
        (r'["a"]', "", "[]"),
        (r'["a\n", "\ud800\n"]', "b\n\ud800\n", r'["b\n", "\ud800\n"]'),
    ],
)
def test_lines_of_a_notebook_that_stay_are_the_same_bytes(old: str, text: str, new: str) -> None:
    assert rewritten(book(old), {1: text}) == book(new)


# --- imports -------------------------------------------------------------------------------------

MIGRATE = ("migrate", "--to", "0.7.2")
USES = "print(pxla.Mesh)\n"
NEW = "print(jax.sharding.Mesh)\n"


def migrated(run: Run, project: Path, name: str, text: str) -> str:
    (project / name).write_text(text)
    run(*MIGRATE, ".")
    return (project / name).read_text()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from jax.interpreters import pxla  # old\n", ""),
        (
            "from jax.interpreters import pxla, xla as x\n",
            "from jax.interpreters import xla as x\n",
        ),
        ("from jax.interpreters import ad, pxla\n", "from jax.interpreters import ad\n"),
        (
            "from jax.interpreters import (\n    pxla,  # old\n    ad,  # why\n)\n",
            "from jax.interpreters import (\n    ad,  # why\n)\n",
        ),
        (
            "from jax.interpreters import (\n    ad,  # why\n    # old\n    pxla)\n",
            "from jax.interpreters import (\n    ad)\n",
        ),
    ],
    ids=["alone", "first", "last", "on a line", "last on a line"],
)
def test_imports_made_unused_go(run: Run, project: Path, before: str, after: str) -> None:
    assert (
        migrated(run, project, "a.py", f"import jax\n{before}{USES}") == f"import jax\n{after}{NEW}"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "import jax\nfrom jax.interpreters import pxla\n{}print(pxla)\n"),
        ("a.py", "import jax\nfrom jax.interpreters import pxla\n__all__ = ['pxla']\n{}"),
        ("a.py", "import jax\nfrom jax.interpreters import pxla; import os\n{}"),
        ("a.py", "import jax\nfrom jax.interpreters import ad\n{}"),
        ("__init__.py", "import jax\nfrom jax.interpreters import pxla\n{}"),
        ("taken.py", "import jax\nfrom jax.interpreters import pxla\n{}"),
    ],
    ids=["used still", "exported", "not alone", "unused before", "a package's", "taken elsewhere"],
)
def test_other_imports_stay(run: Run, project: Path, name: str, text: str) -> None:
    (project / "other.py").write_text("from taken import pxla\n")
    uses = "" if "ad\n" in text else USES
    new = "" if "ad\n" in text else NEW
    assert migrated(run, project, name, text.format(uses)) == text.format(new)


def test_a_file_that_is_not_migrated_may_take_an_import_as_well(run: Run, project: Path) -> None:
    text = "import jax\nfrom jax.interpreters import pxla\n"
    (project / "taken.py").write_text(text + USES)
    (project / "other.py").write_text("from taken import pxla\n")
    run(*MIGRATE, "taken.py")
    assert (project / "taken.py").read_text() == text + NEW


def test_imports_of_a_notebook_go_with_their_line(run: Run, project: Path) -> None:
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "source": ["import jax\n", "from jax.interpreters import pxla\n", "x = 1"],
        },
        {"cell_type": "code", "source": "%time y = 2\nprint(pxla.Mesh)"},
    ]
    text = migrated(run, project, "a.ipynb", json.dumps({"cells": cells}))
    after = [cell["source"] for cell in json.loads(text)["cells"]]
    assert after == [["import jax\n", "x = 1"], "%time y = 2\nprint(jax.sharding.Mesh)"]


# --- one file and the whole project --------------------------------------------------------------


@pytest.mark.parametrize("version", ["0.4.20", "0.7.0"])
def test_requirements_count_for_a_file_alone_as_for_its_folder(
    run: Run, tmp_path: Path, version: str
) -> None:
    """There is no mark but the list of requirements, which names a JAX."""
    (tmp_path / "requirements.txt").write_text(f"jax=={version}\n")
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "a.py"
    file.write_text("import jax\njax.tree_map(abs, [1])\n")
    options = ("check", "--no-cache", "--output-format", "concise", "--select", "ALL")
    alone = run(*options, "sub/a.py").stdout
    assert alone == run(*options, ".").stdout
    assert ("JAX801" in alone) == (version == "0.7.0")
