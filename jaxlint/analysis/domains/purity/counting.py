"""Which untraced writes are meant to happen at each call, and not once per trace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity.observations import Outside
from jaxlint.analysis.values.contents import is_text
from jaxlint.analysis.values.kinds import Const, Container, Static, Value
from jaxlint.program import ir, trees
from jaxlint.program.changes import is_scoped

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OF_TRACES = re.compile(
    r"(?<![a-z])(re)?(trac(e|es|ed|ing)|compil(e|es|ed|ations?))(?![a-z])", re.I
)
_TAKES = frozenset(("pop", "popleft", "popitem"))
_PUTS = frozenset(
    f"call:{name}" for name in ("append", "appendleft", "add", "extend", "insert", "update")
)


def counts(frame: Frame, target: Outside, value: Value | None) -> bool:
    """Whether an untraced write is meant to happen at each call: a count, a mark, a log entry.

    Shapes, functions and caches that tracing leaves behind on purpose are not, nor is what brings
    no value.
    """
    if value is None or is_scoped(frame.scope) or fills_once(frame):
        return False
    if target is Outside.GLOBAL or isinstance(frame.assigning, ir.BinaryOp | ir.AugAssign):
        return True
    if target is Outside.NONLOCAL:
        return False
    held = target is Outside.GLOBAL_CONTAINER and isinstance(value, Static)
    return held or _is_entry(value) or _is_of_entries(value)


def counts_traces(node: ir.Place) -> bool:
    """Whether what is written is named for the traces, or compilations, that it is to count."""
    return _OF_TRACES.search(trees.code(node)) is not None


def _is_entry(value: Value) -> bool:
    """Whether a value is what an entry of a log is made of: a constant, the text of a tracer."""
    return isinstance(value, Const) or is_text(value)


def fills_once(frame: Frame) -> bool:
    """Whether the path leads through a test that the place is still empty."""
    return any(conditions.asks_for_none(taken.test) for taken in frame.conditions)


def changes_by_itself(engine: Engine, frame: Frame, source: ir.Call, root: ir.Name | None) -> bool:
    """Whether a method changes a container by what is in it: takes something out, or counts on."""
    if root is None or not isinstance(source.func, ir.Attribute):
        return False
    if source.func.attr in _TAKES:
        return not source.args and not _is_filled_again(engine, frame, root)
    return any(root.id in ir.names_in(value) for value in source.given)


def is_taken_back(frame: Frame, source: ir.Call, root: ir.Name | None) -> bool:
    """Whether a function takes out again what a method puts in: a stack of what is under way."""
    if root is None or not isinstance(source.func, ir.Attribute):
        return False
    puts = f"call:{source.func.attr}" in _PUTS
    changes = frame.scope.mutations.get(root.id, ())
    return puts and any(one.kind == "call:pop" for one in changes)


def _is_filled_again(engine: Engine, frame: Frame, root: ir.Name) -> bool:
    """Whether functions put something into what a name holds: a stack of what is under way."""
    owner = frame.holder(root.id)
    if owner is None or owner is frame:
        return True
    changes = engine.world.changes.mutations(owner.scope, root.id)
    return any(one.kind in _PUTS and one.scope is not owner.scope for one in changes)


def _is_of_entries(value: Value) -> bool:
    """Whether a value is a list of entries: what ``extend`` puts into a log."""
    if not isinstance(value, Container) or value.kind not in ("list", "tuple"):
        return False
    return bool(value.values) and all(map(_is_entry, value.values))
