"""Executors that are named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from jaxlint.queries.patience import within
from jaxlint.queries.workers import Scheduler

if TYPE_CHECKING:
    from distributed import Client

_DASK = "dask"
# Seconds that a scheduler is given to answer, and after which nothing of it is waited for.
_SECONDS = 5
_DEADLINE = 20


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
    with _dask(address) as (client, workers):
        executor = client.get_executor()
        yield Scheduler(processes or workers, executor, lost, lambda: _works(client))


@contextmanager
def _dask(address: str) -> Iterator[tuple[Client, int]]:
    """Give a client of a scheduler and how many workers that has; let go of it at the end."""
    import logging

    try:
        from distributed import Client
    except ImportError as missing:
        text = "dask is not installed: pip install distributed"
        raise NoSuchExecutor(text) from missing
    # What becomes of its workers is seen in the results; its own account of it is long.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = within(_DEADLINE, lambda: Client(address, timeout=_SECONDS, set_as_default=False))
    except Exception as why:  # what listens there may be anything
        said = " ".join(str(why).split()) or type(why).__name__
        raise NoSuchExecutor(f"no scheduler of dask answers at {address}: {said}") from why
    try:
        yield client, _waited_for(client, address)
    finally:
        with suppress(Exception):  # whether it says goodbye or not
            within(_SECONDS, client.close)


def _waited_for(client: Client, address: str) -> int:
    """Wait until there is a worker, and return how many there are. Raises NoSuchExecutor."""
    try:
        within(_DEADLINE, lambda: client.wait_for_workers(1, timeout=_SECONDS))
        return _workers_of(client)
    except Exception as why:
        raise NoSuchExecutor(f"the scheduler of dask at {address} has no workers") from why


def _workers_of(client: Client) -> int:
    """Return how many workers there are. Raises TookTooLong, and what the client raises."""
    return within(_SECONDS, lambda: len(client.scheduler_info(n_workers=-1)["workers"]))


def _works(client: Client) -> bool:
    """Whether there is anybody left to do what was handed out."""
    try:
        return client.status == "running" and _workers_of(client) > 0
    except Exception:
        return False
