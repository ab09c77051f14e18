"""The server as an editor meets it: a client that speaks the protocol over its pipes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pygls.workspace import PositionCodec

from jaxlint.server.analysis import Analysis, Document, fixed
from jaxlint.server.convert import fix_all, whole

from .processes import CHECKOUT, HAZARD, LONGEST, TWICE

QUIET = HAZARD.replace("x > 0", "x is None")
HELPER = "def sign(x):\n    return 1 if x > 0 else -1\n"
CALLER = "import jax\nfrom helper import sign\n\nstep = jax.jit(sign)\n"


Open = Callable[..., Any]


def codes(found: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(one["range"]["start"]["line"], one.get("code", "")) for one in found]


def applied(text: str, action: dict[str, Any]) -> str:
    """Return a text of ASCII with the edits of an action made."""
    (edits,) = action["edit"]["changes"].values()
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines) + 1)]
    places = sorted(
        (
            starts[e["range"]["start"]["line"]] + e["range"]["start"]["character"],
            starts[e["range"]["end"]["line"]] + e["range"]["end"]["character"],
            e["newText"],
        )
        for e in edits
    )
    for start, end, new in reversed(places):
        text = text[:start] + new + text[end:]
    return text


def test_a_document_while_it_is_written(connect: Open, project: Path) -> None:
    client = connect()
    uri = client.open("a.py", HAZARD)
    (one,) = client.told(uri)
    assert one["range"] == {
        "start": {"line": 5, "character": 7},
        "end": {"line": 5, "character": 12},
    }
    assert (one["code"], one["source"], one["severity"]) == ("JAX101", "jaxlint", 1)
    assert "Write instead: " in one["message"]
    assert "codeDescription" not in one, "the site has no address yet, and no file is a page"
    assert [step["location"]["uri"] for step in one["relatedInformation"]] == [uri, uri]
    assert one["relatedInformation"][0]["location"]["range"]["start"]["line"] == 3

    # What does not parse is told, and what was known before is kept.
    version = client.change(uri, HAZARD + "def f(:\n")
    assert codes(client.told(uri, version)) == [(5, "JAX101"), (8, "JAX901")]
    version = client.change(uri, QUIET)
    assert codes(client.told(uri, version)) == []
    version = client.change(uri, "def f(:\n")
    assert codes(client.told(uri, version)) == [(0, "JAX901")]

    client.say("textDocument/didClose", textDocument={"uri": uri})
    assert client.told(uri) == []
    assert client.stop() == 0


def test_other_files_count_saved_or_not(connect: Open, project: Path) -> None:
    (project / "caller.py").write_text(CALLER)
    (project / "helper.py").write_text(HELPER)
    client = connect()
    helper = client.open("helper.py", HELPER)
    (one,) = client.told(helper) or client.told(helper)  # its own module comes first
    assert one["code"] == "JAX101"
    related = [step["location"]["uri"] for step in one["relatedInformation"]]
    assert related[0] == (project / "caller.py").as_uri()
    caller = client.open("caller.py", CALLER.replace("jax.jit(sign)", "sign"))
    assert client.told(caller) == []
    assert client.told(helper) == []
    client.change(caller, CALLER)
    assert codes(client.told(helper)) == [(1, "JAX101")]

    # Settings are read again when their file changes, and what is wrong with them is told.
    changed = {"uri": (project / "jaxlint.toml").as_uri(), "type": 1}
    (project / "jaxlint.toml").write_text('ignore = ["JAX1"]')
    client.say("workspace/didChangeWatchedFiles", changes=[changed])
    assert client.told(caller) == [] and client.told(helper) == []
    (project / "jaxlint.toml").write_text("selekt = 1")
    client.say("workspace/didChangeWatchedFiles", changes=[changed])
    assert 'unknown key "selekt"' in client.message()
    assert codes(client.told(helper)) == [(1, "JAX101")]


@pytest.mark.parametrize("settings", ["", "helpers/jaxlint.toml"])
def test_unsaved_documents_in_other_folders_of_a_project_count(
    project: Path, settings: str
) -> None:
    """Of the first judgement: with settings of their own or without they are judged apart."""
    helper, caller = project / "helpers" / "helper.py", project / "zcaller.py"
    helper.parent.mkdir()
    helper.write_text(HELPER)
    caller.write_text("")
    if settings:
        (project / settings).touch()
    text = CALLER.replace("helper import", "helpers.helper import")
    documents = [Document(helper, HELPER.encode()), Document(caller, text.encode())]
    told = Analysis().judged(documents)
    assert [(one.span.line, one.code) for one in told[helper].findings] == [(2, "JAX101")]


def test_actions(connect: Open, project: Path) -> None:
    client = connect()
    uri = client.open("a.py", TWICE)
    (one,) = client.told(uri)
    offered = client.actions(uri, 4)
    assert set(offered) == {
        "split `key` before its first use (unsafe)",
        "ignore reused-key on this line",
    }
    mended = applied(TWICE, offered["split `key` before its first use (unsafe)"])
    assert "    key, subkey = random.split(key)\n    return random.normal(subkey) + " in mended
    ignored = applied(TWICE, offered["ignore reused-key on this line"])
    assert ignored.splitlines()[4].endswith("  # jaxlint: ignore[reused-key]")
    assert all(action["diagnostics"] == [one] for action in offered.values())
    assert client.actions(uri, 0) == {}
    assert client.actions(uri, 4, only=["source.fixAll"]) == {}
    for text in (mended, ignored):
        assert client.told(uri, client.change(uri, text)) == []


def test_hover_says_what_is_believed(connect: Open, project: Path) -> None:
    client = connect()
    uri = client.open("a.py", HAZARD)
    client.told(uri)

    def hover(line: int, character: int) -> Any:
        place = {"line": line, "character": character}
        return client.ask("textDocument/hover", textDocument={"uri": uri}, position=place)

    told = hover(5, 7)
    assert told["contents"]["value"].startswith("`x`: traced")
    assert "a.py:4: `step` is traced by jax.jit" in told["contents"]["value"]
    assert told["range"]["end"] == {"line": 5, "character": 8}
    assert hover(5, 9)["range"]["end"] == {"line": 5, "character": 12}
    assert hover(1, 0) is None


def test_columns_are_those_of_the_client(connect: Open, project: Path) -> None:
    client = connect()
    odd = HAZARD.replace("if x > 0:", 'if "\U0001f3b2\xe9" and x > 0:').replace("-x", "-x  # \x0c")
    uri = client.open("a.py", odd)
    (one,) = client.told(uri)
    line = odd.splitlines()[5]
    units = len(line[: line.index("x > 0")].encode("utf-16-le")) // 2
    assert one["range"]["end"]["character"] == units + 5


def test_documents_of_other_kinds(connect: Open, project: Path, tmp_path_factory: Any) -> None:
    (project / "jaxlint.toml").write_text('exclude = ["old.py"]')
    client = connect(ignore=["JAX4"])
    outside = tmp_path_factory.mktemp("outside") / "b.py"
    for name, text, found in [
        (outside.as_uri(), HAZARD, [(5, "JAX101")]),
        ("untitled:Untitled-1", HAZARD, [(5, "JAX101")]),
        ("a b.py", HAZARD, [(5, "JAX101")]),
        ("keys.py", TWICE, []),
        ("old.py", HAZARD, []),
    ]:
        assert codes(client.told(client.open(name, text))) == found, name
    deep = client.open("deep.py", "x = " + "(" * 3000 + "1" + ")" * 3000)
    (fault,) = client.told(deep)
    assert fault["message"].startswith("jaxlint cannot judge this file: nests too deeply")
    (one,) = client.told(client.open(".virtual_documents/n.ipynb", HAZARD))
    assert one["relatedInformation"][0]["location"]["uri"].endswith("/n.ipynb")
    for name, language in ((".venv/lib/c.py", "python"), ("n.ipynb", "json"), ("m.ipynb", "")):
        client.open(name, HAZARD, language)
    last = client.open("last.py", "x = 1\n")
    assert client.told(last) == []
    sent = {one["params"]["uri"] for one in client.kept if "Diagnostics" in one.get("method", "")}
    unmeant = {(project / name).as_uri() for name in (".venv/lib/c.py", "n.ipynb", "m.ipynb")}
    assert not unmeant & sent


def test_cells_of_a_notebook(connect: Open, project: Path) -> None:
    client = connect()
    book = (project / "n.ipynb").as_uri()
    cells = [f"cell:{name}" for name in "abc"]
    texts = ["import jax\n%time x = 1", HAZARD.removeprefix("import jax\n"), "# text"]
    versions = [1, 1, 1]

    def items() -> list[dict[str, Any]]:
        languages = ("python", "python", "markdown")
        about = zip(cells, languages, versions, texts, strict=True)
        return [
            {"uri": uri, "languageId": language, "version": version, "text": text}
            for uri, language, version, text in about
        ]

    kinds = zip(cells, (2, 2, 1), strict=True)
    client.say(
        "notebookDocument/didOpen",
        notebookDocument={
            "uri": book,
            "notebookType": "jupyter-notebook",
            "version": 1,
            "cells": [{"kind": kind, "document": uri} for uri, kind in kinds],
        },
        cellTextDocuments=items(),
    )
    assert client.told(cells[0]) == []
    (one,) = client.told(cells[1])
    assert (one["code"], one["range"]["start"]) == ("JAX101", {"line": 4, "character": 7})
    assert {step["location"]["uri"] for step in one["relatedInformation"]} == {cells[1]}
    (action,) = client.actions(cells[1], 4).values()
    assert list(action["edit"]["changes"]) == [cells[1]]
    place = {"line": 4, "character": 7}
    told = client.ask("textDocument/hover", textDocument={"uri": cells[1]}, position=place)
    assert "n.ipynb:cell 2:3: `step` is traced by jax.jit" in told["contents"]["value"]

    client.say(
        "notebookDocument/didChange",
        notebookDocument={"uri": book, "version": 2},
        change={
            "cells": {
                "textContent": [
                    {
                        "document": {"uri": cells[0], "version": 2},
                        "changes": [{"text": "import jax\ndef f(:"}],
                    }
                ]
            }
        },
    )
    assert codes(client.told(cells[0], 2)) == [(1, "JAX901")]
    assert codes(client.told(cells[1])) == [(4, "JAX101")]
    client.say(
        "notebookDocument/didClose",
        notebookDocument={"uri": book},
        cellTextDocuments=[{"uri": uri} for uri in cells],
    )
    assert client.told(cells[1]) == []


def test_a_defect_is_never_an_empty_list(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    document = Document(project / "a.py", HAZARD.encode())
    monkeypatch.setattr("jaxlint.server.analysis.lint", lambda job, tick: HAZARD[9999])
    (judged,) = Analysis().judged([document]).values()
    (fault,) = judged.faults
    assert fault.startswith("defect in jaxlint itself: IndexError: string index out of range (")


def test_all_safe_fixes_are_one_edit(project: Path) -> None:
    """No rule has a safe fix so far, so that one is called so here."""
    place, data = project / "a.py", TWICE.encode()
    (judged,) = Analysis().judged([Document(place, data)]).values()
    assert fixed(judged, place) is None
    (finding,) = judged.findings
    assert finding.fix is not None
    safe = replace(finding, fix=replace(finding.fix, safe=True))
    report = replace(judged.result.report, findings=(safe,))
    after = fixed(replace(judged, result=replace(judged.result, report=report)), place)
    assert after is not None and b"key, subkey = random.split(key)" in after
    edit = whole(PositionCodec(), "a\r\n\U0001f3b2x", after.decode())
    action = fix_all({"file:///a.py": edit})
    assert (edit.range.end.line, edit.range.end.character) == (1, 3)
    assert action.kind == "source.fixAll.jaxlint"
    assert action.edit is not None and action.edit.changes == {"file:///a.py": [edit]}


def test_without_pygls_the_server_says_what_it_needs(project: Path) -> None:
    code = (
        "import sys; sys.modules['pygls'] = None\n"
        "from jaxlint.__main__ import main; main(['server'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 2
    assert done.stderr == "jaxlint: needs pygls: pip install pygls\n"


# --- first things first ---------------------------------------------------------------------------

MANY = 30
USER = "import jax\nfrom helper import sign\n\n\n@jax.jit\ndef use(x):\n    return sign(x)\n"


def used_by_many(project: Path, helper: str) -> None:
    """Write a file that many import and call under ``jit``."""
    (project / "helper.py").write_text(helper)
    for number in range(MANY):
        (project / f"user{number}.py").write_text(USER)


def test_what_a_file_shows_by_itself_comes_before_what_others_find(
    connect: Open, project: Path
) -> None:
    used_by_many(project, HELPER + HAZARD)
    client = connect()
    uri = client.open("helper.py", HELPER + HAZARD)
    first, then = client.told(uri), client.told(uri)
    assert len(first) == 1 and len(then) == 2
    assert first[0] in then


def test_a_new_document_that_is_no_python_is_told_at_once(connect: Open, project: Path) -> None:
    used_by_many(project, HELPER)
    client = connect()
    uri = client.open("helper.py", "def (\n")
    assert [one["code"] for one in client.told(uri)] == ["JAX901"]


def test_a_hover_while_work_goes_on_is_told_what_was_believed_last(
    connect: Open, project: Path
) -> None:
    used_by_many(project, HAZARD)
    client = connect()
    uri = client.open("helper.py", HAZARD)
    client.told(uri)
    about = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 7}}
    before = client.ask("textDocument/hover", **about)
    client.change(uri, HAZARD + "\ny = 1\n")
    assert client.ask("textDocument/hover", **about) == before
