"""Code that takes one tree off another one, number by number, as it is written."""

from __future__ import annotations

from jaxlint.analysis.domains.training import blocks
from jaxlint.program import ir


def takes_off(node: ir.Expr, name: str) -> bool:
    """Whether an expression takes what a variable holds, or a share of it, off another one.

    It may be a lambda that is mapped over several trees.
    """
    if isinstance(node, ir.Call):
        return _maps(node, name)
    if not isinstance(node, ir.BinaryOp) or node.op != "-":
        return False
    off = node.right
    parts = (off.left, off.right) if isinstance(off, ir.BinaryOp) and off.op == "*" else (off,)
    other = isinstance(node.left, ir.Name) and node.left.id != name
    return other and any(isinstance(one, ir.Name) and one.id == name for one in parts)


def _maps(node: ir.Call, name: str) -> bool:
    mapped = blocks.mapped(node)
    if mapped is None:
        return False
    given = [one.id if isinstance(one, ir.Name) else "" for one in node.args[1:]]
    parameters = [one.name for one in mapped.function.parameters]
    returned = mapped.function.body[0]
    value = returned.value if isinstance(returned, ir.Return) else None
    if name not in given or len(given) != len(parameters) or value is None:
        return False
    return takes_off(value, parameters[given.index(name)])
