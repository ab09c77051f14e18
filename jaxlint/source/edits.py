"""A text, or the bytes of a file, with edits made."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jaxlint.source import notebooks
from jaxlint.source.spans import Edit
from jaxlint.source.text import decoded, encoded

# A line with its end; what is left of the last one may lack an end.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def edited(path: str, data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes of a file with edits made, in its own encoding, of a notebook in its cells."""
    if not path.endswith(notebooks.SUFFIX):
        return encoded(apply(decoded(data), edits), data)
    texts = {}
    for cell in notebooks.parse(data).cells:
        inside = [edit for edit in edits if edit.span.cell == cell.number]
        if inside:
            texts[cell.number] = apply(cell.text, inside)
    return notebooks.rewritten(data, texts)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with edits made; they must not overlap."""
    starts = _line_starts(text)
    for edit in sorted(edits, reverse=True):
        first = starts[edit.span.line - 1] + edit.span.column - 1
        last = starts[edit.span.end_line - 1] + edit.span.end_column - 1
        text = text[:first] + edit.text + text[last:]
    return text


def _line_starts(text: str) -> list[int]:
    return [0, *(line.end() for line in _LINE.finditer(text))]
