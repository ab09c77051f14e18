"""What programs, terminals and log collectors put around the lines of a traceback, taken off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# Colours and the like, links, and what moves the cursor.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
# The frame that Rich draws, and the mark that pytest puts before what it says of an error.
_BOXED = re.compile(r"[│┃|] (.*)[│┃|]")
_ERROR_OF_PYTEST = re.compile(r"E(?:   +|$)")
# A traceback in a string, and the escapes of such strings.
_IN_STRING = re.compile(r"Traceback \(most recent call last\):?\\+n|File \\+\"[^\"]*\", line \d+")
_IN_JSON = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_END = re.compile(r'"[\s}\],]*$')
_NAMED = {"n": "\n", "r": "", "t": "\t"}
_DIGITS = re.compile(r"\d")
# What a frame of Python's own tracebacks starts with, and what it has before it in a log.
_FRAME = re.compile(r'^(?P<before>.*?) {2}File "')
_HEAD = "Traceback (most recent call last)"


def log_lines(text: str) -> list[str]:
    """Return the lines of a text as they were printed: no colours, boxes and prefixes of logs."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    whole = "\n".join(_unescaped(line) for line in whole.split("\n"))
    lines = _ESCAPES.sub("", whole).split("\n")
    return [_without_mark(line) for line in _without_prefixes(lines)]


def _unescaped(line: str) -> str:
    """A line; if a traceback stands in a string of JSON in it, as the lines that it has there.

    Strings in strings of JSON, as collectors of logs make them, are taken apart as well.
    """
    while _IN_STRING.search(line):
        line = _END.sub("", _IN_JSON.sub(_character, line))
    return line


def _character(escape: re.Match[str]) -> str:
    """The character that an escape of JSON stands for."""
    code = escape[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _NAMED.get(code, code)


def _without_mark(line: str) -> str:
    boxed = _BOXED.fullmatch(line)
    if boxed is not None:
        return boxed[1].rstrip()
    return _ERROR_OF_PYTEST.sub("", line, count=1)


def _without_prefixes(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without what a log puts before each: of one length, but for its digits alike."""
    shapes = {_shape(found["before"]) for line in lines if (found := _FRAME.match(line))}
    lengths = sorted({len(shape) for shape in shapes if shape}, reverse=True)
    for line in lines:
        length = next((one for one in lengths if _shape(line[:one]) in shapes), 0)
        yield _from_head(line[length:])


def _from_head(line: str) -> str:
    """A line; where a traceback starts behind other words, from there on."""
    before, head, _ = line.partition(_HEAD)
    return head if head and before.rstrip().endswith((":", "|", "]", "-")) else line


def _shape(text: str) -> str:
    return _DIGITS.sub("0", text)
