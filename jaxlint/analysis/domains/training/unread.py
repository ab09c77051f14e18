"""Loops whose step gives a new state that nothing reads: each turn starts from the old one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, names, training
from jaxlint.analysis.domains.training.observations import StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    if not blocks.is_first(engine, frame, __name__):
        return
    for loop, statement in blocks.steps(frame.scope.body, None):
        moved = list(_moved(statement))
        if any(_is_turned(frame.scope, loop, old) for old, _ in moved):
            continue
        for old, new in moved:
            if _never_moves(frame.scope, loop, old, new):
                seen = StateNeverAdvances(*frame.at(new.place), new.id, old)
                engine.observe(seen)


def _moved(statement: ir.Assign) -> Iterator[tuple[str, ir.Name]]:
    """The states that a call is given, each with the target that its name says is the new one."""
    call, target = statement.value, statement.targets[0]
    assert isinstance(call, ir.Call)
    parts = target.elements if isinstance(target, ir.Display) else (target,)
    given = {names.stem(one.id): one.id for one in call.given if isinstance(one, ir.Name)}
    given |= _fields_given(call, parts)
    for part in parts:
        if isinstance(part, ir.Name) and not part.id.startswith("_"):
            old = given.get(names.stem(part.id), part.id)
            if old != part.id and names.is_state(part.id):
                yield old, part


def _fields_given(call: ir.Call, parts: tuple[ir.Expr, ...]) -> dict[frozenset[str], str]:
    """The fields that a call is given, by the stems of their names, if it moves one of them on."""
    fields = [one for one in call.given if isinstance(one, ir.Attribute) and blocks.spelled(one)]
    kept = {blocks.spelled(one) for one in parts if isinstance(one, ir.Attribute)}
    if kept.isdisjoint(map(blocks.spelled, fields)):
        return {}
    return {names.stem(one.attr): blocks.spelled(one) for one in fields}


def _is_turned(scope: ir.Scope, loop: int, name: str) -> bool:
    """Whether a loop runs over the values of a name: each turn is about another one."""
    events = scope.stores.get(name, ())
    return any(event.kind == "loop" and loop in event.loops for event in events)


def _never_moves(scope: ir.Scope, loop: int, old: str, new: ir.Name) -> bool:
    """Whether nothing reads the new state, and nothing in the loop binds the old one."""
    if new.id in scope.outside or scope.is_read(new.id):
        return False
    holder, _, field = old.partition(".")
    if field:
        changed = scope.mutations.get(holder, ())
        return not any(event.kind == f"attribute:{field}" for event in changed)
    return not blocks.is_in(loop, scope.stores.get(old, ()))
