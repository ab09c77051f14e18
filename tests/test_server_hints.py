"""Inlay hints as an editor meets them: off unless wanted, and never on a line that has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxlint.server.options import BadOption, Options, options_of, section

Open = Callable[..., Any]
TEXT = """\
import jax


@jax.jit
def step(x, n=3):
    y = x * n
    if y > 0 and y < 9:
        return y
    return -x
"""
# Line and column, counted from 0, and what is written there.
HINTS = [
    (4, 10, "traced"),
    (5, 5, "traced"),
    (5, 9, "traced"),
    (6, 8, "traced"),
    (7, 16, "traced"),
    (8, 13, "traced"),
]
REFRESH = "workspace/inlayHint/refresh"
REFRESHES = {"workspace": {"inlayHint": {"refreshSupport": True}}}


def hints(client: Any, uri: str, first: int = 0, last: int = 99) -> list[tuple[int, int, str]]:
    """Return what is hinted on some lines."""
    ends = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
    told = client.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=ends)
    return [(one["position"]["line"], one["position"]["character"], one["label"]) for one in told]


def test_they_are_off_unless_wanted(connect: Open, project: Path) -> None:
    client = connect(capabilities=REFRESHES)
    uri = client.open("a.py", TEXT)
    client.told(uri)
    assert hints(client, uri) == []
    client.say("workspace/didChangeConfiguration", settings={"jaxlint": {"inlayHints": True}})
    client.asked(REFRESH)
    assert hints(client, uri) == HINTS
    client.say("workspace/didChangeConfiguration", settings={"python": {"inlayHints": False}})
    assert hints(client, uri) == HINTS
    client.say("workspace/didChangeConfiguration", settings={"jaxlint": {}})
    client.asked(REFRESH)
    assert hints(client, uri) == []


def test_each_traced_name_once_a_line_and_why(connect: Open, project: Path) -> None:
    client = connect(inlayHints=True)
    uri = client.open("a.py", TEXT)
    assert hints(client, uri) == HINTS
    assert hints(client, uri, 5, 6) == [one for one in HINTS if one[0] in (5, 6)]
    ends = {"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 9}}
    (one,) = client.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=ends)
    assert one["paddingLeft"] is True
    assert one["tooltip"]["value"].startswith("`y`: traced\n\n*in `step`, traced by jax.jit*")
    assert "- a.py:4: `step` is traced by jax.jit" in one["tooltip"]["value"]
    assert hints(client, "file:///nowhere.py") == []


def test_a_name_that_is_traced_in_some_contexts_only(connect: Open, project: Path) -> None:
    client = connect(inlayHints=True)
    text = "import jax\ndef half(x):\n    return x / 2\nhalf(3)\nstep = jax.jit(half)\n"
    uri = client.open("a.py", text)
    assert hints(client, uri) == [(1, 10, "traced, or not"), (2, 12, "traced, or not")]
    other = "import jax\n@jax.jit\ndef f(x):\n    pair = x, 1\n    return pair\n"
    uri = client.open("b.py", other)
    assert (3, 8, "tuple of traced") in hints(client, uri)


def test_while_the_text_is_no_python_the_other_lines_keep_theirs(
    connect: Open, project: Path
) -> None:
    client = connect(inlayHints=True)
    uri = client.open("a.py", TEXT)
    assert hints(client, uri) == HINTS
    client.change(uri, TEXT.replace("    y = x * n\n", "    y = (x *\n\n"))
    kept = [(line + (line > 5), column, word) for line, column, word in HINTS if line != 5]
    assert hints(client, uri) == kept
    hover = client.ask(
        "textDocument/hover", textDocument={"uri": uri}, position={"line": 7, "character": 7}
    )
    assert hover["contents"]["value"].startswith("`y`: traced")
    assert hover["range"]["start"]["line"] == 7
    broken = client.open("b.py", "def f(:\n")
    assert hints(client, broken) == []


def test_columns_are_those_of_the_client(connect: Open, project: Path) -> None:
    client = connect(inlayHints=True)
    uri = client.open("a.py", TEXT.replace("if y > 0", "if '\U0001f3b2' and y > 0"))
    assert hints(client, uri, 6, 6) == [(6, 17, "traced")]


def test_other_files_change_them_and_the_client_is_told(connect: Open, project: Path) -> None:
    client = connect(capabilities=REFRESHES, inlayHints=True)
    helper = client.open("helper.py", "def half(x):\n    return x / 2\n")
    client.asked(REFRESH)
    assert hints(client, helper) == []
    client.open("a.py", "import jax\nfrom helper import half\nstep = jax.jit(half)\n")
    client.asked(REFRESH)
    assert hints(client, helper) == [(0, 10, "traced"), (1, 12, "traced")]


def test_cells_of_a_notebook(connect: Open, project: Path) -> None:
    client = connect(inlayHints=True)
    texts = ["import jax\n", "%time 1\n" + TEXT.removeprefix("import jax\n\n\n")]
    cells = [f"cell:{number}" for number, _ in enumerate(texts)]
    items = [
        {"uri": uri, "languageId": "python", "version": 1, "text": text}
        for uri, text in zip(cells, texts, strict=True)
    ]
    book = {
        "uri": (project / "n.ipynb").as_uri(),
        "notebookType": "jupyter-notebook",
        "version": 1,
        "cells": [{"kind": 2, "document": uri} for uri in cells],
    }
    client.say("notebookDocument/didOpen", notebookDocument=book, cellTextDocuments=items)
    assert hints(client, cells[0]) == []
    assert hints(client, cells[1]) == [(line - 2, column, word) for line, column, word in HINTS]


# --- what clients set ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (3, "must be an object, not 3"),
        ({"inlayHints": "on"}, "inlayHints must be true or false, not 'on'"),
        ({"debounce": -1}, "debounce must be a number of milliseconds, not -1"),
        ({"debounce": True}, "debounce must be"),
        ({"select": "JAX1"}, "select must be a list of strings, not 'JAX1'"),
        ({"ignore": ["JAX999"]}, 'unknown code "JAX999"'),
        ({"hints": True}, 'unknown option "hints"; the options are select, ignore'),
    ],
)
def test_options_that_mean_nothing_are_told(given: object, word: str) -> None:
    with pytest.raises(BadOption) as wrong:
        options_of(given)
    assert word in str(wrong.value)


def test_options_that_nobody_set() -> None:
    assert options_of(None) == options_of({"select": None}) == Options()
    assert section({"python": {}}, "jaxlint") is None
    assert section(None, "jaxlint") is None
    assert section({"jaxlint": {"debounce": 1}}, "jaxlint") == {"debounce": 1}
    assert section({"debounce": 1}, "jaxlint") == {"debounce": 1}


def test_a_client_is_told_what_is_wrong_with_its_options(connect: Open, project: Path) -> None:
    client = connect(inlayHints="on")
    assert "the settings of the editor: inlayHints must be true or false" in client.message()
    client.told(client.open("a.py", TEXT))
