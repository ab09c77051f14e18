"""Writing to standard output and standard error."""

from __future__ import annotations

import os
import sys

# What becomes of characters that an encoding does not have.
UNENCODABLE = "backslashreplace"


def open_channels() -> None:
    """Give the process those of its three channels that it was started without."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def write(text: str) -> None:
    """Write to standard output, whatever it can encode.

    A reader that went away is no reason to fail: what is found decides the exit code.
    """
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors=UNENCODABLE)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_output()


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output as they are, as ``write`` writes text."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_output()


def note(text: str) -> None:
    """Write a line to standard error, named as jaxlint's."""
    print(f"jaxlint: {text}".encode(errors=UNENCODABLE).decode(), file=sys.stderr)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural where it takes one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _let_go_of_output() -> None:
    """Lead what is written from now on to nowhere: Python flushes at exit, which must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
