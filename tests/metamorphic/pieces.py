"""Rewritten sources that know of every stretch where it came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """A line of a case, or of the copy that was made of it."""

    path: str
    line: int
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """Text that is taken from a case as it is; ``line`` is where it starts there."""

    text: str
    path: str
    line: int
    copy: bool = False

    def origins(self, offset: int) -> frozenset[Origin]:
        """Return the line of the case at which a character of this text stands."""
        line = self.line + self.text.count("\n", 0, offset)
        return frozenset((Origin(self.path, line, self.copy),))

    @property
    def lines(self) -> frozenset[Origin]:
        """The lines of the case that this text takes up."""
        last = self.line + self.text.count("\n")
        return frozenset(Origin(self.path, n, self.copy) for n in range(self.line, last + 1))


@dataclass(frozen=True, slots=True)
class Written:
    """Text that a rewriting adds. What is found in it may speak of any of ``lines``."""

    text: str
    lines: frozenset[Origin] = frozenset()

    def origins(self, offset: int) -> frozenset[Origin]:
        """Return the lines of the case that this text stands for."""
        return self.lines


Piece = Kept | Written


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a source, by offsets, and the pieces that take its place."""

    start: int
    end: int
    pieces: tuple[Piece, ...]


def kept(path: str, text: str, start: int, end: int, *, copy: bool = False) -> Kept:
    """Return a stretch of a source as it is."""
    return Kept(text[start:end], path, text.count("\n", 0, start) + 1, copy)


def edited(
    path: str,
    text: str,
    edits: Iterable[Edit],
    within: tuple[int, int] | None = None,
    *,
    copy: bool = False,
) -> list[Piece]:
    """Return the pieces of a source, or of a stretch of it, with edits that do not overlap."""
    at, end = within or (0, len(text))
    pieces: list[Piece] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        assert edit.start >= at, "edits overlap"
        pieces += [kept(path, text, at, edit.start, copy=copy), *edit.pieces]
        at = edit.end
    return [*pieces, kept(path, text, at, end, copy=copy)]


@dataclass(frozen=True)
class Rewritten:
    """A source that was rewritten."""

    pieces: Sequence[Piece]

    @cached_property
    def text(self) -> str:
        """The text that the pieces make up."""
        return "".join(piece.text for piece in self.pieces)

    @cached_property
    def _starts(self) -> list[int]:
        """The offsets at which lines start."""
        return [0, *accumulate(map(len, self.text.splitlines(keepends=True)))]

    @cached_property
    def _ends(self) -> list[int]:
        """The offsets at which pieces end."""
        return [*accumulate(len(piece.text) for piece in self.pieces)]

    def origins(self, line: int, column: int) -> frozenset[Origin]:
        """Return the lines of the case that a place stands for."""
        offset = self._starts[line - 1] + column - 1
        number = bisect_right(self._ends, offset)
        start = self._ends[number - 1] if number else 0
        return self.pieces[number].origins(offset - start)


Rewriting = Mapping[str, Rewritten]


def made(path: str, text: str, edits: Iterable[Edit]) -> Rewritten:
    """Return a source with edits made that do not overlap."""
    return Rewritten(edited(path, text, edits))
