"""Where the lines of a text are after it was changed in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from jaxlint.queries.explaining import Belief


def moved(beliefs: Iterable[Belief], before: Sequence[str], now: Sequence[str]) -> Iterator[Belief]:
    """Yield the beliefs of one text as those of another, without those on lines that changed."""
    at = _moves(before, now)
    for one in beliefs:
        line, end_line = at(one.span.line), at(one.span.end_line)
        if line is not None and end_line is not None:
            yield replace(one, span=replace(one.span, line=line, end_line=end_line))


def _moves(before: Sequence[str], now: Sequence[str]) -> Callable[[int], int | None]:
    """Return what tells where a line, counted from 1, is now; None if it changed or is gone.

    Lines have moved if they stand before all that changed, or after it.
    """
    above = _alike(before, now)
    below = _alike(before[above:][::-1], now[above:][::-1])

    def at(line: int) -> int | None:
        if line <= above:
            return line
        return line + len(now) - len(before) if line > len(before) - below else None

    return at


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines two texts have in common, from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
