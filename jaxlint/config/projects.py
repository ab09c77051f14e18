"""The projects that the checked files belong to, read to know what these files import."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from pathlib import Path

from jaxlint.config.discovery import files_below
from jaxlint.config.ignore_files import NEVER_MEANT, Patterns
from jaxlint.config.links import moved
from jaxlint.program.requirement import LOCK_FILES, REQUIREMENTS

_SCRIPT = "setup.py"
MARKS = ("pyproject.toml", _SCRIPT, "setup.cfg", ".git")
_BUILD_TOOLS = (b"setuptools", b"distutils", b"skbuild")
# They mark a project where nothing else does, so that a file alone is read with the same JAX.
WEAK_MARKS = (*LOCK_FILES, *REQUIREMENTS)
# Files, and folders: enough for the largest open JAX projects. Beyond it a folder that nothing
# marks as a project holds unrelated files, which are not read for the sake of one of them.
MOST_UNMARKED = 2_000


@dataclass(frozen=True, slots=True)
class Project:
    """Files that may import each other.

    ``folder`` is where module names start, ``files`` all of the project's, ``checked`` those that
    were asked for; both are absolute paths. ``links`` are those of the files that lead to others
    of them. A link and what it leads to are two modules, but one file: it is checked once.
    """

    folder: Path
    files: tuple[Path, ...]
    checked: tuple[Path, ...]
    links: Mapping[Path, Path] = field(default_factory=dict)


def projects(
    checked: Iterable[Path], named: Collection[Path], configured: Patterns
) -> Iterator[Project]:
    """Yield the project of each file to check, sorted by folder, every file in one of them.

    A file belongs to the nearest folder above it with a pyproject.toml, setup.py that is no module
    of a package, setup.cfg or .git; else with a lock file or list of requirements; else to the
    named folder that it was found in, or its own, or the package that this is in. A link that leads
    out of the project is no part of it, unless it is ``named`` itself.
    """
    _nearest.cache_clear()
    above = sorted(named)
    for home, files in _grouped(checked, lambda folder: _home(folder, above)):
        around = {Path(path) for path in _files_of(home, configured)}
        project = Project(_start_of_names(home), tuple({*around, *files}), tuple(files))
        yield _linked(project, home, named)


def alone(checked: Iterable[Path], named: Collection[Path] = ()) -> Iterator[Project]:
    """Yield projects of the files checked, those of a named folder together, and no others."""
    above = sorted(named)
    for folder, files in _grouped(checked, lambda folder: _start_of_names(_home(folder, above))):
        yield _linked(Project(folder, tuple(files), tuple(files)), folder, named)


def _linked(project: Project, home: Path, named: Collection[Path]) -> Project:
    """Return a project with its links told apart, less those that lead out of its home."""
    elsewhere = moved(project.files, home)
    files = {
        file
        for file in project.files
        if elsewhere.get(file, file) or file in named or not os.path.islink(file)
    }
    links = {file: place for file, place in elsewhere.items() if place in files}
    checked = files.intersection(project.checked)
    once = (file for file in checked if links.get(file) not in checked)
    return Project(project.folder, tuple(sorted(files)), tuple(sorted(once)), links)


def _grouped(
    files: Iterable[Path], home_of: Callable[[Path], Path]
) -> Iterator[tuple[Path, list[Path]]]:
    """Yield files by the home of their folder, sorted by home; each folder is asked of once."""
    known = cache(home_of)
    homes: dict[Path, list[Path]] = {}
    for file in files:
        homes.setdefault(known(file.parent), []).append(file)
    yield from sorted(homes.items())


def _home(folder: Path, named: list[Path]) -> Path:
    marked = _marked(folder)
    if marked is not None:
        return marked
    named_above = (above for above in named if folder.is_relative_to(above))
    return _top_package(next(named_above, folder))


def _marked(folder: Path) -> Path | None:
    """Return the folder of the project that a folder is in, by its marks."""
    return _nearest(folder, MARKS) or _nearest(folder, WEAK_MARKS)


@cache
def _nearest(folder: Path, marks: tuple[str, ...]) -> Path | None:
    """Return the nearest folder with one of some marks, never the home folder, nor / nor above."""
    for above in (folder, *folder.parents):
        if _is_off_limits(above):
            return None
        if _has(str(above), marks):
            return above
        if above.name in NEVER_MEANT:
            return None
    return None


def _is_off_limits(folder: Path) -> bool:
    return folder == folder.parent or str(folder) == os.path.expanduser("~")


def _has(folder: str, marks: tuple[str, ...]) -> bool:
    return any(
        os.path.exists(path) and (mark != _SCRIPT or not _is_module(path))
        for mark in marks
        for path in (os.path.join(folder, mark),)
    )


def _is_module(script: str) -> bool:
    """Whether a ``setup.py`` is a module of a package: one that speaks of no build tool."""
    if not _is_package(Path(script).parent):
        return False
    try:
        data = Path(script).read_bytes()
    except OSError:
        return False
    return not any(tool in data for tool in _BUILD_TOOLS)


def _top_package(folder: Path) -> Path:
    while _is_package(folder) and _is_package(folder.parent):
        folder = folder.parent
    return folder


def _is_package(folder: Path) -> bool:
    return os.path.isfile(folder / "__init__.py")


def _start_of_names(home: Path) -> Path:
    return home.parent if _marked(home) != home and _is_package(home) else home


def _files_of(home: Path, configured: Patterns) -> Iterable[str]:
    """Return the files of a project, without those of projects within it."""
    if _is_off_limits(home):
        return files_below(str(home), configured, lambda folder: False)
    if _nearest(home, MARKS) == home:
        return files_below(str(home), configured, lambda folder: not _has(folder, MARKS))
    return _files_of_unmarked(home, configured)


def _files_of_unmarked(home: Path, configured: Patterns) -> Iterable[str]:
    """Return the files below a folder that nothing marks, or only those in it if it is large."""
    entered = count(1)
    others = (*MARKS, *WEAK_MARKS)

    def enter(folder: str) -> bool:
        return next(entered) <= MOST_UNMARKED and not _has(folder, others)

    files = list(islice(files_below(str(home), configured, enter), MOST_UNMARKED + 1))
    if len(files) <= MOST_UNMARKED and next(entered) <= MOST_UNMARKED:
        return files
    return files_below(str(home), configured, lambda folder: False)
