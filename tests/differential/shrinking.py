"""Shrinking: the smallest program found that shows the same disagreement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Judge = Callable[[str], bool]


def shrink(text: str, holds: Judge, *, tries: int = 400) -> str:
    """Take statements out of a program, or blocks apart, for as long as ``holds`` is true of it."""
    tree = ast.parse(text)
    left = tries
    shrunk = True
    while shrunk and left > 0:
        shrunk = False
        for smaller in _smaller(tree):
            left -= 1
            if holds(ast.unparse(smaller)):
                tree, shrunk = smaller, True
                break
            if left <= 0:
                break
    return ast.unparse(tree) + "\n"


def _smaller(tree: ast.Module) -> Iterator[ast.Module]:
    """Programs with one statement less, or with a block in place of what it stands in."""
    source = ast.unparse(tree)
    places = [(i, name, j) for i, name, j in _statements(tree)]
    for i, name, j in reversed(places):
        for replacement in range(3):
            copy = ast.parse(source)
            node = list(ast.walk(copy))[i]
            body: list[ast.stmt] = getattr(node, name)
            parts = _parts(body[j])
            if replacement >= len(parts):
                break
            body[j : j + 1] = parts[replacement]
            if body or name != "body":
                yield copy


def _statements(tree: ast.Module) -> Iterator[tuple[int, str, int]]:
    for i, node in enumerate(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield from ((i, name, j) for j in range(len(body)))


def _parts(statement: ast.stmt) -> list[list[ast.stmt]]:
    """What may stand in place of a statement: nothing, or one of its blocks."""
    parts: list[list[ast.stmt]] = [[]]
    if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
        for name in ("body", "orelse"):
            block = getattr(statement, name, None)
            if isinstance(block, list) and block:
                parts.append(block)
    return parts
