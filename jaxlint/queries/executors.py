"""Executors that are named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jaxlint.queries.workers import Scheduler

if TYPE_CHECKING:
    from concurrent.futures import Executor

_DASK = "dask"
_SECONDS = 5


class NoSuchExecutor(Exception):
    """An executor cannot be had; the text says why."""


@contextmanager
def scheduler_for(
    named: str | None, processes: int, lost: Callable[[str], None]
) -> Iterator[Scheduler]:
    """Give the scheduler for ``KIND:ADDRESS``, or that of this machine. Raises NoSuchExecutor.

    ``lost`` is told why, when a worker does not do its part.
    """
    if named is None:
        yield Scheduler(processes, None, lost)
        return
    kind, _, address = named.partition(":")
    if kind != _DASK or not address:
        raise NoSuchExecutor(f"no executor {named!r}: known is {_DASK}:ADDRESS")
    with _dask(address) as (executor, workers):
        yield Scheduler(processes or workers, executor, lost)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    """Give what takes the work, and how many workers there are."""
    import logging

    try:
        from distributed import Client
    except ImportError as missing:
        text = "dask is not installed: pip install 'jaxlint-proven[dask]'"
        raise NoSuchExecutor(text) from missing
    # What becomes of its workers is seen in the results; its own account of it is long.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as refused:
        raise NoSuchExecutor(f"no scheduler of dask answers at {address}: {refused}") from refused
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError as waited:
            raise NoSuchExecutor(f"the scheduler of dask at {address} has no workers") from waited
        yield client.get_executor(), len(client.scheduler_info(n_workers=-1)["workers"])
