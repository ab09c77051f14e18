"""Functions that a program begins with: what they set before they call anything is set first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ENTRIES = frozenset(("main", "_main", "cli", "run_main"))


def sets_first(engine: Engine, event: ir.Event, anchor: ir.Scope | None) -> bool:
    """Whether an entry of the program makes a change before it runs what ``anchor`` defines.

    So nothing that this process traces can have been traced before.
    """
    writer = event.scope
    module = writer.parent
    if not isinstance(writer, ir.Function) or not isinstance(module, ir.Module) or event.loops:
        return False
    if anchor is None or anchor.parent is not module or not _is_entry(module, writer):
        return False
    names = {anchor.name, *engine.world.changes.helpers(module, {anchor.name}, budgets.HELPERS)}
    return not any(use.order < event.order for name in names for use in writer.loads.get(name, ()))


def _is_entry(module: ir.Module, function: ir.Function) -> bool:
    """Whether a function is called by nothing in its module but a script's own start."""
    if function.name not in _ENTRIES:
        return False
    loads = module.loads.get(function.name, [])
    return bool(loads) and all(ir.is_of_script(module, load) for load in loads)
