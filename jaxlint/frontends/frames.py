"""The files in which the frames of a traceback lie here, wherever they lay when it was printed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from jaxlint.config.discovery import files_below, shown
from jaxlint.config.ignore_files import patterns
from jaxlint.source.files import Unreadable, most_of, read_bytes
from jaxlint.source.notebooks import SUFFIX, NotANotebook, Notebook, parse
from jaxlint.source.paths import absolute, current_folder
from jaxlint.source.text import lines_of
from jaxlint.source.tracebacks import Frame

_INSTALLED = re.compile(
    r"/(?:site|dist)-packages/(?P<inside>.*)|/lib/python3[.\d]*/(?!\w+-packages)"
)
_DRIVE = re.compile(r"^(?:[A-Za-z]:|~)?/*")
_ROOTS = (".", "src")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file of the user, and what has changed there since, if it was printed."""

    file: Path
    line: int
    cell: int = 0
    function: str = ""
    changed: str = ""

    @property
    def shown(self) -> str:
        """The place as users see it."""
        cell = f":cell {self.cell}" if self.cell else ""
        return f"{shown(self.file)}{cell}:{self.line}"


def places(frames: Iterable[Frame]) -> Iterator[Place]:
    """Yield the places of those frames that are in files of the user, in their order."""
    for frame in frames:
        place = _in_notebooks(frame) if frame.cell else _in_file(frame)
        if place is not None:
            yield place


def _in_file(frame: Frame) -> Place | None:
    file = _file(frame.path)
    if file is None:
        return None
    try:
        data = read_bytes(file, most_of(file.name))
    except Unreadable:
        return None
    if file.suffix == SUFFIX:
        return None
    line, changed = _line(frame, lines_of(data))
    return Place(file, line, 0, frame.function, changed)


def _line(frame: Frame, lines: Sequence[str]) -> tuple[int, str]:
    """The line of a frame: the nearest with the text that was printed, and whether it moved."""
    wanted = frame.text.strip()
    held = lines[frame.line - 1].strip() if frame.line <= len(lines) else ""
    if not wanted or wanted in held:
        return frame.line, ""
    same = [at for at, line in enumerate(lines, 1) if line.strip() == wanted]
    if not same:
        return min(frame.line, len(lines)), f"line {frame.line} has changed since"
    nearest = min(same, key=lambda at: abs(at - frame.line))
    return nearest, f"it was line {frame.line} then"


def _file(path: str) -> Path | None:
    """The file of the user that a path means; None for what is installed, or not here."""
    slashed = path.replace("\\", "/")
    installed = _INSTALLED.search(slashed)
    if installed is not None:
        return _below_roots(installed["inside"]) if installed["inside"] else None
    expanded = Path(absolute(os.path.expanduser(path)))
    if os.path.isfile(expanded):
        return expanded
    parts = PurePosixPath(_DRIVE.sub("", slashed)).parts
    tails = ("/".join(parts[start:]) for start in range(len(parts)))
    return next((file for tail in tails if (file := _below_roots(tail))), None)


def _below_roots(tail: str) -> Path | None:
    """The file with that path below the current folder, if there is one."""
    files = (Path(absolute(os.path.join(root, tail))) for root in _ROOTS)
    return next((file for file in files if os.path.isfile(file)), None)


def _in_notebooks(frame: Frame) -> Place | None:
    """The place of a frame in a cell: in the notebook below here that has the text printed."""
    wanted = frame.text.strip()
    found = [
        (
            _count(notebook, cell.number) != frame.cell,
            Place(file, frame.line, cell.number, frame.function),
        )
        for file, notebook in _notebooks(current_folder())
        for cell in notebook.cells
        if wanted
        and wanted
        in [line.strip() for line in notebook.lines(cell.number)[frame.line - 1 : frame.line]]
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


@cache
def _notebooks(folder: str) -> tuple[tuple[Path, Notebook], ...]:
    """The notebooks below a folder that can be read."""
    return tuple(
        _read(
            path
            for path in files_below(folder, patterns(Path(folder), []))
            if path.endswith(SUFFIX)
        )
    )


def _read(paths: Iterable[str]) -> Iterator[tuple[Path, Notebook]]:
    for path in paths:
        try:
            yield Path(path), parse(read_bytes(Path(path), most_of(path)))
        except (Unreadable, NotANotebook):
            continue


def _count(notebook: Notebook, number: int) -> int | None:
    """The number that IPython gave to a cell when it was run last."""
    count = json.loads(notebook.data.decode("utf-8-sig"))["cells"][number - 1].get(
        "execution_count"
    )
    return count if isinstance(count, int) else None
