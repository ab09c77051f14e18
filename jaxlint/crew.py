"""Who does the work of a run: this process, others of this machine, or an executor."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

# Bytes of source, changed or new, that are worth the start of a second process.
WORTH_A_PROCESS = 750_000


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and into how many parts it is worth to cut the work."""

    executor: Executor
    parts: int


@dataclass(frozen=True, slots=True)
class Crew:
    """How many ``processes`` work, 0 for as many as pay; or an ``executor`` that has the workers.

    Any ``concurrent.futures.Executor`` will do whose workers have this jaxlint installed.
    """

    processes: int = 0
    executor: Executor | None = None

    @contextmanager
    def workers(self, size: int) -> Iterator[Workers | None]:
        """Give the workers for so many bytes of source; None where this process is enough."""
        if not size:
            yield None
        elif self.executor is not None:
            yield Workers(self.executor, self.processes or 4)
        elif (count := self.processes or min(_cores(), 1 + size // WORTH_A_PROCESS)) == 1:
            yield None
        else:
            with _processes(count) as workers:
                yield workers


ALONE = Crew(1)


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # To fork is cheapest, and safe as long as nothing else goes on in this process.
    forks = sys.platform == "linux" and threading.active_count() == 1
    pool = ProcessPoolExecutor(count, get_context("fork" if forks else "spawn"))
    try:
        yield Workers(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
