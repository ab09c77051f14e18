"""What fixes change, as a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from jaxlint.report.paint import Line
from jaxlint.source.text import lines_of

_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def render(path: str, before: bytes, after: bytes) -> Iterator[Line]:
    """Yield the lines of the diff of one file."""
    heads = ("---", "+++")
    for line in difflib.unified_diff(
        lines_of(before), lines_of(after), f"a/{path}", f"b/{path}", lineterm=""
    ):
        style = "bold" if line.startswith(heads) else _STYLES.get(line[:1], "")
        yield ((line, style),)
