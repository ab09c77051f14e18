"""Source text as it comes from disk, standard input or an editor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class Unreadable(Exception):
    """A file cannot be read; the text says why, in the words of the operating system."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its path as it is to be shown, and its bytes."""

    path: str
    data: bytes


def read(path: Path, shown: str) -> Source:
    """Return the file at ``path``, to be shown as ``shown``. Raises Unreadable."""
    try:
        return Source(shown, path.read_bytes())
    except OSError as refused:
        raise Unreadable(f"cannot be read: {refused.strerror or refused}") from refused
    except ValueError as odd:
        raise Unreadable(f"cannot be read: {odd}") from odd
