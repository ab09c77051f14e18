"""The text of a source as people see it: its lines, whatever its encoding and line ends."""

from __future__ import annotations

import codecs
import io
import tokenize
from collections.abc import Sequence


def printable(text: str) -> str:
    """Return text as it may stand in a line that a terminal, a log or a CI server reads.

    What does not print, ends a line or changes how the rest is read stands there as an escape:
    control characters, bidirectional marks, halves of surrogate pairs.
    """
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a source without their ends; bytes that cannot be decoded are replaced.

    Lines end where Python ends them: at LF, CRLF and CR, not at form feeds and the like.
    """
    return text_of(data).split("\n")


def text_of(data: bytes) -> str:
    """Return the text of a source, its lines ended by LF; what cannot be decoded is replaced."""
    try:
        text = data.decode(encoding_of(data), errors="replace")
    except (LookupError, UnicodeError):  # a codec that is none of text, or that cannot replace
        text = data.decode("utf-8", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes) -> str:
    """Return the text of a source, line ends as they are. Raises UnicodeError."""
    return data.decode(encoding_of(data))


def encoded(text: str, like: bytes) -> bytes:
    """Return text in the encoding of another source, with its byte order mark if it has one."""
    return text.encode(encoding_of(like))


def as_source(text: str) -> bytes:
    """Return text in the encoding that it declares, or in UTF-8 where that has no such letters."""
    data = text.encode(errors="surrogatepass")
    try:
        return encoded(text, data)
    except UnicodeError:
        return data


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """Return how many elements two sequences share at the start, and of the rest at the end."""
    most = min(len(one), len(other))
    first = next((i for i in range(most) if one[i] != other[i]), most)
    rest = range(1, most - first + 1)
    last = next((i - 1 for i in rest if one[-i] != other[-i]), most - first)
    return first, last


def encoding_of(data: bytes) -> str:
    """Return the encoding that a source declares, with a byte order mark or a comment."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        codecs.lookup(encoding)
    except (SyntaxError, LookupError):
        return "utf-8-sig"
    return encoding
