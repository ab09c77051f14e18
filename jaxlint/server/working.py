"""One thread for the engine, and the ways to end what it does before it is done."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

# New objects after which those that are no garbage are put out of the collector's sight: looking at
# them takes a tenth of a second, in which nobody is heard.
_MANY = 400_000
# Times what was in memory after the last look at all of it, from which another one is worth it.
_MUCH = 1.25

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
        self._kept = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a piece of work."""
        return bool(self._asked)

    async def rest(self) -> None:
        """Free what earlier pieces have left in memory, if it is much: it takes a second or two."""
        if sys.getallocatedblocks() > _MUCH * self._kept:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._free)

    def _free(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = sys.getallocatedblocks()

    def pulse(self) -> None:
        """Go on, or end the piece of work that calls this when nobody wants it any more."""
        if self._current.is_set():
            raise _Stopped
        if gc.get_count()[0] > _MANY:
            _tidy()

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
            self._thread.submit(_tidy)


def _tidy() -> None:
    """Free the garbage among what is new, and put the rest out of sight once it is much."""
    many = gc.get_count()[0] > _MANY
    gc.collect()
    if many:
        gc.freeze()
