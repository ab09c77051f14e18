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
    if not home.is_absolute():  # the current folder has been removed
        return {}
    start, top = os.fspath(home), _real(home)
    links = cache(_links)

    known = {start: False}

    def is_moved(path: str) -> bool:
        """Whether a path below the folder leads elsewhere: it is a link, or one above it is."""
        way = []
        while path not in known:
            way.append(path)
            folder, name = os.path.split(path)
            if folder == path or name in links(folder):
                known[path] = folder != path
            path = path if path in known else folder
        known.update(dict.fromkeys(way, known[path]))
        return known[path]

    found: dict[Path, Path | None] = {}
    for file in files:
        folder, name = os.path.split(file)
        if name in links(folder) or is_moved(folder):
            lies = _below(_real(file), top, home)
            if lies != file:
                found[file] = lies
    return found


def leads_outside(file: Path, folder: Path) -> bool:
    """Return whether a file really lies outside of a folder."""
    return _below(_real(file), _real(folder), folder) is None


def _links(folder: str) -> frozenset[str]:
    """The names of the links in a folder: to list it once is quicker than to ask of each file."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if entry.is_symlink())
    except (OSError, ValueError):
        return frozenset()


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
