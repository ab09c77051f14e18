"""Python in a process of its own: a new interpreter, or a fork of one that has made the imports."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Protocol

from .forking import Asked
from .processes import CHECKOUT, LONGEST, environment

Given = bytes | IO[bytes]
# What only those commands import in which a word stands.
_IMPORTED = {
    "server": "jaxlint.server.program",
    "flake8": "flake8.main.cli",
    "jaxlint.proof": "jax",
    "tests.raising": "jax",
}
# What Python reads of its variables when it starts; with others than these a new one is needed.
_FORKED: tuple[dict[str, str], ...] = ({}, {"PYTHONUTF8": "1"}, {"PYTHONSAFEPATH": "1"})


@dataclass(frozen=True, slots=True)
class Python:
    """What to run: ``-m`` with a module or ``-c`` with a program, in a folder.

    ``before`` is put before the command; the variables come to those of this process.
    """

    start: Sequence[str]
    arguments: Sequence[str]
    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()

    def command(self) -> list[str]:
        """Return the words that start a new interpreter."""
        return [*self.before, sys.executable, *self.start, *self.arguments]

    def asked(self) -> Asked:
        """Return what to ask of an interpreter that forks."""
        kind, what = self.start
        variables = environment(**self.variables)
        return Asked(kind, what, [*self.arguments], str(self.folder), variables)

    def of_python(self) -> dict[str, str]:
        """Return those of the variables that Python itself reads."""
        return {name: text for name, text in self.variables.items() if name.startswith("PYTHON")}

    def imports(self) -> list[str]:
        """Return the modules that are to be imported before a fork."""
        words = (*self.start, *self.arguments)
        return [name for word, name in _IMPORTED.items() if any(word in one for one in words)]

    def can_fork(self) -> bool:
        """Whether a fork of another interpreter does the same."""
        known = self.start[0] in ("-m", "-c") and self.of_python() in _FORKED
        return known and sys.platform == "linux"


class Process(Protocol):
    """What ``subprocess.Popen`` and ``Forked`` have in common."""

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code when it has ended. Raises subprocess.TimeoutExpired."""

    def poll(self) -> int | None:
        """Return the exit code, or nothing while it runs."""

    def kill(self) -> None:
        """End it, unless it has ended."""


class Forked:
    """A process that was forked, known by the pipe on which it is reported."""

    def __init__(self, report: IO[bytes]) -> None:
        self._report = report
        self._pid = int(report.readline())
        self._code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code when it has ended. Raises subprocess.TimeoutExpired."""
        if self._code is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self._pid), timeout or 0)
            with self._report:
                self._code = int(self._report.readline())
        return self._code

    def poll(self) -> int | None:
        """Return the exit code, or nothing while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End it, unless it has ended."""
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)


class Forking:
    """An interpreter that forks for whoever asks it to (``forking.py``)."""

    def __init__(self, python: Python) -> None:
        self._connection, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        given = (str(other.fileno()), *python.imports())
        self._process = subprocess.Popen(
            [*python.before, sys.executable, "-m", "tests.forking", *given],
            cwd=CHECKOUT,
            pass_fds=[other.fileno()],
            stdin=subprocess.DEVNULL,
            env=environment(**python.of_python()),
        )
        other.close()

    def start(self, asked: Asked, channels: Sequence[int]) -> Forked:
        """Fork a process with these standard channels."""
        report, other = os.pipe()
        socket.send_fds(self._connection, [asked.packed()], [*channels, other])
        os.close(other)
        return Forked(os.fdopen(report, "rb", buffering=0))

    def end(self) -> None:
        """Let it end, so that its time and that of its forks is counted."""
        self._connection.close()
        self._process.wait(LONGEST)


_forking: dict[str, Forking] = {}


def end_forking() -> None:
    """End the interpreters that fork."""
    while _forking:
        _forking.popitem()[1].end()


def started(python: Python, channels: tuple[int, int, int], new: bool = False) -> Process:
    """Start it with these standard channels: as a fork, if that does the same and may be."""
    if new or not python.can_fork():
        stdin, out, told = channels
        variables = environment(**python.variables)
        return subprocess.Popen(
            python.command(), cwd=python.folder, stdin=stdin, stdout=out, stderr=told, env=variables
        )
    key = str((python.before, python.of_python(), python.imports()))
    if key not in _forking:
        _forking[key] = Forking(python)
    return _forking[key].start(python.asked(), channels)


def completed(
    python: Python, given: Given = b"", new: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run it to its end; ``given`` is what it reads, ``new`` asks for a new interpreter."""
    with _readable(given) as stdin, TemporaryFile() as out, TemporaryFile() as told:
        process = started(python, (stdin.fileno(), out.fileno(), told.fileno()), new)
        try:
            code = process.wait(LONGEST)
        finally:
            process.kill()
        out.seek(0)
        told.seek(0)
        texts = out.read().decode(), told.read().decode()
    return subprocess.CompletedProcess(python.command(), code, *texts)


def piped(python: Python) -> tuple[Process, IO[bytes], IO[bytes]]:
    """Start it; return it with what it reads, to be written, and what it writes, to be read."""
    (stdin, given), (written, out) = os.pipe(), os.pipe()
    with open(os.devnull, "wb") as nothing:
        process = started(python, (stdin, out, nothing.fileno()))
    os.close(stdin)
    os.close(out)
    return process, os.fdopen(given, "wb"), os.fdopen(written, "rb")


@contextmanager
def _readable(given: Given) -> Iterator[IO[bytes]]:
    """Give a file in which some bytes are, or what is one."""
    if not isinstance(given, bytes):
        yield given
        return
    with TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        yield file
