"""The server among documents that cannot be, and when it is told to end."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..processes import LONGEST

Open = Callable[..., Any]
HAZARD = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
# A server whose work, once begun, ends only when the process does.
HELD = """
import threading
from pathlib import Path
import jaxlint.server.analysis as analysis
from jaxlint.__main__ import main

def held(*_):
    Path("begun").touch()
    threading.Event().wait()

analysis.lint = held
main(["server"])
"""


def codes(told: list[dict[str, Any]]) -> list[str | None]:
    return [one.get("code") for one in told]


# --- a document's error stays its own ------------------------------------------------------------

LONG = "a" * 300


@pytest.mark.parametrize(
    "name",
    [f"{LONG}.py", f"{LONG}/a.py", f"untitled:{LONG}.py", "/".join(["d" * 200] * 30) + "/a.py"],
    ids=["name", "folder", "untitled", "path"],
)
def test_one_name_that_is_too_long_does_not_silence_the_others(
    connect: Open, project: Path, name: str
) -> None:
    client = connect()
    long = client.open(name, HAZARD)
    good = client.open("good.py", HAZARD)
    while "JAX101" not in codes(client.told(good)):
        pass
    assert "JAX101" in codes(client.told(long))
    version = client.change(good, HAZARD.replace("x > 0", "x is None"))
    assert codes(client.told(good, version)) == []


@pytest.mark.parametrize("name", ["\x00.py", "a\x00/b.py"])
def test_nor_does_one_that_no_file_can_have(connect: Open, name: str) -> None:
    client = connect()
    client.open(name, HAZARD)
    good = client.open("good.py", HAZARD)
    while "JAX101" not in codes(client.told(good)):
        pass


def test_a_working_folder_that_is_gone_silences_nothing(
    connect: Open, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The server was started in it; the documents are elsewhere."""
    folder = tmp_path_factory.mktemp("gone")
    client = connect(folder)
    client.ask("textDocument/hover", textDocument={"uri": "file:///x.py"}, position=PLACE)
    shutil.rmtree(folder)
    file = client.open((project / "a.py").as_uri(), HAZARD)
    assert codes(client.told(file)) == ["JAX101"]
    untitled = client.open("untitled:new.py", HAZARD)
    assert codes(client.told(untitled)) == ["JAX101"]
    assert client.actions(file, 5)


PLACE = {"line": 0, "character": 0}


# --- requests that are none ----------------------------------------------------------------------


def test_a_request_without_sense_is_refused(connect: Open) -> None:
    client = connect()
    uri = client.open("a.py", HAZARD)
    about = {"textDocument": {"uri": uri}}
    for given in (about, {**about, "position": {"line": -1, "character": 0}}, {"position": PLACE}):
        answer = client.answer(client.begin("textDocument/hover", **given))
        assert answer["error"]["code"] == INVALID_PARAMS
    assert client.ask("textDocument/hover", **about, position=PLACE) is None
    assert codes(client.told(uri)) == ["JAX101"]


# --- the end -------------------------------------------------------------------------------------


def test_a_request_after_shutdown_is_refused(connect: Open) -> None:
    client = connect()
    uri = client.open("a.py", HAZARD)
    client.ask("shutdown")
    for method in ("textDocument/hover", "shutdown", "no/such"):
        number = client.begin(method, textDocument={"uri": uri}, position=PLACE)
        assert client.answer(number)["error"]["code"] == INVALID_REQUEST
    client.say("exit")
    assert client.process.wait() == 0


def test_the_process_ends_whatever_it_is_at(connect: Open, project: Path) -> None:
    client = connect(program=HELD)
    client.open("a.py", HAZARD)
    while not (project / "begun").exists():
        client.process.poll()
    client.ask("shutdown")
    client.say("exit")
    assert client.process.wait(LONGEST) == 0


def test_an_exit_without_a_shutdown_is_an_error(connect: Open) -> None:
    client = connect()
    client.say("exit")
    assert client.process.wait() == 1
