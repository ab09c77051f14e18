"""What the server does when it is no longer asked for what it is doing.

The server of these tests writes down what it begins, and is at work for as long as a file ``hold``
is there, or ``hold ticks`` once it has run one of several modules.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .processes import HAZARD, LONGEST

Open = Callable[..., Any]
QUIET = HAZARD.replace("x > 0", "x is None")
PROGRAM = """
import time
from pathlib import Path
import jaxlint.server.analysis as analysis
from jaxlint.__main__ import main

def held_by(name, job):
    while Path(name).exists():
        job.memory.of("held").pulse()
        time.sleep(0.01)

def held(name):
    work = getattr(analysis, name)
    def slow(job, *rest):
        with open("begun", "a") as log:
            log.write(f"{name} ")
        held_by("hold", job)
        return work(job, *(after(tick, job) for tick in rest))
    setattr(analysis, name, slow)

def after(tick, job):
    def held_tick(done, total):
        tick(done, total)
        if total > 1:
            held_by("hold ticks", job)
    return held_tick if callable(tick) else tick

held("lint")
held("all_beliefs")
main(["server"])
"""
CANCELLED = -32800


@pytest.fixture
def client(connect: Open, project: Path) -> Any:
    (project / "begun").touch()
    return connect(program=PROGRAM, inlayHints=True)


def begun(project: Path, count: int) -> list[str]:
    """Wait until so many pieces of work have begun, and return all that have."""
    for _ in range(6000):
        found = (project / "begun").read_text().split()
        if len(found) >= count:
            return found
        time.sleep(0.01)
    raise AssertionError(f"only {found} began")


def about(uri: str) -> dict[str, Any]:
    """Return what fits a hover and a request for hints alike."""
    start, end = {"line": 5, "character": 7}, {"line": 9, "character": 0}
    return {
        "textDocument": {"uri": uri},
        "position": start,
        "range": {"start": start, "end": end},
    }


@pytest.mark.parametrize("method", ["textDocument/hover", "textDocument/inlayHint"])
def test_what_the_client_cancels_ends_at_once(client: Any, project: Path, method: str) -> None:
    uri = client.open("a.py", HAZARD)
    client.told(uri)
    (project / "hold").touch()
    number = client.begin(method, **about(uri))
    assert begun(project, 2) == ["lint", "all_beliefs"]
    client.say("$/cancelRequest", id=number)
    assert client.answer(number)["error"]["code"] == CANCELLED
    # The work has ended as well: what comes next begins, although nothing is let go.
    version = client.change(uri, QUIET)
    assert begun(project, 3)[2:] == ["lint"]
    (project / "hold").unlink()
    assert client.told(uri, version) == []
    assert client.ask(method, **about(uri))


def test_what_waits_for_its_turn_is_cancelled_too(client: Any, project: Path) -> None:
    (project / "hold").touch()
    uri = client.open("a.py", HAZARD)
    begun(project, 1)
    numbers = [client.begin("textDocument/hover", **about(uri)) for _ in range(3)]
    for number in numbers[:2]:
        client.say("$/cancelRequest", id=number)
        assert client.answer(number)["error"]["code"] == CANCELLED
    (project / "hold").unlink()
    assert "traced" in client.answer(numbers[2])["result"]["contents"]["value"]
    assert begun(project, 2) == ["lint", "all_beliefs"]


def test_a_cancellation_of_nothing_does_no_harm(client: Any, project: Path) -> None:
    client.say("$/cancelRequest", id=12345)
    assert len(client.told(client.open("a.py", HAZARD))) == 1


def test_a_change_ends_what_is_being_found_of_the_text_before(client: Any, project: Path) -> None:
    (project / "hold").touch()
    uri = client.open("a.py", HAZARD)
    begun(project, 1)
    hover = client.begin("textDocument/hover", **about(uri))
    version = client.change(uri, QUIET)
    assert begun(project, 2) == ["lint", "lint"]
    assert client.answer(hover)["result"] is None
    (project / "hold").unlink()
    assert client.told(uri, version) == []
    # Of the first text nothing was said, neither before nor after.
    client.told(client.open("b.py", QUIET))
    told = [one["params"] for one in client.kept if "Diagnostics" in one.get("method", "")]
    assert all(one["version"] == version for one in told if one["uri"] == uri), told


def test_hints_wait_for_the_text_to_come_to_rest(client: Any, project: Path) -> None:
    (project / "hold").touch()
    uri = client.open("a.py", HAZARD)
    begun(project, 1)
    number = client.begin("textDocument/inlayHint", **about(uri))
    client.change(uri, QUIET)
    begun(project, 2)
    client.change(uri, "\n" + HAZARD)
    begun(project, 3)
    (project / "hold").unlink()
    lines = [one["position"]["line"] for one in client.answer(number)["result"]]
    assert lines == [5, 6, 7, 8]
    assert begun(project, 4) == ["lint", "lint", "lint", "all_beliefs"]


def test_the_same_text_is_judged_once(client: Any, project: Path) -> None:
    uri = client.open("a.py", HAZARD)
    assert len(client.told(uri)) == 1
    for _ in range(2):
        assert len(client.told(uri, client.change(uri, HAZARD))) == 1
    assert begun(project, 1) == ["lint"]
    for method in ("textDocument/hover", "textDocument/inlayHint", "textDocument/hover"):
        assert client.ask(method, **about(uri))
    assert begun(project, 2) == ["lint", "all_beliefs"]
    # Saved, other files may have changed with it.
    client.say("textDocument/didSave", textDocument={"uri": uri})
    assert len(client.told(uri)) == 1
    assert begun(project, 3) == ["lint", "all_beliefs", "lint"]


def test_clients_that_show_progress_are_told_of_it(connect: Open, project: Path) -> None:
    for number in range(30):
        (project / f"user{number}.py").write_text(
            "from a import step\n\n\n" + HAZARD.replace("step", "use")
        )
    hold = project / "hold ticks"
    hold.touch()
    client = connect(program=PROGRAM, capabilities={"window": {"workDoneProgress": True}})
    client.open("a.py", HAZARD)
    assert client.asked("window/workDoneProgress/create")["params"]["token"]

    def kind() -> str:
        return str(client.asked("$/progress")["params"]["value"]["kind"])

    assert kind() == "begin"
    hold.unlink()
    kinds = [kind()]
    while kinds[-1] != "end":
        kinds.append(kind())
    assert len(kinds) > 1 and set(kinds[:-1]) == {"report"}


def test_an_end_comes_at_once(client: Any, project: Path) -> None:
    (project / "hold").touch()
    client.open("a.py", HAZARD)
    begun(project, 1)
    assert client.stop() == 0


def test_a_client_that_vanishes_takes_the_server_with_it(client: Any, project: Path) -> None:
    (project / "hold").touch()
    client.open("a.py", HAZARD)
    begun(project, 1)
    client.said.close()
    client.process.wait(LONGEST)
