"""What fixes change, as unified diffs that ``git apply -p1`` and ``patch -p1`` accept."""

from __future__ import annotations

import os
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from difflib import diff_bytes, unified_diff
from io import BytesIO
from itertools import takewhile
from pathlib import Path

from jaxlint.report.paint import Line
from jaxlint.source import notebooks

_STYLES = {b"+": "green", b"-": "red", b"@": "cyan"}
_HEADS = (b"---", b"+++")
_HUNK = re.compile(rb"@@ -\S+ \+(\d+)")
_UNENDED = b"\n\\ No newline at end of file\n"
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
    one, other = _named(f"a/{path}"), _named(f"b/{path}")
    lines = list(diff_bytes(unified_diff, old, new, one, other))
    if path.endswith(notebooks.SUFFIX):
        lines = _headed(lines, notebooks.lines_of_cells(after))
    for line in lines:
        yield line if line.endswith(b"\n") else line + _UNENDED


def styled(lines: Iterable[bytes]) -> Iterator[Line]:
    """Yield the lines of diffs as a terminal shows them."""
    for line in lines:
        style = "bold" if line.startswith(_HEADS) else _STYLES.get(line[:1], "")
        for text in line.decode(errors="replace").expandtabs(4).splitlines():
            yield ((text, style),)


def _headed(lines: Sequence[bytes], cells: Sequence[int]) -> list[bytes]:
    """The lines of a diff, with the cell of its first change behind the head of each hunk.

    ``cells`` holds the line on which each cell of the new notebook starts.
    """
    headed: list[bytes] = []
    for at, line in enumerate(lines):
        start = _HUNK.match(line)
        if start is None:
            headed.append(line)
            continue
        same = len(list(takewhile(lambda one: one.startswith(b" "), lines[at + 1 :])))
        headed.append(line[:-1] + b" cell %d\n" % bisect(cells, int(start[1]) + same))
    return headed


def _named(path: str) -> bytes:
    """A path in the header of a diff: quoted if it needs to be, and ended if it has blanks."""
    quoted = path.translate(_QUOTED)
    if quoted != path:
        return os.fsencode(f'"{quoted}"')
    return os.fsencode(f"{path}\t" if " " in path else path)
