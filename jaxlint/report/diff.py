"""What fixes change, as unified diffs that ``git apply -p1`` and ``patch -p1`` accept."""

from __future__ import annotations

import os
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from jaxlint.report.matching import Lines, Matcher
from jaxlint.report.paint import Line
from jaxlint.source import notebooks

_STYLES = {b"+": "green", b"-": "red", b"@": "cyan"}
_HEADS = (b"---", b"+++")
_UNENDED = b"\n\\ No newline at end of file\n"
# What becomes of lines: of which kind it is, and where they are before and after.
_Change = tuple[str, int, int, int, int]
_QUOTED = {code: f"\\{code:03o}" for code in (*range(32), 34, 92, 127)}


def top_of(places: Sequence[Path]) -> Path:
    """The folder that the paths in the diffs of files count from, where they are to be applied.

    It is the current one or, for files outside of it, the nearest above all of them and it, as
    neither tool accepts a path that leads up. Files on several drives have none.
    """
    here = Path.cwd()
    try:
        return Path(os.path.commonpath([here, *(place.parent for place in places)]))
    except ValueError:
        return here


def unified(path: str, before: bytes, after: bytes) -> Iterator[bytes]:
    """Yield the lines, with their ends, of the diff of one file, to the byte.

    A part of a notebook's diff is headed by the cell that it changes.
    """
    old, new = BytesIO(before).readlines(), BytesIO(after).readlines()
    cells = notebooks.lines_of_cells(after) if path.endswith(notebooks.SUFFIX) else None
    for number, hunk in enumerate(Matcher(old, new).get_grouped_opcodes()):
        if number == 0:
            yield b"--- %s\n" % _named(f"a/{path}")
            yield b"+++ %s\n" % _named(f"b/{path}")
        yield _head(hunk, cells)
        for line in _changes(hunk, old, new):
            yield line if line.endswith(b"\n") else line + _UNENDED


def styled(lines: Iterable[bytes]) -> Iterator[Line]:
    """Yield the lines of diffs as a terminal shows them."""
    for line in lines:
        style = "bold" if line.startswith(_HEADS) else _STYLES.get(line[:1], "")
        for text in line.decode(errors="replace").expandtabs(4).splitlines():
            yield ((text, style),)


def _head(hunk: Sequence[_Change], cells: Sequence[int] | None) -> bytes:
    """The head of a hunk, with the cell of its first change where it is of a notebook.

    ``cells`` holds the line on which each cell of the new notebook starts.
    """
    first, last = hunk[0], hunk[-1]
    changed = first[4] if first[0] == "equal" else first[3]
    cell = b"" if cells is None else b" cell %d" % bisect(cells, changed + 1)
    spans = _span(first[1], last[2]), _span(first[3], last[4])
    return b"@@ -%s +%s @@%s\n" % (*spans, cell)


def _span(start: int, end: int) -> bytes:
    """The lines of one side of a hunk; of none at all, the line that they come after."""
    if end - start == 1:
        return b"%d" % end
    return b"%d,%d" % (start + (end > start), end - start)


def _changes(hunk: Sequence[_Change], old: Lines, new: Lines) -> Iterator[bytes]:
    """Yield the lines of a hunk, each behind the sign of what becomes of it."""
    for kind, start, end, new_start, new_end in hunk:
        sign = b" " if kind == "equal" else b"-"
        yield from (sign + line for line in old[start:end])
        if kind != "equal":
            yield from (b"+" + line for line in new[new_start:new_end])


def _named(path: str) -> bytes:
    """A path in the header of a diff: quoted if it needs to be, and ended if it has blanks."""
    quoted = path.translate(_QUOTED)
    if quoted != path:
        return os.fsencode(f'"{quoted}"')
    return os.fsencode(f"{path}\t" if " " in path else path)
