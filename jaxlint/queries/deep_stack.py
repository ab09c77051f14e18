"""Room to work: a deep stack, no garbage collection, and a way to be interrupted."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

ResultT = TypeVar("ResultT")

_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 60_000
# Seconds in which a thread that was started begins.
_MOMENT = 0.5


def with_room(
    work: Callable[[Callable[[], None]], ResultT], pulse: Callable[[], None] | None = None
) -> ResultT:
    """Run the work in a thread whose stack is deep enough for deeply nested source.

    The work gets what it has to call now and then, which calls ``pulse`` if there is one. When the
    wait for it is interrupted, it ends there: Python aborts if it has to end while such a thread
    is in libcst.
    """
    with _no_collection():
        return _in_thread(work, pulse)


@contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage collection while trees are built: nothing in them is garbage before the end."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Interrupted(BaseException):
    """Ends work that nobody waits for any more. No Exception: those are defects of one file."""


def _in_thread(
    work: Callable[[Callable[[], None]], ResultT], outer: Callable[[], None] | None
) -> ResultT:
    result: list[ResultT] = []
    errors: list[BaseException] = []
    interrupted, begun, ended = threading.Event(), threading.Event(), threading.Event()

    def pulse() -> None:
        if interrupted.is_set():
            raise _Interrupted
        if outer is not None:
            outer()

    def run() -> None:
        begun.wait()  # while libcst parses, nothing could interrupt who waits for the start
        try:
            result.append(work(pulse))
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    size = threading.stack_size(_STACK_BYTES)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION_LIMIT)
    thread = threading.Thread(target=run, name="jaxlint")
    try:
        thread.start()
        begun.set()
        # To join would not do: interrupted once, Python 3.11 takes the thread for ended.
        ended.wait()
    except BaseException:
        interrupted.set()
        begun.set()
        if thread.ident is None:
            ended.wait(_MOMENT)  # it may have been started, and not have come to its first line
        if thread.ident is not None:
            ended.wait()
        raise
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return result[0]
