"""What programs, terminals and log collectors put around the lines of a traceback, taken off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# Colours and the like, links, and what moves the cursor.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
# The frame that Rich draws, and the mark that pytest puts before what it says of an error.
_BOXED = re.compile(r"[│┃|] (.*?)\s*[│┃|]")
_ERROR_OF_PYTEST = re.compile(r"E(?:   +|$)")
_DIGITS = re.compile(r"\d")
# What a frame of Python's own tracebacks starts with, and what it has before it in a log.
_FRAME = re.compile(r'^(?P<before>.*?) {2}File "')
_HEAD = "Traceback (most recent call last)"


def log_lines(text: str) -> list[str]:
    """Return the lines of a text as they were printed: no colours, boxes and prefixes of logs."""
    whole = _ESCAPES.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in whole.strip() and "\\n" in whole:
        whole = _unescaped(whole)
    return [_without_mark(line) for line in _without_prefixes(whole.split("\n"))]


def _unescaped(text: str) -> str:
    """A traceback that stands in a string of JSON, as in a log of one line for each event."""
    return text.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")


def _without_mark(line: str) -> str:
    boxed = _BOXED.fullmatch(line)
    if boxed is not None:
        return boxed[1]
    return _ERROR_OF_PYTEST.sub("", line, count=1)


def _without_prefixes(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without what a log puts before each: of one length, but for its digits alike."""
    shapes = {_shape(found["before"]) for line in lines if (found := _FRAME.match(line))}
    known = sorted((shape for shape in shapes if shape), key=len, reverse=True)
    for line in lines:
        length = next((len(one) for one in known if _shape(line[: len(one)]) == one), 0)
        yield _from_head(line[length:])


def _from_head(line: str) -> str:
    """A line; where a traceback starts behind other words, from there on."""
    before, head, _ = line.partition(_HEAD)
    return head if head and before.rstrip().endswith((":", "|", "]", "-")) else line


def _shape(text: str) -> str:
    return _DIGITS.sub("0", text)
