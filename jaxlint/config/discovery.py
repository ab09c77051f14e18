"""Which files a run checks: those named, and .py and .ipynb files below the folders named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from jaxlint.config.ignore_files import Excludes, Patterns, excludes_above

_ENDINGS = (".py", ".ipynb")


class MissingPath(Exception):
    """A path that was named does not exist; the text says which."""


def python_files(
    paths: Sequence[str], configured: Patterns, *, forced: bool = False
) -> tuple[Path, ...]:
    """Return the absolute paths of the files to check, sorted, each once.

    A file that was named is always in, and so is a folder; what lies below a folder is in unless
    it is left out by ``configured``, by a .gitignore or by name. ``forced`` lets ``configured``
    leave out files that were named as well. Raises MissingPath.
    """
    found: set[str] = set()
    for path in paths:
        absolute = os.path.abspath(path)
        if os.path.isdir(absolute):
            found.update(files_below(absolute, configured))
        elif os.path.lexists(absolute):
            if not (forced and configured.verdict(absolute, False)):
                found.add(absolute)
        else:
            raise MissingPath(f"no such path: {path}")
    return tuple(Path(path) for path in sorted(found))


def files_below(
    folder: str, configured: Patterns, enter: Callable[[str], bool] = lambda folder: True
) -> Iterator[str]:
    """Yield every source file below a folder not left out, in folders that ``enter`` allows.

    Symbolic links to folders are not followed, so that no loop is walked. Folders that cannot be
    listed are passed over.
    """
    waiting: list[tuple[str, Excludes]] = [(folder, excludes_above(folder, configured))]
    while waiting:
        current, above = waiting.pop()
        excludes = above.inside(current)
        for entry in _entries(current):
            if entry.is_dir(follow_symlinks=False):
                if enter(entry.path) and not excludes.leave_out(entry.path, True):
                    waiting.append((entry.path, excludes))
            elif _is_python(entry) and not excludes.leave_out(entry.path, False):
                yield entry.path


def shown(path: Path | str) -> str:
    """Return a path as users are to see it: from the current folder if it lies below.

    None starts with two colons: on a CI server such a line is a command.
    """
    absolute = os.path.abspath(path)
    try:
        here = os.getcwd()
    except OSError:  # it is gone: nothing lies below
        return absolute.replace(os.sep, "/")
    if absolute == here:
        return "."
    above = os.path.join(here, "")
    if os.path.normcase(absolute).startswith(os.path.normcase(above)):
        absolute = absolute[len(above) :]
    start = "./" if absolute.lstrip().startswith("::") else ""
    return start + absolute.replace(os.sep, "/")


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_python(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.endswith(_ENDINGS) and entry.is_file()
    except OSError:
        return False
