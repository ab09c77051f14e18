"""Where each node of a tree stands in its source, found by writing the source out again."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

_NEWLINE = re.compile(r"\r\n?|\n")
# A line, counted from 1, and a column, counted from 0.
Point = tuple[int, int]


class Ranges:
    """Where the nodes of a tree start and end.

    They are the same as of libcst's ``PositionProvider``, which takes more than twice as long: it
    counts lines and columns at each token, here a node's are counted when it is asked for.
    """

    def __init__(self, tree: cst.Module) -> None:
        written = _Written(tree.default_indent, tree.default_newline)
        tree._codegen(written)
        self.code = "".join(written.tokens)
        self._offsets = written.offsets
        self._lines = [0, *(found.end() for found in _NEWLINE.finditer(self.code))]

    def of(self, node: cst.CSTNode) -> tuple[Point, Point]:
        """Return where a node of the tree starts and where it ends, without space around it."""
        start, end = self._offsets[id(node)]
        return self._point(start), self._point(end)

    def offsets(self, node: cst.CSTNode) -> tuple[int, int]:
        """Return where in the source a node of the tree starts and ends, without space around."""
        return self._offsets[id(node)]

    def text(self, node: cst.CSTNode) -> str:
        """Return the source of a node of the tree, with its parentheses, without space around."""
        start, end = self._offsets[id(node)]
        if isinstance(node, cst.BaseExpression) and node.lpar:
            start = self._offsets[id(node.lpar[0])][0]
            end = self._offsets[id(node.rpar[-1])][1]
        return self.code[start:end]

    def between(self, start: Point, end: Point) -> str:
        """Return the source from one place up to another."""
        return self.code[self._lines[start[0] - 1] + start[1] : self._lines[end[0] - 1] + end[1]]

    def _point(self, offset: int) -> Point:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1]


class _Written(CodegenState):
    """The source as written so far, and the offsets of the nodes in it by their identity."""

    def __init__(self, indent: str, newline: str) -> None:
        super().__init__(indent, newline)
        self.offsets: dict[int, tuple[int, int]] = {}
        self.at = 0
        self._starts: list[int] = []

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self.at += len(value)

    def pop_trailing_newline(self) -> None:
        """Leave the newline that the file lacks: nodes may end behind it."""

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append(self.at)

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._starts.pop()
        self.offsets.setdefault(id(node), (start, self.at))

    def record_syntactic_position(  # type: ignore[override]
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _Syntactic:
        return _Syntactic(self, node, start_node, end_node)


class _Syntactic:
    """While a node is written without the space around it: notes where that starts and ends."""

    __slots__ = ("_end", "_from", "_node", "_start", "_written")

    def __init__(
        self,
        written: _Written,
        node: cst.CSTNode,
        start: cst.CSTNode | None,
        end: cst.CSTNode | None,
    ) -> None:
        self._written, self._node = written, node
        self._start, self._end = start, end
        self._from = 0

    def __enter__(self) -> None:
        self._from = self._written.at

    def __exit__(self, *_: Any) -> None:
        offsets = self._written.offsets
        start = self._from if self._start is None else offsets[id(self._start)][0]
        end = self._written.at if self._end is None else offsets[id(self._end)][1]
        offsets[id(self._node)] = start, end
