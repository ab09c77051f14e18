"""Keeps what single modules of a project came to in the folder of the cache."""

from __future__ import annotations

from jaxlint import cache
from jaxlint.reading import Read, read_module
from jaxlint.runs import Ledger
from jaxlint.sources import Source


class Stored:
    """Keeps the runs over a project's modules in the folder of entries."""

    def __init__(self, project: str) -> None:
        self._project = project

    def pulse(self) -> None:
        """Nobody interrupts a run but by a signal."""

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        """Return what reading a source under its dotted names gives."""
        return read_module(source, names)

    def ledger(self, about: str) -> Ledger:
        """Return the runs that are kept of the project; none where there are none to be trusted."""
        found = cache.load(self._key(about), Ledger)
        return Ledger() if found is None else found

    def keep(self, about: str, ledger: Ledger) -> None:
        """Keep runs in place of those kept before."""
        cache.keep(self._key(about), ledger)

    def _key(self, about: str) -> str:
        return cache.key_of((), ["modules", self._project, about])
