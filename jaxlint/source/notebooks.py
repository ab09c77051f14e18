"""Jupyter notebooks: their code cells as one module, in order, and back again.

What is not Python in a cell (magics, shell lines, questions) is put aside for as long as it takes
to read the rest; lines keep their numbers. A cell that cannot be read does not spoil the others.
"""

from __future__ import annotations

import ast
import json
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from jaxlint.source import magics, notebook_json
from jaxlint.source.newer import can_be_read
from jaxlint.source.spans import Edit, Span
from jaxlint.source.text import split_lines
from jaxlint.source.warned import unwarned

SUFFIX = ".ipynb"

# No comment in a cell may stand where Python looks for the encoding of a file.
_HEAD = "\n\n"
_AS_IN_NOTEBOOKS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class NotANotebook(ValueError):
    """A file is not a notebook; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell: its number among all cells, from 1, its text, and that as Python.

    ``first`` is its first line in the module. ``python`` is empty where ``broken`` says why: line,
    column and message. ``indent`` is what the first line of the text starts with, which notebooks
    take away from all lines that start so.
    """

    number: int
    text: str
    python: str
    first: int
    broken: tuple[int, int, str] | None = None
    indent: str = ""

    def width(self, line: int) -> int:
        """Return how long a line of the text is, from 1; in the module it may be longer."""
        lines = split_lines(self.text)
        return len(lines[line - 1]) if 1 <= line <= len(lines) else 0

    def lost(self, line: int) -> int:
        """Return how many columns of a line of the text, from 1, are not in the module."""
        lines = split_lines(self.text)
        lacks = line <= len(lines) and lines[line - 1].startswith(self.indent)
        return len(self.indent) if lacks else 0


@dataclass(frozen=True)
class Notebook:
    """A notebook as it lies on disk, and its code cells."""

    data: bytes
    cells: tuple[Cell, ...]

    @cached_property
    def _numbered(self) -> dict[int, Cell]:
        return {cell.number: cell for cell in self.cells}

    @property
    def module(self) -> bytes:
        """All cells as one module."""
        text = _HEAD + "".join(f"{cell.python}\n" for cell in self.cells)
        return text.encode(errors="surrogatepass")

    def line(self, number: int, line: int) -> int | None:
        """Return the line in the module of a line of a cell, or None if there is no such line."""
        inside = 1 <= line <= len(self.lines(number))
        return self._numbered[number].first + line - 1 if inside else None

    def text(self, number: int) -> str:
        """Return the text of a cell, empty if there is no such cell."""
        return self._numbered[number].text if number in self._numbered else ""

    def lines(self, number: int) -> list[str]:
        """Return the lines of a cell, or none if there is no such cell."""
        return split_lines(self.text(number)) if number in self._numbered else []

    def broken(self) -> Iterator[tuple[Span, str]]:
        """Yield where in the module cells cannot be read, and why."""
        for cell in self.cells:
            if cell.broken is not None:
                line, column, message = cell.broken
                at = cell.first + line - 1
                yield Span(at, column, at, column + 1), message

    def celled(self, span: Span) -> Span:
        """Return the span in its cell of a span of the module.

        What lies before the first cell is at its start: an error of which no line is known does.
        """
        home = self._home(span)
        above = min(home.first, span.line) - 1
        line, end = span.line - above, span.end_line - above
        column, end_column = span.column, span.end_column
        if home.indent:
            column, end_column = column + home.lost(line), end_column + home.lost(end)
        last = max(home.width(end), column) + 1
        return Span(line, column, end, min(end_column, last), home.number)

    def in_cell(self, edit: Edit) -> Edit:
        """Return the edit of a cell that an edit of the module is."""
        indent = self._home(edit.span).indent
        text = edit.text.replace("\n", f"\n{indent}") if indent else edit.text
        return Edit(self.celled(edit.span), text)

    def _home(self, span: Span) -> Cell:
        before = bisect(self.cells, span.line, key=lambda cell: cell.first)
        return self.cells[max(before - 1, 0)]


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
    _content(data)
    whole = notebook_json.with_texts(data.decode("utf-8-sig"), texts)
    mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
    return mark + whole.encode()


def lines_of_cells(data: bytes) -> list[int]:
    """Return the line of the file, from 1, on which each of its cells starts.

    Lines end at LF. Raises NotANotebook.
    """
    _content(data)
    whole, starts = data.decode("utf-8-sig"), list[int]()
    line, last = 1, 0
    for place in notebook_json.cells(whole):
        line, last = line + whole.count("\n", last, place), place
        starts.append(line)
    return starts


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
    if magics.is_other_language(lines[0]):
        return Cell(number, text, "\n" * (len(lines) - 1), first)
    magic = lines[0] if magics.is_cell_magic(lines[0]) else ""
    if magic:
        lines[0] = ""
    indent = _indent(lines)
    lines = magics.timed(magic, [line.removeprefix(indent) for line in lines])
    lines, error = _as_python(lines)
    if error is None:
        return Cell(number, text, "\n".join(lines), first, None, indent)
    at = min(error.lineno or 1, len(lines))
    broken = at, max(error.offset or 1, 1), error.msg
    return Cell(number, text, "\n" * (len(lines) - 1), first, broken, indent)


def _indent(lines: Sequence[str]) -> str:
    """Return the indentation of the first line that is not blank."""
    line = next((line for line in lines if line.strip()), "")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _as_python(lines: list[str]) -> tuple[list[str], SyntaxError | None]:
    """Return the lines of a cell, without its magics, and what keeps them from being Python."""
    if _error(lines) is None:
        return lines, None
    aside = magics.put_aside(lines)
    error = _error(aside)
    if error is None:
        return aside, None
    read = next((one for one in (lines, aside) if can_be_read("\n".join(one))), None)
    return (aside, error) if read is None else (read, None)


def _error(lines: Sequence[str]) -> SyntaxError | None:
    """Return what keeps lines from being Python, as notebooks take it."""
    try:
        with unwarned():
            compile("\n".join(lines), "cell", "exec", _AS_IN_NOTEBOOKS)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as odd:
        return SyntaxError(str(odd) or "nested too deeply", ("cell", 1, 1, None))
    return None
