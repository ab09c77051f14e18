"""Positions, computed last and only for files that something is said about."""

from __future__ import annotations

from bisect import bisect

import libcst as cst

from jaxlint.program import ir, trees
from jaxlint.program.writing import Point, Ranges
from jaxlint.source.spans import Span
from jaxlint.source.text import split_lines


class Positions:
    """The spans of places; a module's are computed when the first of them is asked for."""

    def __init__(self) -> None:
        self._expecting: dict[ir.Module, list[tuple[Point, Point]]] = {}
        self._lines: dict[ir.Module, list[str]] = {}

    def starting(self, module: ir.Module, lines: range | None) -> list[ir.Place]:
        """The expressions and parameters that start on some lines, or anywhere, in source order."""
        ranges = self._of(module)
        found = []
        for number, node in enumerate(trees.of_module(module).nodes):
            (line, column), (end, last) = ranges.of(node)
            is_meant = isinstance(node, cst.BaseExpression | cst.Param)
            if is_meant and (lines is None or line in lines):
                found.append((line, column, -end, -last, number))
        return [ir.Place(module, number) for *_, number in sorted(found)]

    def on_lines(self, module: ir.Module, lines: range | None) -> set[int]:
        """The numbers of the places of all that starts on some lines, or anywhere."""
        ranges = self._of(module)
        nodes = enumerate(trees.of_module(module).nodes)
        return {n for n, node in nodes if lines is None or ranges.of(node)[0][0] in lines}

    def _of(self, module: ir.Module) -> Ranges:
        return trees.of_module(module).ranges

    def span(self, place: ir.Place) -> Span:
        """The span of a place; for a def, class or parameter that of its name."""
        return self._span(place.module, _shown(trees.node(place)))

    def exact(self, place: ir.Place) -> Span:
        """The span of the whole of what stands at a place."""
        return self._span(place.module, trees.node(place))

    def _span(self, module: ir.Module, node: cst.CSTNode) -> Span:
        (line, column), (end, last) = self._of(module).of(node)
        return Span(line, column + 1, end, last + 1)

    def text(self, module: ir.Module, span: Span) -> str:
        """What a span of a module's source holds."""
        return self._of(module).between(
            (span.line, span.column - 1), (span.end_line, span.end_column - 1)
        )

    def expects_error(self, place: ir.Place) -> bool:
        """Whether an error in the code at a place would be handled around it."""
        at, _ = self._of(place.module).of(trees.node(place))
        blocks = self._blocks(place.module)
        around = bisect(blocks, at, key=lambda block: block[0]) - 1
        return around >= 0 and at < blocks[around][1]

    def _blocks(self, module: ir.Module) -> list[tuple[Point, Point]]:
        """The outermost blocks of a module whose errors are handled, in order."""
        if module not in self._expecting:
            ranges, found = self._of(module), list[tuple[Point, Point]]()
            for start, end in sorted(map(ranges.of, trees.expecting_errors(module))):
                if not found or start >= found[-1][1]:
                    found.append((start, end))
            self._expecting[module] = found
        return self._expecting[module]

    def line(self, module: ir.Module, number: int) -> str:
        """A line of a module's source, without its end."""
        if module not in self._lines:
            self._lines[module] = split_lines(self._of(module).code)
        return self._lines[module][number - 1]


def _shown(node: cst.CSTNode) -> cst.CSTNode:
    if isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Param):
        return node.name
    if isinstance(node, cst.For):
        return node.target
    return node
