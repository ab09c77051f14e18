"""An interpreter that has imported jaxlint, and forks for each command that a test runs.

Nearly all the time of a short command goes into imports. A fork of an interpreter that has made
them is a process all the same, with channels, a folder and variables of its own, and ends as a
process does. What Python does at its start it does not show: ``starting.py`` knows which commands
need a new interpreter.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pkgutil import walk_packages

# The three standard channels, and that on which the process is reported.
CHANNELS = 4
_MOST_BYTES = 1 << 20
# The packages of which commands import nearly everything.
_PACKAGES = ("analysis", "cli", "config", "diagnostics", "frontends", "queries", "report", "rules")


@dataclass(frozen=True, slots=True)
class Asked:
    """What to run: ``-m`` with a module or ``-c`` with a program, and its surroundings."""

    kind: str
    what: str
    arguments: list[str]
    folder: str
    variables: dict[str, str]

    def packed(self) -> bytes:
        """Return it as bytes."""
        return json.dumps(asdict(self)).encode()

    def run(self) -> None:
        """Do what Python does that is started so."""
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.variables)
        if not sys.flags.safe_path:
            sys.path.insert(0, self.folder if self.kind == "-m" else "")
        sys.argv = [self.kind, *self.arguments]
        if self.kind == "-m":
            runpy.run_module(self.what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(self.what, "<string>", "exec"), {"__name__": "__main__"})


def forked(connection: socket.socket, modules: list[str]) -> Asked | None:
    """Fork for all who ask, until nobody does. Return in the forks, with what was asked.

    Modules are imported first, as far as they are there, with what nearly all commands import.
    """
    for name in (*modules, *(name for package in _PACKAGES for name in _modules(package))):
        with suppress(ImportError):
            import_module(name)
    gc.collect()
    gc.freeze()
    while received := _received(connection):
        asked, channels = received
        if os.fork() == 0:
            connection.close()
            _attend(channels)
            return asked
        for channel in channels:
            os.close(channel)
        _count_ended(os.WNOHANG)
    _count_ended(0)
    return None


def _received(connection: socket.socket) -> tuple[Asked, list[int]] | None:
    text, channels, _, _ = socket.recv_fds(connection, _MOST_BYTES, CHANNELS)
    return (Asked(**json.loads(text)), channels) if text else None


def _modules(package: str) -> list[str]:
    """Return the names of the modules in a package of jaxlint."""
    found = walk_packages(import_module(f"jaxlint.{package}").__path__, f"jaxlint.{package}.")
    return [one.name for one in found]


def _attend(channels: list[int]) -> None:
    """Fork once more. Return in the fork; here report which it is and, when it ends, how."""
    *standard, report = channels
    process = os.fork()
    for target, channel in enumerate(standard):
        if process == 0:
            os.dup2(channel, target)
        os.close(channel)
    if process == 0:
        os.close(report)
        return
    os.write(report, b"%d\n" % process)
    _, status = os.waitpid(process, 0)
    os.write(report, b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _count_ended(options: int) -> None:
    """Wait for forks, so that their time counts as that of this process."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]
    asked = forked(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
    if asked is not None:
        asked.run()
