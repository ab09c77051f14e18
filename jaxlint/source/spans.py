"""Where something stands in a source, and what is to be written there instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of source.

    Lines and columns start at 1, columns count characters, the end is exclusive. In a notebook
    lines are those of the cell, and cells are counted from 1; elsewhere ``cell`` is 0.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    cell: int = 0

    @property
    def start(self) -> Span:
        """The empty span where this one starts."""
        return Span(self.line, self.column, self.line, self.column, self.cell)

    @property
    def end(self) -> Span:
        """The empty span where this one ends."""
        return Span(self.end_line, self.end_column, self.end_line, self.end_column, self.cell)

    def within(self, path: str) -> str:
        """Return where a file's span starts, as people read it: ``path:line``."""
        return f"{path}:cell {self.cell}:{self.line}" if self.cell else f"{path}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A change of the text: ``text`` takes the place of what the span holds."""

    span: Span
    text: str
