"""Executors that are named on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jaxlint.crew import Crew

_DASK = "dask"
_SECONDS = 10


class NoSuchExecutor(Exception):
    """An executor cannot be had; the text says why."""


@contextmanager
def crew(named: str | None, processes: int) -> Iterator[Crew]:
    """Give the crew for ``KIND:ADDRESS``, or that of this machine. Raises NoSuchExecutor."""
    if named is None:
        yield Crew(processes)
        return
    kind, _, address = named.partition(":")
    if kind != _DASK or not address:
        raise NoSuchExecutor(f"no executor {named!r}: known is {_DASK}:ADDRESS")
    with _dask(address, processes) as found:
        yield found


@contextmanager
def _dask(address: str, parts: int) -> Iterator[Crew]:
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
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        yield Crew(parts or max(1, workers), client.get_executor())
