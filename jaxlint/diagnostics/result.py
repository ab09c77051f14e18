"""What every front end shows: a report, and the files that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jaxlint.diagnostics.findings import Report
from jaxlint.source.notebooks import Notebook
from jaxlint.source.text import lines_of


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding that is left for later: its file, from the baseline's folder, and what it is."""

    path: str
    code: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Result:
    """What is to be shown, and of the files it speaks of the bytes and the absolute path.

    Both are found by the path under which users see the file, as are notebooks. ``codes`` are
    those of the rules that spoke, ``obsolete`` what a baseline holds and nobody finds any more.
    """

    report: Report
    sources: Mapping[str, bytes]
    places: Mapping[str, Path]
    codes: frozenset[str] = frozenset()
    obsolete: tuple[Entry, ...] = ()
    notebooks: Mapping[str, Notebook] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> Result:
        """A result of nothing."""
        return cls(Report((), (), 0), {}, {})

    def lines(self, path: str, cell: int = 0) -> list[str]:
        """Return the lines of a file, or of a notebook's cell; none of what is not at hand."""
        if cell:
            return self.notebooks[path].lines(cell) if path in self.notebooks else []
        return lines_of(self.sources.get(path, b""))
