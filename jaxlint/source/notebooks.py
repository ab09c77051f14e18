"""Jupyter notebooks: their code cells as one module, in order, and back again.

What is not Python in a cell (magics, shell lines, questions) is put aside for as long as it takes
to read the rest; lines keep their numbers. A cell that cannot be read does not spoil the others.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from jaxlint.source.spans import Span
from jaxlint.source.text import split_lines

SUFFIX = ".ipynb"

# Patterns, which `re` compiles once a notebook asks for them: few projects have any.
# Cell magics whose cell is Python, run by other means.
_PYTHON_MAGICS = r"%%(?:time|timeit|capture|prun|memit|mprun|lprun|python3?)\b"
_MAGIC_LINE = r"(?P<indent>\s*)(?:[%!?]|[^#'\"]*\?\s*$)"
_MAGIC_VALUE = r"(?P<target>[\w.,\s\[\]]+=)\s*[%!]"
# No comment in a cell may stand where Python looks for the encoding of a file.
_HEAD = "\n\n"
_AS_IN_NOTEBOOKS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
_BLANKS = re.compile(r"[ \t\r\n]*")


class NotANotebook(ValueError):
    """A file is not a notebook; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell: its number among all cells, from 1, its text, and that as Python.

    ``first`` is its first line in the module. ``python`` is empty where ``broken`` says why: line,
    column and message.
    """

    number: int
    text: str
    python: str
    first: int
    broken: tuple[int, int, str] | None = None


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook as it lies on disk, and its code cells."""

    data: bytes
    cells: tuple[Cell, ...]

    @property
    def module(self) -> bytes:
        """All cells as one module."""
        text = _HEAD + "".join(f"{cell.python}\n" for cell in self.cells)
        return text.encode(errors="surrogatepass")

    def line(self, number: int, line: int) -> int | None:
        """Return the line in the module of a line of a cell, or None if there is no such line."""
        for cell in self.cells:
            if cell.number == number and 1 <= line <= len(split_lines(cell.text)):
                return cell.first + line - 1
        return None

    def lines(self, number: int) -> list[str]:
        """Return the lines of a cell, or none if there is no such cell."""
        return next((split_lines(one.text) for one in self.cells if one.number == number), [])

    def broken(self) -> Iterator[tuple[Span, str]]:
        """Yield where in the module cells cannot be read, and why."""
        for cell in self.cells:
            if cell.broken is not None:
                line, column, message = cell.broken
                at = cell.first + line - 1
                yield Span(at, column, at, column + 1), message

    def celled(self, span: Span) -> Span:
        """Return the span in its cell of a span of the module."""
        home = next(one for one in reversed(self.cells) if one.first <= span.line)
        above = home.first - 1
        return Span(
            span.line - above, span.column, span.end_line - above, span.end_column, home.number
        )


@lru_cache(maxsize=1_000)  # in an editor the same ones are asked for at each change
def parse(data: bytes) -> Notebook:
    """Return the code cells of a notebook. Raises NotANotebook."""
    content = _content(data)
    cells: list[Cell] = []
    first = 1 + _HEAD.count("\n")
    for number, text in _code(content):
        cell = _cell(number, text, first)
        cells.append(cell)
        first += len(split_lines(cell.python))
    return Notebook(data, tuple(cells))


def rewritten(data: bytes, texts: Mapping[int, str]) -> bytes:
    """Return a notebook in which cells, by number, have new texts; all else stays to the byte.

    Raises NotANotebook.
    """
    whole, places = _places(data)
    for number, text in sorted(texts.items(), reverse=True):
        start = _value_at(whole, places[number - 1], "source")
        end = _end(whole, start)
        whole = whole[:start] + _as_source(whole[start:end], text, whole) + whole[end:]
    mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
    return mark + whole.encode()


