"""What is read once in a process, for tests that judge the same texts again and again."""

from __future__ import annotations

from functools import lru_cache

from jaxlint.program.reading import Read, read_module
from jaxlint.queries.memory import Keeper
from jaxlint.source.files import Source


@lru_cache(maxsize=2000)
def once(source: Source, names: tuple[str, ...]) -> Read:
    """Return what reading a source gives, which depends on nothing else."""
    return read_module(source, names)


class Reader(Keeper):
    """Keeps no run, and reads nothing that was read before."""

    def read(self, source: Source, names: tuple[str, ...], code: str) -> Read:
        """Return what reading a source gives."""
        return once(source, names)
