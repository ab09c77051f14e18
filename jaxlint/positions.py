"""Positions, computed last and only for files that something is said about."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from jaxlint.findings import Span
from jaxlint.texts import split_lines


class Positions:
    """The spans of nodes; a module's are computed when the first of them is asked for."""

    def __init__(self) -> None:
        self._ranges: dict[cst.Module, dict[cst.CSTNode, CodeRange]] = {}
        self._lines: dict[cst.Module, list[str]] = {}

    def starting(self, tree: cst.Module, line: int) -> list[cst.CSTNode]:
        """The expressions that start on a line, in source order."""
        found = [
            (place.start.column, -place.end.line, -place.end.column, node)
            for node, place in self._of(tree).items()
            if place.start.line == line and isinstance(node, cst.BaseExpression)
        ]
        return [node for *_, node in sorted(found, key=lambda item: item[:3])]

    def _of(self, tree: cst.Module) -> dict[cst.CSTNode, CodeRange]:
        if tree not in self._ranges:
            wrapper = MetadataWrapper(tree, unsafe_skip_copy=True)
            self._ranges[tree] = dict(wrapper.resolve(PositionProvider))
        return self._ranges[tree]

    def span(self, tree: cst.Module, node: cst.CSTNode) -> Span:
        """The span of a node; for a def, class or parameter that of its name."""
        return self.exact(tree, _shown(node))

    def exact(self, tree: cst.Module, node: cst.CSTNode) -> Span:
        """The span of the whole of a node."""
        found = self._of(tree)[node]
        return Span(found.start.line, found.start.column + 1, found.end.line, found.end.column + 1)

    def line(self, tree: cst.Module, number: int) -> str:
        """A line of the source, without its end."""
        if tree not in self._lines:
            self._lines[tree] = split_lines(tree.code)
        return self._lines[tree][number - 1]


def _shown(node: cst.CSTNode) -> cst.CSTNode:
    if isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Param):
        return node.name
    if isinstance(node, cst.For):
        return node.target
    return node
