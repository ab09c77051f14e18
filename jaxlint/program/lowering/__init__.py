"""Lowering: one pass over a libcst tree that turns it into the model of ``jaxlint.program.ir``.

Plain attribute access on the nodes, no visitor and no metadata: this is the path on which every
line of a project goes.
"""

from __future__ import annotations

import libcst as cst

from jaxlint.program import ir
from jaxlint.program.lowering.statements import Statements


def lower(tree: cst.Module, *, name: str, path: str, package: str, source: bytes) -> ir.Module:
    """Lower a parsed module. ``package`` is the package that its relative imports start from."""
    return _lowered(tree, ir.Module.empty(name, path, package, source))[0]


def places_in(tree: cst.Module) -> list[cst.CSTNode]:
    """The nodes of a tree by the numbers that ``lower`` gives to their places."""
    return _lowered(tree, ir.Module.empty("", "", "", b""))[1]


def _lowered(tree: cst.Module, module: ir.Module) -> tuple[ir.Module, list[cst.CSTNode]]:
    lowering = Statements(module)
    module.body = lowering.block(tree.body)
    return module, lowering.nodes
