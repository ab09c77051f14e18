"""Tests whose answer lasts: nobody changes what they have read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge import names
from jaxlint.program import ir
from jaxlint.program.changes import assigned, below

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame


@dataclass(slots=True, eq=False)
class _Assigned:
    """By the module, the attributes that its functions assign, but for those that make objects."""

    known: dict[ir.Module, frozenset[str]] = field(default_factory=dict)


def lasts(engine: Engine, frame: Frame, one: Condition) -> bool:
    """Whether a test has the answer here that it had where it was asked.

    That is so of variables, and of fields where code is traced, which computes with objects and
    does not change them; in plain code of those that no module on the way here assigns. What a call
    gives may be another by now.
    """
    if one.tested.plain:
        return True
    if not one.tested.steady:
        return False
    if frame.region is not None:
        return True
    modules = dict.fromkeys((frame.module, *(level.module for level in engine.path)))
    return not any(_assigns(engine, module, one.tested.fields) for module in modules)


def _assigns(engine: Engine, module: ir.Module, fields: frozenset[str]) -> bool:
    """Whether a module assigns one of some fields, of whatever object."""
    known = engine.world.kept(_Assigned).known
    if module not in known:
        scopes = [one for one in below(module) if one.name not in names.BUILDERS]
        known[module] = frozenset().union(*map(assigned, scopes))
    for attribute in fields:
        engine.looks_for_writing(module, attribute)
    return not fields.isdisjoint(known[module])
