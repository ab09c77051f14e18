"""Lines of files that alone are asked about: ``FILE:10``, ``FILE:10-40``, ``FILE:cell 3:4-8``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result
from jaxlint.source.paths import absolute
from jaxlint.source.spans import Span

_RANGE = re.compile(
    r"(?P<path>.+?)(?P<cell>:cell (?P<number>\d+))?(?::(?P<first>\d+)(?:-(?P<last>\d+)|:\d+)?)?",
    re.DOTALL,
)


class BadRange(Exception):
    """Lines of a file cannot be meant; the text says why."""


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a file, or of a cell of a notebook: the first and the last."""

    first: int
    last: int
    cell: int = 0

    def touches(self, span: Span) -> bool:
        """Say whether some of a span is on these lines."""
        if self.cell not in (0, span.cell):
            return False
        return span.line <= self.last and self.first <= span.end_line


Ranges = Mapping[Path, tuple[LineRange, ...]]


def split(paths: Iterable[str]) -> tuple[list[str], Ranges]:
    """Return paths without the lines named behind some of them, and these lines by file.

    A path that is there is meant as it is. Who names a whole file means all its lines. Raises
    BadRange.
    """
    plain: list[str] = []
    found: dict[Path, tuple[LineRange, ...]] = {}
    whole: set[Path] = set()
    for text in paths:
        path, lines = (text, None) if os.path.lexists(text) else _split(text)
        place = Path(absolute(path))
        if lines is None:
            whole.add(place)
        else:
            found[place] = (*found.get(place, ()), lines)
        plain.append(path)
    return plain, {place: many for place, many in found.items() if place not in whole}


def within(result: Result, ranges: Ranges) -> Result:
    """Return a result with only those findings of some files that touch their lines."""
    if not ranges:
        return result
    findings = tuple(one for one in result.report.findings if _is_within(one, result, ranges))
    return replace(result, report=replace(result.report, findings=findings, held_back=0))


def _split(text: str) -> tuple[str, LineRange | None]:
    found = _RANGE.fullmatch(text)
    if found is None or not (found["cell"] or found["first"]):
        return text, None
    if os.path.isdir(found["path"]):
        raise BadRange(f"{text}: {found['path']} is a folder: name one of its files")
    first = int(found["first"] or 1)
    last = int(found["last"] or (found["first"] or sys.maxsize))
    if not 1 <= first <= last:
        raise BadRange(f"{text}: lines count from 1, the first before the last")
    return found["path"], LineRange(first, last, int(found["number"] or 0))


def _is_within(finding: Finding, result: Result, ranges: Ranges) -> bool:
    place = result.places.get(finding.path)
    wanted = ranges.get(place) if place is not None else None
    return wanted is None or any(lines.touches(finding.span) for lines in wanted)
