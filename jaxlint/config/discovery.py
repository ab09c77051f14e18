"""Which files a run checks: those named, and .py and .ipynb files below the folders named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from jaxlint.config.ignore_files import Excludes, Patterns, excludes_above
from jaxlint.diagnostics.findings import Fault
from jaxlint.source.files import words
from jaxlint.source.paths import absolute, current_folder

_ENDINGS = (".py", ".ipynb")


class MissingPath(Exception):
    """A path that was named does not exist; the text says which."""


def python_files(
    paths: Sequence[str], configured: Patterns, *, forced: bool = False
) -> tuple[tuple[Path, ...], tuple[Fault, ...]]:
    """Return the absolute paths of the files to check, sorted, each once, and what cannot be read.

    A file that was named is always in, and so is a folder; what lies below a folder is in unless
    it is left out by ``configured``, by a .gitignore or by name. ``forced`` lets ``configured``
    leave out files that were named as well. Raises MissingPath.
    """
    found: set[str] = set()
    refused: dict[str, str] = {}
    for path in paths:
        place = absolute(path)
        if os.path.isdir(place) and os.path.isabs(place):
            found.update(files_below(place, configured, refused=refused))
        elif _is_there(place, path, refused) and not (forced and configured.verdict(place, False)):
            found.add(place)
    faults = (Fault(shown(path), f"cannot be read: {why}") for path, why in refused.items())
    return tuple(Path(path) for path in sorted(found)), tuple(faults)


def _is_there(place: str, path: str, refused: dict[str, str]) -> bool:
    """Whether there is something that was named, and may be looked at. Raises MissingPath."""
    try:
        os.lstat(place)
    except (FileNotFoundError, NotADirectoryError) as missing:
        raise MissingPath(f"no such path: {path}") from missing
    except (OSError, ValueError) as why:
        refused[place] = words(why)
        return False
    if not os.path.isabs(place):
        raise MissingPath(f"no such path: {path}: the current folder has been removed")
    return True


def files_below(
    folder: str,
    configured: Patterns,
    enter: Callable[[str], bool] = lambda folder: True,
    refused: dict[str, str] | None = None,
) -> Iterator[str]:
    """Yield every source file below a folder not left out, in folders that ``enter`` allows.

    Symbolic links to folders are not followed, so that no loop is walked. Folders that cannot be
    listed are passed over; ``refused`` gets them, and why.
    """
    waiting: list[tuple[str, Excludes]] = [(folder, excludes_above(folder, configured))]
    while waiting:
        current, above = waiting.pop()
        excludes = above.inside(current)
        for entry in _entries(current, {} if refused is None else refused):
            if entry.is_dir(follow_symlinks=False):
                if enter(entry.path) and not excludes.leave_out(entry.path, True):
                    waiting.append((entry.path, excludes))
            elif _is_python(entry) and not excludes.leave_out(entry.path, False):
                yield entry.path


def shown(path: Path | str) -> str:
    """Return a path as users are to see it: from the current folder if it lies below.

    None starts with two colons: on a CI server such a line is a command.
    """
    place, here = absolute(path), current_folder()
    if place == here:
        return "."
    above = os.path.join(here, "")
    if os.path.normcase(place).startswith(os.path.normcase(above)):
        place = place[len(above) :]
    start = "./" if place.lstrip().startswith("::") else ""
    return start + place.replace(os.sep, "/")


def _entries(folder: str, refused: dict[str, str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as why:
        refused[folder] = words(why)
        return []


def _is_python(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.endswith(_ENDINGS) and entry.is_file()
    except OSError:
        return False
