"""A bar on the terminal for runs that take long, which goes away when they end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TextIO

from jaxlint.frontends.session import Tick

# Shorter runs need no bar.
SECONDS = 1.0


@contextmanager
def bar(wanted: bool, stream: TextIO | None = None) -> Iterator[Tick | None]:
    """Give what moves the bar on a stream, standard error if none is given.

    It is None if there is no bar: not wanted, or no terminal.
    """
    stream = stream or sys.stderr
    if not wanted or not stream.isatty():
        yield None
        return
    with ExitStack() as shown:
        yield _ticks(shown, stream)


def _ticks(shown: ExitStack, stream: TextIO) -> Tick:
    """Return what moves a bar, and makes it when it is time to."""
    started = time.monotonic()
    moves: list[Tick] = []

    def tick(done: int, total: int) -> None:
        if not moves and time.monotonic() - started >= SECONDS:
            moves.append(_made(shown, stream))
        for move in moves:
            move(done, total)

    return tick


def _made(shown: ExitStack, stream: TextIO) -> Tick:
    from rich.console import Console
    from rich.progress import Progress

    progress = shown.enter_context(Progress(console=Console(file=stream), transient=True))
    task = progress.add_task("reading")

    def move(done: int, total: int) -> None:
        what = "judging" if done == total else "reading"
        progress.update(task, description=what, completed=done, total=total)

    return move
