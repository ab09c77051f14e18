"""Writing to standard output and standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, AnyStr

from jaxlint.report.paint import Line, painted, plain, wants_colour
from jaxlint.source.files import words
from jaxlint.source.text import printable
from jaxlint.source.writing import Unwritable

# What becomes of characters that an encoding does not have.
UNENCODABLE = "backslashreplace"


def open_channels() -> None:
    """Give the process those of its three channels that it was started without."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def show(lines: Iterable[Line]) -> None:
    """Write lines to standard output, with colours where it takes them."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors=UNENCODABLE)
    _write(sys.stdout, painted(lines, wants_colour(sys.stdout)))


def show_text(text: str) -> None:
    """Write text of one line or several to standard output."""
    show(map(plain, text.rstrip("\n").split("\n")))


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output as they are."""
    _write(sys.stdout.buffer, data)


def note(text: str) -> None:
    """Write a line to standard error, named as jaxlint's."""
    _tell(f"jaxlint: {printable(text)}")


def usage(text: str) -> None:
    """Write lines to standard error in which words of the user stand: none commands a CI server."""
    for line in text.rstrip("\n").split("\n"):
        note(line) if line.lstrip().startswith("::") else _tell(printable(line))


def trace(text: str) -> None:
    """Write a traceback to standard error."""
    for line in text.splitlines():
        note(line)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural where it takes one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _tell(line: str) -> None:
    """Write a line to standard error; where it takes none, nowhere."""
    with suppress(Unwritable):
        _write(sys.stderr, f"{line}\n")


def _write(stream: IO[AnyStr], what: AnyStr) -> None:
    """Write to a channel. Raises Unwritable where it takes no more.

    A reader that went away is no reason to fail: what is found decides the exit code.
    """
    try:
        stream.write(what)
        stream.flush()
    except OSError as refused:
        # Python flushes once more at exit, which must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(refused, BrokenPipeError):
            raise Unwritable(f"the output cannot be written: {words(refused)}") from refused
