"""Memos: dicts in which a function keeps what it has worked out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import spelled
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Keyed:
    """By the scope, the names of dicts that it asks for a key and gives a value under that key."""

    known: dict[ir.Scope, frozenset[str]] = field(default_factory=dict)


def is_memo(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a variable holds what the function that reads it has worked out before.

    Such a function stores what it lacks, on a branch or under the key that it has asked for, which
    it works out too. What is read is then the same whether it was there or not.
    """
    root = spelled.root(node)
    changes = () if root is None else frame.scope.mutations.get(root.id, ())
    if root is None or not changes:
        return False
    if any(event.kind == "item" and event.arms for event in changes):
        return True
    known = engine.world.kept(_Keyed).known
    if frame.scope not in known:
        known[frame.scope] = frozenset(_keyed(frame.scope))
    return root.id in known[frame.scope]


def _keyed(scope: ir.Scope) -> Iterator[str]:
    nodes = [*ir.nodes_in(scope.body)]
    asked = {pair for one in nodes for pair in _asked(one)}
    return (name for one in nodes for name, key in _given(one) if (name, key) in asked)


def _asked(node: object) -> Iterator[tuple[str, str]]:
    """The dict whose keys a test or a call asks for one, and the variable that holds that."""
    if isinstance(node, ir.Compare) and len(node.rest) == 1:
        ((op, right),) = node.rest
        if op in ("in", "not in"):
            yield from _pair(right, node.left)
    elif isinstance(node, ir.Call):
        yield from _first_given(node, "get")


def _given(node: object) -> Iterator[tuple[str, str]]:
    """The dict that a statement or a call gives a value, and the variable that holds the key."""
    if isinstance(node, ir.Assign):
        for target in node.targets:
            if isinstance(target, ir.Subscript):
                yield from _pair(target.base, target.index)
    elif isinstance(node, ir.Call):
        yield from _first_given(node, "setdefault")
        if isinstance(node.func, ir.Attribute) and node.func.attr == "update":
            displays = (one for one in ir.nodes_in(node.args) if isinstance(one, ir.DictDisplay))
            for key in (key for display in displays for key, _ in display.items):
                yield from _pair(node.func.base, key)


def _first_given(call: ir.Call, method: str) -> Iterator[tuple[str, str]]:
    """The dict whose method is called, and the variable that is its first argument."""
    if isinstance(call.func, ir.Attribute) and call.func.attr == method and call.args:
        yield from _pair(call.func.base, call.args[0])


def _pair(holder: ir.Expr, key: ir.Expr | None) -> Iterator[tuple[str, str]]:
    if isinstance(holder, ir.Name) and isinstance(key, ir.Name):
        yield holder.id, key.id
