"""Lines of styled text, rendered with colours on a terminal and without elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

from jaxlint.source.text import printable

# A stretch of text and its style, in rich's words; "" is plain.
Piece = tuple[str, str]
Line = tuple[Piece, ...]


def plain(text: str) -> Line:
    """Return a line without style."""
    return ((text, ""),)


def wants_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Say whether to colour what goes to a stream: NO_COLOR, FORCE_COLOR, else on terminals."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb"


def painted(lines: Iterable[Line], colour: bool) -> str:
    """Return lines as text to be written, with terminal colours if asked for.

    What stands in a line may be anything, a file's name say, and neither breaks it nor commands.
    """
    texts = (_coloured(line) for line in lines) if colour else map(_uncoloured, lines)
    return "".join(f"{text}\n" for text in texts)


def _uncoloured(line: Line) -> str:
    return "".join(printable(text) for text, _ in line)


def _coloured(line: Line) -> str:
    from rich.color import ColorSystem
    from rich.style import Style

    return "".join(
        Style.parse(style or "none").render(printable(text), color_system=ColorSystem.STANDARD)
        for text, style in line
    )
