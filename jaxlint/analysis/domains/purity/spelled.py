"""What the way a change is written says of what is changed."""

from __future__ import annotations

from collections.abc import Iterable

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Traced
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir


def stay_inside(made: Region | None, found: Iterable[Traced]) -> bool:
    """Whether tracers are of the trace in which what they are stored in was made, or outer ones."""
    return made is not None and all(made.within(one.region) for one in found)


def is_overwritten(frame: Frame, entry: ir.Expr) -> bool:
    """Whether the caller of ``grad`` gives an entry of its own container another value after it.

    ``grad`` hands its function the caller's own objects, all but those that it differentiates.
    What ``jit(grad(f))`` hands on are copies.
    """
    region, key = frame.region, entry_key(entry)
    if region is None or region.caller is None or key is None:
        return False
    if region.parent is not None and region.parent.caller is region.caller:
        return False
    if region.transform.arguments is not Arguments.DIFFERENTIATED:
        return False
    made = region.why.node
    changes = [one for events in region.caller.mutations.values() for one in events]
    return any(one.kind == key and one.node.number > made.number for one in changes)


def entry_key(changed: ir.Expr) -> str | None:
    """The entry or field of a variable that an expression is, or is a part of."""
    while isinstance(changed, ir.Attribute | ir.Subscript):
        if isinstance(changed.base, ir.Name):
            if isinstance(changed, ir.Attribute):
                return f"attribute:{changed.attr}"
            index = changed.index
            return f"item:{index.value!r}" if isinstance(index, ir.Constant) else None
        changed = changed.base
    return None


def part_of_object(changed: ir.Expr) -> bool:
    """Whether what is changed is an attribute, or a part of one: ``m.x``, ``m.count[...]``."""
    while isinstance(changed, ir.Subscript):
        changed = changed.base
    return isinstance(changed, ir.Attribute)


def is_counted(frame: Frame, node: ir.Attribute) -> bool:
    """Whether an attribute is only read to be counted on: ``log.steps += 1``."""
    return isinstance(frame.assigning, ir.AugAssign) and frame.assigning.target is node


def root(node: ir.Expr) -> ir.Name | None:
    """The variable from which an expression starts."""
    while isinstance(node, ir.Attribute | ir.Subscript):
        node = node.base
    return node if isinstance(node, ir.Name) else None


def spell(node: ir.Expr) -> str:
    """An expression in short."""
    if isinstance(node, ir.Name):
        return node.id
    if isinstance(node, ir.Attribute):
        return f"{spell(node.base)}.{node.attr}"
    return f"{spell(node.base)}[...]" if isinstance(node, ir.Subscript) else "..."
