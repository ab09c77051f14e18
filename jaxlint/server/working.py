"""One thread for the engine, and the ways to end what it does before it is done."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

# Seconds that a collection may take, and how often the rest may be put out of its sight.
_LONG = 0.1
_MANY = 50

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
        self._done = self._frozen = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a piece of work."""
        return bool(self._asked)

    async def rest(self) -> None:
        """Free the memory that earlier pieces have left, which may take a second or two."""
        if self._done:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._free)

    def _tidy(self) -> None:
        """Free what the last piece has left, and put out of sight what takes long to look at."""
        started = time.perf_counter()
        gc.collect()
        self._done += 1
        if time.perf_counter() - started > _LONG:
            gc.freeze()
            self._frozen += 1
        if self._frozen > _MANY:
            self._free()

    def _free(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._done = self._frozen = 0

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
            return work(*given, **named)

        self._asked.add(stopped)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, piece)
        except _Stopped:
            raise Superseded from None
        finally:
            self._asked.discard(stopped)
            stopped.set()
            self._thread.submit(self._tidy)
