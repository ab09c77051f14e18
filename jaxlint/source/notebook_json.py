"""The JSON of a notebook, with the places of its parts: what is not changed stays to the byte."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]

_BLANKS = re.compile(r"[ \t\r\n]*")
# Characters of a JSON string as they are written, up to the end of a line of its text.
_LINE = re.compile(r"(?:[^\\]|\\(?!n|u000[aA])(?s:.))*(?:\\n|\\u000[aA]|$)")
_DECODER = json.JSONDecoder()
_LINE_ENDS = ("\n", "\r")


def cells(whole: str) -> list[int]:
    """Return where each cell of a notebook starts in its JSON."""
    return [*_elements(whole, _value_at(whole, _after_blanks(whole, 0), "cells"))]


def with_texts(whole: str, texts: Mapping[int, str]) -> str:
    """Return the JSON of a notebook in which cells, by number from 1, have new texts."""
    escaped = whole.isascii() and "\\u" in whole
    places, parts, last = cells(whole), list[str](), 0
    for number, text in sorted(texts.items()):
        start = _value_at(whole, places[number - 1], "source")
        end = _end(whole, start)
        parts += whole[last:start], _as_source(whole[start:end], text, escaped)
        last = end
    return "".join([*parts, whole[last:]])


# --- places --------------------------------------------------------------------------------------


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found is not None
    return found.end()


def _end(text: str, start: int) -> int:
    """Return where the value that starts at a place ends."""
    return _DECODER.raw_decode(text, start)[1]


def _value_at(text: str, start: int, key: str) -> int:
    """Return where the value of a key starts, in the object that starts at a place."""
    at = _after_blanks(text, start + 1)
    found = -1
    while text[at] != "}":
        name, at = scanstring(text, at + 1, False)
        value = _after_blanks(text, _after_blanks(text, at) + 1)
        if name == key:
            found = value  # of two alike the last one counts
        at = _next(text, value)
    return found


def _elements(text: str, start: int) -> Iterator[int]:
    """Yield where each element starts, in the array that starts at a place."""
    at = _after_blanks(text, start + 1)
    while text[at] != "]":
        yield at
        at = _next(text, at)


def _next(text: str, start: int) -> int:
    """Return where the next member or element starts, or the bracket that ends them."""
    at = _after_blanks(text, _end(text, start))
    return _after_blanks(text, at + 1) if text[at] == "," else at


# --- the text of a cell --------------------------------------------------------------------------


def _as_source(old: str, new: str, escaped: bool) -> str:
    """Return a text as the value of a cell's source, its unchanged lines as they were written.

    ``escaped`` says that what is no ASCII is to be.
    """
    if old.startswith('"'):
        lines = [f'"{line}"' for line in _LINE.findall(old[1:-1]) if line]
        first, last, written = _changed(lines, new, escaped)
        return '"' + "".join(line[1:-1] for line in (*lines[:first], *written, *lines[last:])) + '"'
    starts = [*_elements(old, 0)]
    spans = [(start, _end(old, start)) for start in starts]
    first, last, written = _changed([old[start:end] for start, end in spans], new, escaped)
    return _spliced(old, spans, (first, last), written)


def _changed(lines: Sequence[str], new: str, escaped: bool) -> tuple[int, int, list[str]]:
    """Return which of the lines as written, from one up to another, are replaced, and by what."""
    values = [json.loads(line) for line in lines]
    first, start, last, end = 0, 0, len(values), len(new)
    while (
        first < last and values[first].endswith(_LINE_ENDS) and new.startswith(values[first], start)
    ):
        start += len(values[first])
        first += 1
    while first < last and _ends_with_line(new, values[last - 1], start, end):
        last -= 1
        end -= len(values[last])
    known: dict[str, deque[str]] = {}
    for value, line in zip(values[first:last], lines[first:last], strict=True):
        known.setdefault(value, deque()).append(line)
    texts = new[start:end].splitlines(keepends=True)
    return (
        first,
        last,
        [known[text].popleft() if known.get(text) else _written(text, escaped) for text in texts],
    )


def _ends_with_line(text: str, line: str, start: int, end: int) -> bool:
    """Whether a part of a text ends with a line, as a line of its own."""
    at = end - len(line)
    return text.endswith(line, start, end) and (at == start or text[at - 1] in _LINE_ENDS)


def _written(text: str, escaped: bool) -> str:
    """Return a text in JSON; what UTF-8 does not have is escaped in any case."""
    plain = json.dumps(text, ensure_ascii=False)
    try:
        plain.encode()
    except UnicodeEncodeError:
        escaped = True
    return json.dumps(text) if escaped else plain


def _spliced(
    old: str, spans: Sequence[tuple[int, int]], changed: tuple[int, int], written: Sequence[str]
) -> str:
    """Return an array, the spans of its elements known, with others in place of some of them."""
    first, last = changed
    if not spans or (not written and last - first == len(spans)):
        return f"[{', '.join(written)}]"
    head = old[1 : spans[0][0]]
    between = f",{head or ' '}"
    new = between.join(written)
    if first < last and written:
        return old[: spans[first][0]] + new + old[spans[last - 1][1] :]
    if last < len(spans):
        rest = spans[last][0]
        return old[: spans[first][0]] + (new + between if written else "") + old[rest:]
    before = spans[first - 1][1]
    return old[:before] + (between + new if written else "") + old[spans[-1][1] :]
