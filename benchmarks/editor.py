"""An editor as small as a benchmark needs it: opens a file, changes it, waits for what is told."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Editor:
    """A client of ``jaxlint server`` in a folder."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._version = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jaxlint", "server"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
        )
        named = {"uri": folder.as_uri(), "name": folder.name}
        self._send(
            {
                "id": 1,
                "method": "initialize",
                "params": {
                    "processId": None,
                    "rootUri": folder.as_uri(),
                    "workspaceFolders": [named],
                    "capabilities": {"window": {"workDoneProgress": True}},
                    "initializationOptions": {"debounce": 0},
                },
            }
        )
        self._until(lambda one: one.get("id") == 1)
        self._send({"method": "initialized", "params": {}})

    def open(self, file: Path) -> float:
        """Open a file, and return the seconds up to its first diagnostics."""
        text = file.read_text(encoding="utf-8")
        item = {"uri": file.as_uri(), "languageId": "python", "version": 0, "text": text}
        return self._timed("textDocument/didOpen", {"textDocument": item})

    def change(self, file: Path, text: str) -> float:
        """Change a file's text, and return the seconds up to its next diagnostics."""
        self._version += 1
        about = {"uri": file.as_uri(), "version": self._version}
        changes = {"textDocument": about, "contentChanges": [{"text": text}]}
        return self._timed("textDocument/didChange", changes)

    def rest(self) -> None:
        """Wait until the server has answered what it was asked before."""
        self._send({"id": 2, "method": "textDocument/inlayHint", "params": {}})
        self._until(lambda one: one.get("id") == 2)

    def memory(self) -> int:
        """Return the bytes that the server has in memory now (on Linux)."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()

    def _timed(self, method: str, params: Any) -> float:
        start = time.perf_counter()
        self._send({"method": method, "params": params})
        version = params["textDocument"]["version"]
        self._until(
            lambda one: (
                one.get("method") == "textDocument/publishDiagnostics"
                and one["params"].get("version") == version
            )
        )
        return time.perf_counter() - start

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._process.stdin.flush()

    def _until(self, fits: Any) -> dict[str, Any]:
        while True:
            message = self._message()
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})
            if fits(message):
                return message

    def _message(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            sys.exit("the server has ended")
        found: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return found
