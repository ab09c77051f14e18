"""Which lines of a text hold code, so that comments and blank lines between statements count for
nothing.

What stands inside brackets and strings is kept as it is, comments there as well: what a finding
quotes is then the same whenever the code is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Lines without code are met at the end of the line before them, so that every kind starts with a
# character of its own: only so is the search fast.
_TOKEN = re.compile(
    r"""
      (?:\n[ \t\f]*+(?:\#[^\n]*+)?+(?=\n|\Z))++
    | \#[^\n]*+
    | \"\"\"(?:[^\\"]++|\\.|"(?!""))*+(?:\"\"\"|\Z) | '''(?:[^\\']++|\\.|'(?!''))*+(?:'''|\Z)
    | "(?:[^\\"\n]++|\\.)*+"? | '(?:[^\\'\n]++|\\.)*+'?
    | \\(?:\n|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPEN, _CLOSE = "([{", ")]}"


def code_of(text: str) -> tuple[str, list[int]] | None:
    """Return the code of a text, and the numbers of the lines that hold none of it.

    Lines end with LF. None where strings are nested in a way that only a parser can tell.
    """
    try:
        return _read(f"\n{text}")
    except _OnlyParsed:
        return None


class _OnlyParsed(Exception):
    """A string in a formatted string ends with the quote that this one ends with."""


def _read(text: str) -> tuple[str, list[int]]:
    kept: list[str] = []
    gaps: list[int] = []
    depth = at = line = 0
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        between = text[at:start]
        depth += _deeper(between)
        kept.append(between)
        line += between.count("\n")
        at = end
        found, first = token[0], text[start]
        count = found.count("\n")
        if first in "\n#" and depth <= 0:
            gaps.extend(range(line + 1, line + 1 + count))
            if first == "#":
                kept[-1] = between.rstrip(" \t\f")
        else:
            kept.append(found)
            if first in "\"'" and "{" in found and _formats(text, start):
                _check(found)
        line += count
    kept.append(text[at:])
    return "".join(kept)[1:], gaps


def _deeper(text: str) -> int:
    return sum(map(text.count, _OPEN)) - sum(map(text.count, _CLOSE))


def _formats(text: str, start: int) -> bool:
    """Whether the string that starts at a place is a formatted one."""
    prefix = text[max(start - 2, 0) : start].lower()
    return prefix.removesuffix("r").endswith(("f", "t"))


def _check(string: str) -> None:
    rest = string.replace("{{", "").replace("}}", "")
    if rest.count("{") != rest.count("}"):
        raise _OnlyParsed


def without(gaps: list[int], count: int) -> Iterator[int]:
    """Yield the numbers from 1 to ``count`` that are no gaps, in order."""
    start = 1
    for gap in [*gaps, count + 1]:
        yield from range(start, gap)
        start = gap + 1
