"""The source behind places: trees are parsed again where somebody asks how a thing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import libcst as cst

from jaxlint.program import ir
from jaxlint.program.lowering import places_in
from jaxlint.program.writing import Ranges

_CHECK = cst.CSTNode.__post_init__
# The parser itself lets text and bytes stand side by side.
cst.ConcatenatedString.__post_init__ = _CHECK  # type: ignore[method-assign]
_WORD = re.compile(r"(?<![.\w])[a-zA-Z_]\w*")
# What the names of context managers that take an error start with.
EXPECTING = ("raises", "assertRaises", "suppress")


@dataclass(frozen=True, eq=False)
class Written:
    """A module's tree, its nodes by the numbers of their places, and the places of their parts."""

    tree: cst.Module
    nodes: list[cst.CSTNode]
    parts: dict[cst.CSTNode, ir.Place] = field(default_factory=dict)

    @cached_property
    def ranges(self) -> Ranges:
        """Where the nodes of the tree stand."""
        return Ranges(self.tree)


@lru_cache(maxsize=2)
def parsed(data: bytes) -> cst.Module:
    """Return the tree of a source. Raises what libcst raises for bytes that are no Python.

    The last trees are kept: an editor's text is asked about several times.
    """
    with _unchecked():
        return cst.parse_module(data)


@contextmanager
def _unchecked() -> Iterator[None]:
    """Have nodes made as they are, while a parser makes them that has checked the text itself.

    What libcst asks of each new node, lest a program make a wrong one, takes a sixth of parsing.
    """
    cst.CSTNode.__post_init__ = bool  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = _CHECK  # type: ignore[method-assign]


def of_module(module: ir.Module) -> Written:
    """Return the tree of a module, parsed when it is first asked for."""
    if module.written is None:
        tree = parsed(module.source)
        module.written = Written(tree, places_in(tree))
    written: Written = module.written
    return written


def node(place: ir.Place) -> cst.CSTNode:
    """Return the node at a place."""
    return of_module(place.module).nodes[place.number]


def code(place: ir.Place, part: cst.CSTNode | None = None) -> str:
    """Return the source of what stands at a place, or of a part of it, to the byte."""
    written, meant = of_module(place.module), part or node(place)
    text = written.tree.code_for_node(meant)
    # Written by itself a node of several lines is not indented as it is in its file.
    return written.ranges.text(meant) if "\n" in text or "\r" in text else text


def words(place: ir.Place, part: cst.CSTNode | None = None) -> set[str]:
    """Return the names that are written at a place, or in a part of it."""
    return set(_WORD.findall(code(place, part)))


def expecting_errors(module: ir.Module) -> Iterator[cst.BaseSuite]:
    """Yield the blocks of a module whose errors are handled, be it by a ``with``."""
    for node in of_module(module).nodes:
        if (isinstance(node, cst.Try | cst.TryStar) and node.handlers) or (
            isinstance(node, cst.With) and any(_expects(item.item) for item in node.items)
        ):
            yield node.body


def _expects(context: cst.BaseExpression) -> bool:
    """Whether the item of a ``with`` is one of those that take an error."""
    func = context.func if isinstance(context, cst.Call) else None
    name = func.attr if isinstance(func, cst.Attribute) else func
    return isinstance(name, cst.Name) and name.value.startswith(EXPECTING)


def part(place: ir.Place, node: cst.CSTNode) -> ir.Place:
    """Return the place of a part of what stands at a place, the same one each time."""
    written = of_module(place.module)
    if node not in written.parts:
        written.nodes.append(node)
        written.parts[node] = ir.Place(place.module, len(written.nodes) - 1)
    return written.parts[node]
