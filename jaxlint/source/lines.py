"""Sets of lines, as a few stretches of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class Lines:
    """The lines in some stretches, each from its first to its last one; they may overlap."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        for first, last in sorted(stretches):
            if self._lasts and first <= self._lasts[-1]:
                self._lasts[-1] = max(self._lasts[-1], last)
            else:
                self._firsts.append(first)
                self._lasts.append(last)

    def __contains__(self, line: int) -> bool:
        """Say whether a line is one of them, without looking at each stretch."""
        at = bisect_right(self._firsts, line) - 1
        return at >= 0 and line <= self._lasts[at]
