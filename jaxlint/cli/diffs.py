"""Diffs on the command line: to the byte for tools, painted on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from jaxlint.cli import output
from jaxlint.diagnostics.result import Result
from jaxlint.fixes.applying import Fixed
from jaxlint.report import diff
from jaxlint.report.paint import wants_colour
from jaxlint.source.writing import save


def show(before: Result, fixed: Fixed, output_file: str | None = None) -> None:
    """Write what fixes would change to standard output, or to a file in its place.

    Raises Unwritable.
    """
    lines = list(_lines(before, fixed))
    if output_file is not None:
        save(Path(output_file), b"".join(lines))
    elif wants_colour(sys.stdout) or sys.stdout.isatty():
        output.show(diff.styled(lines))
    else:
        output.write_bytes(b"".join(lines))


def _lines(before: Result, fixed: Fixed) -> Iterator[bytes]:
    """Yield the lines of all diffs, and note from where their paths count if not from here."""
    paths = {place: path for path, place in before.places.items()}
    top = diff.top_of([*fixed.texts])
    if top != Path.cwd():
        output.note(f"the paths of the diff count from {top}")
    for place, data in sorted(fixed.texts.items()):
        path = place.relative_to(top) if place.is_relative_to(top) else place
        yield from diff.unified(path.as_posix(), before.sources[paths[place]], data)
