"""One thread for the engine, and the ways to end what it does before it is done."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

# After so many pieces of work there may be much to be freed.
_MANY = 8

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Superseded(Exception):
    """What was asked for is of no use any more: the text has changed since."""


class _Stopped(BaseException):
    """Ends the work under way. No Exception: those are defects of one file, and kept there."""


class Worker:
    """Does one piece of work after the other, none of them in the thread that listens.

    Work ends early only where it calls ``pulse``.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._asked: set[threading.Event] = set()
        self._current = threading.Event()
        self._done = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a piece of work."""
        return bool(self._asked)

    async def rest(self) -> None:
        """Free the memory that earlier pieces have left, which may take a second or two."""
        if self._done >= _MANY:
            self._done = 0
            await asyncio.get_running_loop().run_in_executor(self._thread, gc.collect)

    def pulse(self) -> None:
        """Go on, or end the piece of work that calls this when nobody wants it any more."""
        if self._current.is_set():
            raise _Stopped

    def stop(self) -> None:
        """End all that was asked for so far: who waits for it gets Superseded."""
        for stopped in self._asked:
            stopped.set()

    async def done(
        self, work: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs
    ) -> _Result:
        """Return what work gives. It ends as well when the task that waits is cancelled.

        Raises Superseded, and what the work raises.
        """
        stopped = threading.Event()

        def piece() -> _Result:
            self._current = stopped
            self.pulse()
            try:
                return work(*given, **named)
            finally:
                self._done += 1
                gc.collect(1)  # what is young: all that there is would take seconds

        self._asked.add(stopped)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, piece)
        except _Stopped:
            raise Superseded from None
        finally:
            self._asked.discard(stopped)
            stopped.set()