def lines_of_cells(data: bytes) -> list[int]:
    """Return the line of the file, from 1, on which each of its cells starts.

    Lines end at LF. Raises NotANotebook.
    """
    whole, places = _places(data)
    starts: list[int] = []
    line, last = 1, 0
    for place in places:
        line, last = line + whole.count("\n", last, place), place
        starts.append(line)
    return starts


def cell_text(data: bytes, number: int) -> str:
    """Return the text of a code cell of a notebook. Raises NotANotebook."""
    return next((one.text for one in parse(data).cells if one.number == number), "")


# --- cells ---------------------------------------------------------------------------------------


def _content(data: bytes) -> dict[str, Any]:
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as broken:
        raise NotANotebook(f"is not a notebook: {broken}") from broken
    if not isinstance(content, dict) or not isinstance(content.get("cells"), list):
        raise NotANotebook("is not a notebook of format 4: it has no cells")
    return content


def _code(content: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield number and text of each code cell of a notebook in Python."""
    if _language(content) != "python":
        return
    for number, cell in enumerate(content["cells"], 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source")
            lines: list[Any] = source if isinstance(source, list) else [source]
            if all(isinstance(line, str) for line in lines):
                yield number, "".join(lines)


def _language(content: Mapping[str, Any]) -> str:
    metadata = content.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(about, dict) and isinstance(about.get(name), str):
            return str(about[name]).lower()
    return "python"


def _cell(number: int, text: str, first: int) -> Cell:
    lines = split_lines(text)
    if lines[0].lstrip().startswith("%%"):
        if not re.match(_PYTHON_MAGICS, lines[0].lstrip()):
            return Cell(number, text, "\n" * (len(lines) - 1), first)
        lines[0] = ""
    while True:
        error = _error(lines)
        if error is None:
            return Cell(number, text, "\n".join(lines), first)
        at = min(error.lineno or 1, len(lines)) - 1
        if not _put_aside(lines, at):
            broken = at + 1, max(error.offset or 1, 1), error.msg
            return Cell(number, text, "\n" * (len(lines) - 1), first, broken)


def _error(lines: Sequence[str]) -> SyntaxError | None:
    """Return what keeps lines from being Python, as notebooks take it."""
    try:
        compile("\n".join(lines), "cell", "exec", _AS_IN_NOTEBOOKS)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as odd:
        return SyntaxError(str(odd) or "nested too deeply", ("cell", 1, 1, None))
    return None


def _put_aside(lines: list[str], at: int) -> bool:
    """Put something of Python's in place of a line, with those that continue it, if it is none."""
    value, line = re.match(_MAGIC_VALUE, lines[at]), re.match(_MAGIC_LINE, lines[at])
    if value is not None:
        aside = f"{value['target']} get_ipython()"
    elif line is not None:
        aside = f"{line['indent']}pass"
    else:
        return False
    while lines[at].endswith("\\") and at + 1 < len(lines):
        lines[at], aside = aside, ""
        at += 1
    lines[at] = aside
    return True


# --- JSON, with its places -----------------------------------------------------------------------

_DECODER = json.JSONDecoder()


def _places(data: bytes) -> tuple[str, list[int]]:
    """Return the text of a notebook and where in it each cell starts. Raises NotANotebook."""
    _content(data)
    whole = data.decode("utf-8-sig")
    cells = _value_at(whole, _after_blanks(whole, 0), "cells")
    return whole, list(_elements(whole, cells))


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


def _as_source(old: str, new: str, whole: str) -> str:
    """Return a text as the value of a cell's source, in the way that the old one was written."""
    escaped = whole.isascii() and "\\u" in whole
    if old.startswith('"'):
        return json.dumps(new, ensure_ascii=escaped)
    lines = [json.dumps(line, ensure_ascii=escaped) for line in new.splitlines(keepends=True)]
    head, tail = _blanks_in(old)
    return "[" + head + f",{head or ' '}".join(lines) + tail + "]"


def _blanks_in(old: str) -> tuple[str, str]:
    """Return what an array has between its brackets and its first and last element."""
    inner = old[1:-1]
    if not inner.strip():
        return "", ""
    return inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
