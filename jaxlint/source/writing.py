"""Files changed at once or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from jaxlint.source.files import words


class Unwritable(Exception):
    """A file cannot be written; the text says why, in the words of the operating system."""


def save(path: Path, data: bytes) -> None:
    """Give a file its bytes, whether there is one yet or not. Raises Unwritable with its path."""
    try:
        if os.path.isfile(path):
            rewrite(path, data)
        else:
            path.write_bytes(data)  # a device or pipe must stay what it is
    except Unwritable as why:
        raise Unwritable(f"{path} {why}") from why
    except (OSError, ValueError) as refused:
        raise Unwritable(f"{path} cannot be written: {words(refused)}") from refused


def rewrite(path: Path, data: bytes) -> None:
    """Give a file new bytes; its mode stays, and a link still leads to it. Raises Unwritable.

    Whoever reads meanwhile gets the old bytes or the new ones, unless the file has several names:
    such a file stays one, and is written in place.
    """
    import shutil
    import tempfile

    target = os.path.realpath(path)
    temporary = None
    try:
        if not os.access(target, os.W_OK):
            raise PermissionError(None, "Permission denied")
        if os.stat(target).st_nlink > 1:
            _overwrite(target, data)
            return
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".jaxlint-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        shutil.copymode(target, temporary)
        os.replace(temporary, target)
        temporary = None
    except OSError as refused:
        raise Unwritable(f"cannot be written: {words(refused)}") from refused
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def _overwrite(path: str, data: bytes) -> None:
    """Write a file in place, once there is room for what it is to hold."""
    with open(path, "r+b") as file:
        size = file.seek(0, os.SEEK_END)
        try:
            file.write(bytes(max(0, len(data) - size)))
            file.flush()
        except OSError:
            file.truncate(size)
            raise
        file.seek(0)
        file.write(data)
        file.truncate()
