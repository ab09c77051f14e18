"""Source lines with a span underlined, in plain characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from jaxlint.report.paint import Line
from jaxlint.source.spans import Span
from jaxlint.source.text import printable

TAB = "    "
# Spans of more lines are shown by their first and last ones.
MOST_LINES = 6
# Longer lines are shown in part, around the span.
MOST_COLUMNS = 160
_CUT = "..."


def excerpt(lines: Sequence[str], span: Span) -> Iterator[Line]:
    """Yield the lines of a span, each followed by a line that underlines what belongs to it.

    Places beyond the source, as of an empty file, give no lines.
    """
    numbers = range(span.line, min(span.end_line, len(lines)) + 1)
    width = len(str(span.end_line))
    for number in _shortened(numbers):
        if number is None:
            yield ((f"{_CUT:>{width}} |", "blue"),)
            continue
        start, end = _columns(lines[number - 1], number, span)
        text, marks = _underlined(lines[number - 1], start, end)
        yield ((f"{number:{width}} | ", "blue"), (text, ""))
        yield ((f"{'':{width}} | ", "blue"), (marks, "bold red"))


def _shortened(numbers: range) -> list[int | None]:
    if len(numbers) <= MOST_LINES:
        return list(numbers)
    return [*numbers[: MOST_LINES - 2], None, numbers[-1]]


def _columns(line: str, number: int, span: Span) -> tuple[int, int]:
    """Return where the span starts and ends in a line, as indices, leading blanks left out."""
    indent = len(line) - len(line.lstrip())
    start = span.column - 1 if number == span.line else indent
    end = span.end_column - 1 if number == span.end_line else len(line)
    return start, max(end, start)


def _underlined(line: str, start: int, end: int) -> tuple[str, str]:
    before, within, after = line[:start], line[start:end], line[end:]
    if cell_len(line) > MOST_COLUMNS:
        before, within, after = _cropped(before, within, after)
    before, within, after = (printable(part.replace("\t", TAB)) for part in (before, within, after))
    marks = " " * cell_len(before) + "^" * max(cell_len(within), 1)
    return f"{before}{within}{after}".rstrip(), marks


def _cropped(before: str, within: str, after: str) -> tuple[str, str, str]:
    third = MOST_COLUMNS // 3
    before = before if len(before) <= third else _CUT + before[-third:]
    within = within if len(within) <= third else within[:third] + _CUT
    return before, within, after if len(after) <= third else after[:third] + _CUT
