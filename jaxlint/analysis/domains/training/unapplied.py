"""Steps of optimisers whose results a variable holds that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, drops, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge.libraries import TARGET_UPDATES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BEGINS = "init"


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = blocks.first_function(engine, frame, __name__)
    if scope is None:
        return
    for one in ir.assignments_in(*scope.body):
        given = _first(one.targets[0])
        if given is None or not isinstance(one.value, ir.Call):
            continue
        unread = blocks.is_unread(scope, given.id) or _is_only_changed(scope, one.value, given.id)
        lost = _lost(engine, frame, one.value) if unread else None
        if lost is not None:
            old = ir.spelled(one.value.args[1]) if lost is Lost.FIELD else ""
            engine.observe(StateNeverAdvances(*frame.at(given.place), given.id, old, lost))


def _first(target: ir.Expr) -> ir.Name | None:
    """The name that is bound to a result, or to the first one of several."""
    first = target.elements[0] if isinstance(target, ir.Display) and target.elements else target
    return first if isinstance(first, ir.Name) else None


def _is_only_changed(scope: ir.Function, step: ir.Call, name: str) -> bool:
    """Whether all that is done with new parameters is to change some of them.

    What the step was given is returned in their place.
    """
    if name not in scope.mutations:
        return False
    last = scope.body[-1]
    value = last.value if isinstance(last, ir.Return) else None
    old = step.args[0] if step.args else None
    if not isinstance(old, ir.Name) or all(one.id != old.id for one in _names(value)):
        return False
    changes = [one for one in ir.assignments_in(*scope.body) if _changes(one, name)]
    inside = {one.order for change in changes for one in _names(change) if one.id == name}
    kept = name.startswith("_") or name in scope.outside
    return not kept and all(one.order in inside for one in scope.loads.get(name, ()))


def _names(code: ir.Node | None) -> Iterator[ir.Name]:
    """All names in some code."""
    return (one for one in ir.nodes_in(code) if isinstance(one, ir.Name))


def _changes(statement: ir.Assign, name: str) -> bool:
    """Whether a statement stores something in a container."""
    target = statement.targets[0]
    return isinstance(target, ir.Subscript) and blocks.spelled(target.base) == name


def _lost(engine: Engine, frame: Frame, call: ir.Call) -> Lost | None:
    """What is lost if nothing reads what a call gives that steps, and makes no first state."""
    func = call.func
    if not ir.is_dotted(func) or (isinstance(func, ir.Attribute) and func.attr == _BEGINS):
        return None
    if drops.is_step(engine, frame, call):
        return Lost.STEP
    moved = expressions.evaluate(engine, frame, func)
    after = isinstance(moved, External) and moved.name in TARGET_UPDATES
    return Lost.FIELD if after and len(call.args) > 1 else None
