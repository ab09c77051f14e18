"""The source behind places: trees are parsed again where somebody asks how a thing is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import libcst as cst

from jaxlint.program import ir
from jaxlint.program.lowering import places_in


@dataclass(slots=True, frozen=True, eq=False)
class Written:
    """A module's tree and its nodes by the numbers of their places."""

    tree: cst.Module
    nodes: list[cst.CSTNode]


@lru_cache(maxsize=2)
def parsed(data: bytes) -> cst.Module:
    """Return the tree of a source. Raises what libcst raises for bytes that are no Python.

    The last trees are kept: an editor's text is asked about several times.
    """
    return cst.parse_module(data)


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
    """Return the source of what stands at a place, or of a part of it."""
    tree = of_module(place.module).tree
    return tree.code_for_node(part or node(place))


def part(place: ir.Place, node: cst.CSTNode) -> ir.Place:
    """Return the place of a part of what stands at a place."""
    nodes = of_module(place.module).nodes
    nodes.append(node)
    return ir.Place(place.module, len(nodes) - 1)
