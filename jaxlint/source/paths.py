"""Paths from the root, also where the current folder has been removed."""

from __future__ import annotations

import os


def current_folder() -> str:
    """Return the current folder, or nothing where it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def absolute(path: str | os.PathLike[str]) -> str:
    """Return a path from the root; from a current folder that was removed, it stays as it is."""
    return os.path.normpath(os.path.join(current_folder(), path))
