"""Functions that return a state as they got it, beside a new one that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, names, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.knowledge.transforms import Body
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
    for carried, renewed in _carried(frame, scope, last.value):
        where = frame.at(carried.place)
        engine.observe(StateNeverAdvances(*where, renewed, carried.id, Lost.UNKEPT))
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


def _carried(frame: Frame, scope: ir.Function, value: ir.Expr) -> Iterator[tuple[ir.Name, str]]:
    """The old states that the body of a scan carries on, each with the new one it gives out."""
    region = frame.region
    if region is None or region.function is not scope or region.transform.body is not Body.SCAN:
        return
    carry, *outputs = value.elements if isinstance(value, ir.Display) else (value,)
    if len(outputs) != 1 or not scope.parameters:
        return
    whole = scope.parameters[0].name
    taken = [one for one in scope.body if isinstance(one, ir.Assign) and _is_of(one, whole)]
    given = {whole, *(name for one in taken for name in ir.bound_names(one.targets[0]))}
    kept = [one for one in (carry, *_returned(carry)) if isinstance(one, ir.Name)]
    given_out = {one.id for one in ir.nodes_in(outputs[0]) if isinstance(one, ir.Name)}
    for step in ir.assignments_in(*scope.body):
        for old in kept:
            bound = set(ir.bound_names(step.targets[0])) & given_out
            renewed = [one for one in sorted(bound) if names.is_next(one, old.id)]
            once = len(scope.stores.get(old.id, ())) == 1 and old.id not in scope.mutations
            if old.id in given and once and renewed and old.id in blocks.names_given(step):
                yield old, renewed[0]


def _is_of(step: ir.Assign, whole: str) -> bool:
    """Whether a statement takes a variable apart."""
    return isinstance(step.value, ir.Name) and step.value.id == whole
