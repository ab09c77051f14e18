"""The text of a source as people see it: its lines, whatever its encoding and line ends."""

from __future__ import annotations

import codecs
import io
import tokenize


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a source without their ends; bytes that cannot be decoded are replaced.

    Lines end where Python ends them: at LF, CRLF and CR, not at form feeds and the like.
    """
    text = data.decode(_encoding_of(data), errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _encoding_of(data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        codecs.lookup(encoding)
    except (SyntaxError, LookupError):
        return "utf-8-sig"
    return encoding
