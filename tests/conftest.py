"""What several test files use: the real command, and the server, in processes of their own."""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from .processes import LONGEST
from .starting import Python, completed, end_forking, piped

Run = Callable[..., "subprocess.CompletedProcess[str]"]

# Hundreds of processes start here: Python is to compile a module once, and not in each of them.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# What a shell runs in the background ignores interrupts, and so would all that is started here.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Nor is JAX to compile anew what was compiled for another test, or by another worker.
if "PYTEST_XDIST_WORKER" not in os.environ:
    COMPILED = TemporaryDirectory(prefix="jaxlint-compiled-", ignore_cleanup_errors=True)
    os.environ["JAX_COMPILATION_CACHE_DIR"] = COMPILED.name
    os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
    os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"


def pytest_collection_finish() -> None:
    """Let no collection of garbage look at what was imported, and have few of them.

    With Python's own thresholds they take a fifth of the time of an analysis.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 20, 100)


def pytest_sessionfinish() -> None:
    """Start no more processes."""
    end_forking()


@pytest.fixture(autouse=True, scope="module")
def nothing_compiled() -> Iterator[None]:
    """Let JAX forget what the tests of a file have compiled, which comes to gigabytes."""
    yield
    forget = getattr(sys.modules.get("jax"), "clear_caches", None)
    if forget is not None:
        forget()
        gc.collect()


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the cache of the tests apart from that of the user who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAXLINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


def command(
    *arguments: str, cwd: Path, text: str | bytes = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run ``jaxlint`` with the given arguments in a folder."""
    python = Python(("-m", "jaxlint"), arguments, cwd, {"PYTHONUTF8": "1"} | variables)
    return completed(python, text.encode() if isinstance(text, str) else text)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run ``jaxlint`` with the given arguments, in a folder of the test's own unless told."""
    return partial(command, cwd=tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a mark, so that nothing above the test's folder counts."""
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


class Client:
    """A client of the Language Server Protocol, as small as tests need it, with one folder.

    What the server sends is kept until somebody asks for it. ``program`` is Python that starts a
    server, ``capabilities`` is what the client says of itself, ``options`` what it sets.
    """

    def __init__(
        self,
        folder: Path,
        program: str = "from jaxlint.__main__ import main; main(['server'])",
        capabilities: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.folder = folder
        self.got: queue.Queue[dict[str, Any]] = queue.Queue()
        self._numbers = count(1)
        self._versions = count(1)
        self.kept: list[dict[str, Any]] = []
        python = Python(("-c", program), (), folder, {"PYTHONSAFEPATH": "1"})
        self.process, self.said, self._heard = piped(python)
        threading.Thread(target=self._listen, daemon=True).start()
        folders = [{"uri": folder.as_uri(), "name": "project"}]
        watching = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
        self.server = self.ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            workspaceFolders=folders,
            capabilities={"workspace": watching} if capabilities is None else capabilities,
            initializationOptions={"debounce": 10, **options},
        )
        self.say("initialized")

    def say(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        answer = self.answer(self.begin(method, **params))
        assert "error" not in answer, answer
        return answer["result"]

    def begin(self, method: str, **params: Any) -> int:
        """Send a request and return its number."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        return number

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for what the server says to a request."""
        return self._wait(lambda one: one.get("id") == number and "method" not in one)

    def asked(self, method: str) -> dict[str, Any]:
        """Wait for the server to ask the client for something, which it is granted."""
        return self._wait(lambda one: one.get("method") == method)

    def open(self, name: str, text: str, language: str = "python") -> str:
        uri = name if ":" in name else (self.folder / name).as_uri()
        item = {"uri": uri, "languageId": language, "version": next(self._versions), "text": text}
        self.say("textDocument/didOpen", textDocument=item)
        return uri

    def change(self, uri: str, text: str) -> int:
        version = next(self._versions)
        about = {"uri": uri, "version": version}
        self.say("textDocument/didChange", textDocument=about, contentChanges=[{"text": text}])
        return version

    def told(self, uri: str, version: int | None = None) -> list[dict[str, Any]]:
        """Return the next diagnostics of a document, of a version if given."""

        def fits(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and version in (None, params.get("version"))
            )

        found: list[dict[str, Any]] = self._wait(fits)["params"]["diagnostics"]
        return found

    def told_in_the_end(self, uri: str) -> dict[str, list[dict[str, Any]]]:
        """Return what was said last of each document, by URI, when there is no more to say.

        The hints of a document, which have to be switched on, come when all is judged.
        """
        ends = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
        self.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=ends)
        told = (one for one in self.kept if one["method"] == "textDocument/publishDiagnostics")
        return {one["params"]["uri"]: one["params"]["diagnostics"] for one in told}

    def message(self) -> str:
        wanted = "window/showMessage"
        return str(self._wait(lambda one: one.get("method") == wanted)["params"]["message"])

    def actions(self, uri: str, line: int, only: list[str] | None = None) -> dict[str, Any]:
        """Return the actions offered on a line, by title."""
        place = {"line": line, "character": 0}
        context = {"diagnostics": [], **({"only": only} if only else {})}
        offered = self.ask(
            "textDocument/codeAction",
            textDocument={"uri": uri},
            range={"start": place, "end": {"line": line + 1, "character": 0}},
            context=context,
        )
        return {one["title"]: one for one in offered}

    def stop(self) -> int:
        self.ask("shutdown")
        self.say("exit")
        return self.process.wait(LONGEST)

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.said.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.said.flush()

    def _wait(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for message in self.kept:
            if fits(message):
                self.kept.remove(message)
                return message
        while True:
            message = self.got.get(timeout=LONGEST)
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            if fits(message):
                return message
            self.kept.append(message)

    def _listen(self) -> None:
        with self._heard as stream:
            while line := stream.readline():
                length = int(line.partition(b":")[2])
                while stream.readline().strip():
                    pass
                self.got.put(json.loads(stream.read(length)))


@pytest.fixture
def connect(project: Path) -> Iterator[Callable[..., Client]]:
    """Start a server in the test's project and connect to it."""
    clients = []

    def start(folder: Path = project, **options: Any) -> Client:
        clients.append(Client(folder, **options))
        return clients[-1]

    yield start
    for client in clients:
        client.process.kill()
        client.process.wait()
