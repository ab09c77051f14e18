"""A text, or the bytes of a file, with edits made."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jaxlint.source import notebooks
from jaxlint.source.spans import Edit, Span
from jaxlint.source.text import common_ends, decoded, encoded

# A line with its end; what is left of the last one may lack an end.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def edited(path: str, data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes of a file with edits made, in its own encoding, of a notebook in its cells."""
    if not path.endswith(notebooks.SUFFIX):
        return encoded(apply(decoded(data), edits), data)
    by_cell: dict[int, list[Edit]] = {}
    for edit in edits:
        by_cell.setdefault(edit.span.cell, []).append(edit)
    notebook = notebooks.parse(data)
    texts = {cell: apply(notebook.text(cell), inside) for cell, inside in by_cell.items()}
    return notebooks.rewritten(data, texts)


def narrowed(edit: Edit, old: str) -> list[Edit]:
    """The edits that do what one does, and touch no line of the ``old`` text that stays.

    Those of one line are left whole: they are read.
    """
    span, was, new = edit.span, _lines(old), _lines(edit.text)
    if len(was) <= 1:
        return [edit]
    before, found, after = edit.text.partition(old)
    if found:
        wrapped = Edit(span.start, before), Edit(span.end, after)
        return [one for one in wrapped if one.text]
    if len(was) == len(new):
        pairs = enumerate(zip(was, new, strict=True))
        return [_changed_part(span, at, one, other) for at, (one, other) in pairs if one != other]
    first, last = common_ends(was, new)
    text = "".join(new[first : len(new) - last])
    end = span.end if not last else _start(span, len(was) - last)
    start = _start(span, first)
    return [Edit(Span(start.line, start.column, end.line, end.column, span.cell), text)]


def _changed_part(span: Span, at: int, old: str, new: str) -> Edit:
    """The edit that makes one line of a span, counted from 0, another one."""
    first, last = common_ends(old, new)
    start = _start(span, at)
    column = start.column + first
    end = column + len(old) - first - last
    return Edit(Span(start.line, column, start.line, end, span.cell), new[first : len(new) - last])


def _start(span: Span, at: int) -> Span:
    """Where one of the lines of a span starts, counted from 0, in the span."""
    return span.start if not at else Span(span.line + at, 1, span.line + at, 1, span.cell)


def _lines(text: str) -> list[str]:
    return _LINE.findall(text)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with edits made; they must not overlap, and insertions at one place keep order."""
    starts = _line_starts(text)
    parts, last = list[str](), 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        first = starts[edit.span.line - 1] + edit.span.column - 1
        parts += text[last:first], edit.text
        last = starts[edit.span.end_line - 1] + edit.span.end_column - 1
    return "".join([*parts, text[last:]])


def _line_starts(text: str) -> list[int]:
    return [0, *(line.end() for line in _LINE.finditer(text))]
