"""The statements and functions that the lines of a source belong to."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from jaxlint.source.warned import unwarned


@dataclass(frozen=True, slots=True)
class Function:
    """A function, or a class, by its name: the lines from its first decorator to its end."""

    name: str
    lines: range


@lru_cache(maxsize=64)
def functions(text: str) -> tuple[Function, ...]:
    """Return the functions and classes of a source; none if it is not Python."""
    nodes = (node for node in ast.walk(_parsed(text)) if isinstance(node, _DEFINITIONS))
    return tuple(
        Function(one.name, range(_first(one), (one.end_lineno or one.lineno) + 1)) for one in nodes
    )


def statement_lines(text: str, line: int) -> frozenset[int]:
    """Return the lines of the smallest statement that a line is in, of one with a body its head.

    To one that raises belongs the head that it stands below. It is the line alone where there is
    no statement, or the text is not Python.
    """
    around = [node for node in _statements(text) if line in _lines(node)]
    inner = min(around, key=lambda node: len(_lines(node)), default=None)
    if inner is None:
        return frozenset((line,))
    above = (node for node in _statements(text) if inner in getattr(node, "body", ()))
    heads = [_lines(node) for node in above if isinstance(inner, ast.Raise | ast.Assert)]
    return frozenset(_lines(inner)).union(*heads)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@lru_cache(maxsize=64)
def _statements(text: str) -> tuple[ast.stmt, ...]:
    return tuple(node for node in ast.walk(_parsed(text)) if isinstance(node, ast.stmt))


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module:
    """A source as a tree, an empty one if it is not Python."""
    try:
        with unwarned():
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _lines(node: ast.stmt) -> range:
    """The lines of a statement, of one with a body those of its head."""
    body = getattr(node, "body", None)
    end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
    return range(_first(node), max(end, node.lineno) + 1)


def _first(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, _DEFINITIONS) else ()
    return min([node.lineno, *(one.lineno for one in decorators)])
