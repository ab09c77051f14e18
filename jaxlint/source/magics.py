"""Lines of notebooks that are no Python, put aside: magics, shell lines, questions.

What ``%timeit`` and ``%time`` run stays as a text that a stopwatch is given; where they are the
magic of a cell, a stopwatch that is given nothing stands behind its last statement.
One pass over the lines of a cell, however many there are and however long they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from jaxlint.source.warned import unwarned

# Cell magics whose cell is Python, run by other means.
_PYTHON_MAGICS = r"%%(?:time|timeit|capture|prun|memit|mprun|lprun|python3?)\b"
_TIMED_CELL = re.compile(r"\s*%%(?P<magic>timeit|time)(?:\s+-\w+(?:\s+\d+)?)*\s*$")
_VALUE = re.compile(r"(?P<target>[\w.,\s\[\]]+=)\s*[%!]")
_TIMED = re.compile(
    r"(?P<indent>\s*)%(?P<magic>timeit|time)\s+(?:-\w+\s+(?:\d+\s+)?)*"
    r"(?P<code>\S.*?)(?P<comment>\s+#.*)?$"
)
# What decides where a statement ends: comments, strings and brackets.
_TOKEN = re.compile(r"""#|\"{3}|'{3}|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[(\[{]|[)\]}]""")
_ENDS = {quotes: re.compile(rf"(?:[^\\]|\\.)*?{quotes}", re.DOTALL) for quotes in ('"""', "'''")}


def is_other_language(line: str) -> bool:
    """Say whether the first line of a cell says that the cell is no Python."""
    return is_cell_magic(line) and not re.match(_PYTHON_MAGICS, line.lstrip())


def is_cell_magic(line: str) -> bool:
    """Say whether the first line of a cell says how the cell is run."""
    return line.lstrip().startswith("%%")


def timed(magic: str, lines: Sequence[str]) -> list[str]:
    """Return the lines of a cell under a magic, with a stopwatch behind its last call.

    They come back as they are if the magic times nothing, or if a call is not the last of them.
    """
    measures, found = _TIMED_CELL.match(magic), list(lines)
    last = _last_call("\n".join(lines)) if measures is not None else None
    if measures is None or last is None:
        return found
    at, end = (last.end_lineno or 1) - 1, last.end_col_offset or 0
    before, after = (part.decode() for part in _cut(found[at], end))
    found[at] = f"{before}; _{measures['magic']}(){after}"
    return found


def _last_call(text: str) -> ast.stmt | None:
    """The last statement of a text, if it does nothing but call something, and keep the result."""
    try:
        with unwarned():
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    last = body[-1] if body else None
    calls = isinstance(last, ast.Expr | ast.Assign) and isinstance(last.value, ast.Call)
    return last if calls else None


def _cut(line: str, end: int) -> tuple[bytes, bytes]:
    """Cut a line where so many of its bytes end."""
    whole = line.encode()
    return whole[:end], whole[end:]


def put_aside(lines: Sequence[str]) -> list[str]:
    """Return the lines of a cell with something of Python's in place of statements that are none.

    What follows the backslash at the end of such a line goes with it.
    """
    kept, at = list(lines), 0
    code = _Code()
    while at < len(kept):
        aside = _aside(kept[at]) if code.starts_statement else None
        if aside is None:
            code.read(kept[at])
        else:
            kept[at] = aside
            while lines[at].endswith("\\") and at + 1 < len(kept):
                at += 1
                kept[at] = ""
        at += 1
    return kept


def _aside(line: str) -> str | None:
    """Return what stands for a line that is no Python, or None if it may be some."""
    timed = _TIMED.match(line)
    if timed is not None:
        return f"{timed['indent']}_{timed['magic']}({timed['code']!r}){timed['comment'] or ''}"
    value, text = _VALUE.match(line), line.strip()
    if value is not None:
        return f"{value['target']} get_ipython()"
    asks = text.endswith("?") and not any(mark in text for mark in "#'\"")
    if asks or text.startswith(("%", "!", "?")):
        return f"{line[: len(line) - len(line.lstrip())]}pass"
    return None


class _Code:
    """Code read line by line, as far as it takes to know where a statement may start."""

    def __init__(self) -> None:
        self._depth = 0
        self._quotes = ""
        self._goes_on = False

    @property
    def starts_statement(self) -> bool:
        """Whether the next line is not part of what has been read."""
        return not (self._depth or self._quotes or self._goes_on)

    def read(self, line: str) -> None:
        """Read the next line."""
        at: int | None = self._end_of_string(line, 0) if self._quotes else 0
        while at is not None and (token := _TOKEN.search(line, at)):
            at = None if token[0] == "#" else self._after(line, token)
        self._goes_on = at is not None and line.endswith("\\")

    def _after(self, line: str, token: re.Match[str]) -> int | None:
        """Return where to read on behind a token; None if the rest of the line is part of it."""
        if token[0] in _ENDS:
            self._quotes = token[0]
            return self._end_of_string(line, token.end())
        if token[0] in "([{":
            self._depth += 1
        elif token[0] in ")]}":
            self._depth = max(self._depth - 1, 0)
        return token.end()

    def _end_of_string(self, line: str, at: int) -> int | None:
        """Return where a string of several lines ends; None if it goes on."""
        end = _ENDS[self._quotes].match(line, at)
        if end is None:
            return None
        self._quotes = ""
        return end.end()
