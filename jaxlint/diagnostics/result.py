"""The result that every front end shows: a report, and the files it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jaxlint.diagnostics.findings import Report
from jaxlint.source.notebooks import Notebook
from jaxlint.source.text import lines_of


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """An entry of a baseline: a finding's file, relative to the baseline's folder, and identity."""

    path: str
    code: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Result:
    """A filtered report, with the bytes and the absolute path of each file it is about.

    Both are found by the path under which users see the file, as are notebooks. ``codes`` are
    those of the rules that ran, ``obsolete`` the entries of a baseline that are no longer found.
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
