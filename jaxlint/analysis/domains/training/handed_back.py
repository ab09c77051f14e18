"""Functions that return a state as they got it, beside a new one that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, names, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = blocks.first_function(engine, frame, __name__)
    last = scope.body[-1] if scope is not None else None
    if scope is None or not isinstance(last, ir.Return) or last.value is None:
        return
    kept = [one for one in _returned(last.value) if _is_as_given(scope, one.id)]
    for step in scope.body if kept else ():
        if not isinstance(step, ir.Assign):
            continue
        for new in _unread(scope, step):
            for old in kept:
                if old.id in blocks.names_given(step) and names.is_next(new.id, old.id):
                    where = frame.at(old.place)
                    engine.observe(StateNeverAdvances(*where, new.id, old.id, Lost.FIELD))


def _returned(value: ir.Expr) -> Iterator[ir.Name]:
    """The names of several things that a function returns."""
    parts = value.elements if isinstance(value, ir.Display) else ()
    return (one for one in parts if isinstance(one, ir.Name))


def _is_as_given(scope: ir.Function, name: str) -> bool:
    """Whether a name holds what the function was given, and nothing in it is changed."""
    parameter = any(one.name == name for one in scope.parameters)
    return parameter and len(scope.stores.get(name, ())) <= 1 and name not in scope.mutations


def _unread(scope: ir.Function, step: ir.Assign) -> Iterator[ir.Name]:
    """The names that a statement binds, with others, to what a call gives, and nothing reads."""
    target = step.targets[0]
    if isinstance(target, ir.Display) and isinstance(step.value, ir.Call):
        for one in ir.single_targets(target):
            if isinstance(one, ir.Name) and blocks.is_unread(scope, one.id):
                yield one
