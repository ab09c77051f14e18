"""What is kept of a project between two times that it is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from jaxlint.program.reading import Read, read_module
from jaxlint.queries.runs import Ledger
from jaxlint.source.files import Source


class Keeper(Protocol):
    """Where what was read and run of one project is kept."""

    def pulse(self) -> None:
        """Be called now and then while somebody works: what is no Exception ends the work."""

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        """Return what reading a source under its dotted names gives."""

    def ledger(self, about: str) -> Ledger:
        """Return the runs that are kept, of those made ``about`` certain rules and settings."""

    def keep(self, about: str, ledger: Ledger) -> None:
        """Keep runs in place of those kept before."""


class Memory:
    """Keeps what was read and run last, for those who judge again and again.

    ``pulse`` is called now and then while somebody judges with this memory: what it raises, if it
    is no Exception, ends the work.
    """

    def __init__(self, pulse: Callable[[], None] = lambda: None) -> None:
        self._pulse = pulse
        self._projects: dict[str, _Remembered] = {}

    def of(self, project: str) -> Keeper:
        """Return what is kept of a project, named by its folder."""
        return self._projects.setdefault(project, _Remembered(self._pulse))


class _Remembered:
    """Of each file the last source and what it read as, and the last runs."""

    def __init__(self, pulse: Callable[[], None]) -> None:
        self.pulse = pulse
        self._reads: dict[tuple[str, tuple[str, ...]], tuple[Source, Read]] = {}
        self._ledgers: dict[str, Ledger] = {}

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        known = self._reads.get((source.path, names))
        if known is None or known[0] != source:
            known = self._reads[source.path, names] = source, read_module(source, names)
        return known[1]

    def ledger(self, about: str) -> Ledger:
        return self._ledgers.get(about, Ledger())

    def keep(self, about: str, ledger: Ledger) -> None:
        self._ledgers[about] = ledger
