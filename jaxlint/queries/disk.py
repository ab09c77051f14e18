"""Keeps what single modules of a project came to in the folder of the cache."""

from __future__ import annotations

from contextlib import suppress

from jaxlint.program import ir
from jaxlint.program.packing import NotPacked, pack, unpack
from jaxlint.program.reading import Read, read_module
from jaxlint.queries import result_cache
from jaxlint.queries.runs import Ledger
from jaxlint.source.files import Source


class Stored:
    """Keeps the runs over a project's modules, and the models of those that were read again.

    The first time that a project is judged, its runs are kept and nothing else: most of its modules
    are not needed again before they change. Those that are needed beside a changed one are.
    """

    def __init__(self, project: str) -> None:
        self._project = project
        self._again = False
        self._read: dict[str, ir.Module] = {}

    def pulse(self) -> None:
        """Nobody interrupts a run but by a signal."""

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        """Return what reading a source under its dotted names gives."""
        if not self._again:
            return read_module(source, names)
        key = result_cache.key_of([(source.path, source.data)], ["model", *names])
        known = result_cache.load_data(key)
        if known is not None:
            with suppress(NotPacked):
                return unpack(known, source.data)
        read = read_module(source, names)
        if isinstance(read, ir.Module):
            self._read[key] = read
        return read

    def ledger(self, about: str) -> Ledger:
        """Return the runs that are kept of the project; none where there are none to be trusted."""
        found = result_cache.load(self._key(about), Ledger)
        self._again = found is not None
        return Ledger() if found is None else found

    def keep(self, about: str, ledger: Ledger) -> None:
        """Keep runs in place of those kept before."""
        result_cache.keep_data({key: pack(module) for key, module in self._read.items()})
        result_cache.keep(self._key(about), ledger)

    def _key(self, about: str) -> str:
        return result_cache.key_of((), ["modules", self._project, about])
