"""Where runs are made: in this process, in others of this machine, or by an executor."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

# Bytes of source, changed or new, that are worth the start of a second process.
WORTH_A_PROCESS = 3_000_000


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and into how many parts it is worth to cut the work.

    ``lost`` is told why, when a worker did not do its part. ``alive`` says whether there is any
    worker left, for executors that would wait for another one.
    """

    executor: Executor
    parts: int
    lost: Callable[[str], None]
    alive: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Scheduler:
    """Where runs are made: in ``processes``, 0 for as many as pay off, or by an ``executor``.

    Any ``concurrent.futures.Executor`` will do whose workers have this jaxlint installed. The share
    of a worker that died or failed is done in this process; ``lost`` is called with the reason.
    ``alive`` says whether the executor has any worker left.
    """

    processes: int = 0
    executor: Executor | None = None
    lost: Callable[[str], None] = lambda why: None
    alive: Callable[[], bool] = lambda: True

    @contextmanager
    def workers(self, sizes: Collection[int]) -> Iterator[Workers | None]:
        """Give the workers for files of so many bytes; None where this process is enough."""
        pays = min(_cores(), 1 + sum(sizes) // WORTH_A_PROCESS)
        count = min(self.processes or pays, len(sizes))
        if self.executor is not None and sizes:
            yield Workers(self.executor, self.processes or 4, self.lost, self.alive)
        elif count <= 1:
            yield None
        else:
            with _processes(count) as pool:
                yield Workers(pool, count, self.lost)


ONE_PROCESS = Scheduler(1)


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    # To fork is cheapest, and safe as long as nothing else goes on in this process.
    forks = sys.platform == "linux" and threading.active_count() == 1
    others = active_children()
    with nullcontext() if forks else _no_folder_on_the_path():
        pool = ProcessPoolExecutor(count, get_context("fork" if forks else "spawn"), _begin)
        try:
            yield pool
        except BaseException:  # nobody waits for what they are at
            for process in active_children():
                if process not in others:
                    process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _no_folder_on_the_path() -> Iterator[None]:
    """New processes import nothing from the current folder: what lies there is only read."""
    variable = "PYTHONSAFEPATH"
    before = os.environ.get(variable)
    os.environ[variable] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


def _begin() -> None:
    """In a new process: leave Ctrl-C to the one that started it, and end when that one does.

    Garbage is not worth a collection in a process that ends with its work.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
