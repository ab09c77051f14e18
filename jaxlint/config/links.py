"""Links among files: where a file really lies."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def moved(files: Iterable[Path], home: Path) -> dict[Path, Path | None]:
    """Return where those files really lie that do not lie where their path below ``home`` says.

    That is another path below ``home``, or None for one outside.
    """
    real = cache(_real)
    found: dict[Path, Path | None] = {}
    for file in files if home.is_absolute() else ():  # else the current folder has been removed
        folder, name = os.path.split(file)
        place = real(file) if os.path.islink(file) else os.path.join(real(folder), name)
        lies = _below(place, real(home), home)
        if lies != file:
            found[file] = lies
    return found


def leads_outside(file: Path, folder: Path) -> bool:
    """Return whether a file really lies outside of a folder."""
    return _below(_real(file), _real(folder), folder) is None


def _real(path: str | Path) -> str:
    """Where a path leads; where no file can be, it leads nowhere else."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def _below(place: str, top: str, home: Path) -> Path | None:
    """Return a place below a real folder as one below the path that leads to the folder."""
    above = os.path.join(top, "")
    return home / place[len(above) :] if place.startswith(above) else None
