"""Findings and the comments that cover them, put together without comparing each with each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.suppressions import Suppression
from jaxlint.source.lines import Lines
from jaxlint.source.spans import Span


class Comments:
    """Comments, asked which findings they cover.

    ``names`` says whether a comment is for the findings of a code.
    """

    def __init__(
        self, comments: Iterable[Suppression], names: Callable[[Suppression, str], bool]
    ) -> None:
        self._comments = list(comments)
        self._names = names
        self._lines: dict[str, Lines] = {}

    def hide(self, code: str, span: Span) -> bool:
        """Say whether a comment for a code covers a line on which a span starts or ends."""
        if code not in self._lines:
            meant = (one for one in self._comments if self._names(one, code))
            self._lines[code] = Lines((one.first, one.last) for one in meant)
        lines = self._lines[code]
        return span.line in lines or span.end_line in lines


class Codes:
    """The codes of findings, asked for those on some lines."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._lines: dict[str, list[int]] = {}
        for finding in findings:
            lines = self._lines.setdefault(finding.code, [])
            lines += finding.span.line, finding.span.end_line
        for lines in self._lines.values():
            lines.sort()

    def on(self, first: int, last: int) -> list[str]:
        """Return the codes of findings that start or end on a line from ``first`` to ``last``."""
        return [code for code, lines in self._lines.items() if _any(lines, first, last)]


def _any(lines: list[int], first: int, last: int) -> bool:
    """Whether one of some sorted lines is in a stretch."""
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= last
