"""The one reader: whatever a project, its settings or a cache holds is read here, and is bounded.

Only regular files are read. To open one never waits, as the opening of a pipe would.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from jaxlint.source.limits import MOST_BYTES, MOST_DATA, too_large
from jaxlint.source.notebooks import SUFFIX

# What Windows does not have is not needed there.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


class Unreadable(Exception):
    """A file cannot be read; the text says why, in the words of the operating system."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its path as it is to be shown, and its bytes."""

    path: str
    data: bytes


def read(path: Path, shown: str) -> Source:
    """Return the source at ``path``, to be shown as ``shown``. Raises Unreadable."""
    try:
        return Source(shown, read_bytes(path, most_of(shown)))
    except _TooLarge as large:
        raise Unreadable(f"{large}: `exclude` it") from large


def most_of(path: str) -> int:
    """Return how many bytes a source of that name may have: a notebook holds pictures as well."""
    return MOST_DATA if path.endswith(SUFFIX) else MOST_BYTES


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return a file in UTF-8 as text. Raises Unreadable and UnicodeDecodeError."""
    return read_bytes(path, most).decode("utf-8-sig")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return a regular file of no more than ``most`` bytes. Raises Unreadable."""
    try:
        with open(path, "rb", opener=_opened) as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise Unreadable("cannot be read: it is not a regular file")
            if state.st_size > most:
                raise _TooLarge(too_large(most))
            return bounded(file, most)
    except (OSError, ValueError) as refused:
        raise Unreadable(f"cannot be read: {words(refused)}") from refused


def words(refused: OSError | ValueError) -> str:
    """Return why a file was refused, in the words of the operating system where it is known."""
    return (refused.strerror if isinstance(refused, OSError) else None) or str(refused)


def bounded(stream: BinaryIO, most: int = MOST_BYTES) -> bytes:
    """Return what a stream holds, if that is no more than ``most`` bytes. Raises Unreadable."""
    data = stream.read(most + 1) or b""  # None, if there is nothing but something may come
    if len(data) > most:
        raise _TooLarge(too_large(most))
    return data


class _TooLarge(Unreadable):
    """A file has more bytes than will be read."""


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | _FLAGS)
