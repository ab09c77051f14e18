"""Optimisers put together of parts of which none turns the sign, whose updates are added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, CallStarting, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, methods, training
from jaxlint.analysis.domains.training.facts import Along
from jaxlint.analysis.domains.training.observations import StepUphill
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_APPLY = frozenset(name.rpartition(".")[2] for name in libraries.APPLY_UPDATES)
# What only clips or passes on gradients makes no step of them.
_STEPPING = ("scale", "trace")
_KNOWN = libraries.ALONG | libraries.SCALING | libraries.RAMPS | {libraries.CHAIN}
# Code that says that it means to climb.
_CLIMBING = re.compile(r"ascen[dt]|maximi[sz]|climb|adversar|attack|dual|multiplier", re.IGNORECASE)


@training.deduce(Call, about=_KNOWN.__contains__)
def along(call: Call) -> Along | None:
    """Whether a transformation leaves the sign as it is, or a schedule gives no negative number."""
    given = call.arguments
    if given.rest is not None or call.name not in _KNOWN:
        return None
    if call.name in libraries.ALONG:
        return Along(call.last.startswith(_STEPPING))
    if call.name in libraries.RAMPS:
        return Along() if given.all and all(map(_is_positive, given.all)) else None
    if call.name in libraries.SCALING:
        by = given.all[0] if len(given.all) == 1 else None
        turned = by is None or not (_is_positive(by) or by.fact(Along) is not None)
        return None if turned else Along(steps=True)
    parts = [one.fact(Along) for one in given.positional]
    known = [one for one in parts if one is not None]
    return Along(any(one.steps for one in known)) if parts and len(known) == len(parts) else None


def _is_positive(value: Value) -> bool:
    """Whether a number is given as one that is not negative."""
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, int | float) and number >= 0


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge an update by such a transformation, where the updates are added to the parameters."""
    optimiser = methods.holder(engine, frame, event, _UPDATE)
    known = None if optimiser is None else optimiser.fact(Along)
    if known is None or not known.steps or not _is_of_gradients(frame.scope, event.source):
        return
    if any(_is_given(call, event.source, frame) for call in _applied(frame.scope)):
        _observe(engine, frame, event.source)


@training.on(OutsideCalled, about=libraries.STEPPERS.__contains__)
def handed(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge an optimiser that is handed to what adds its updates."""
    known = [one.fact(Along) for one in event.arguments.all]
    if event.source is not None and any(one is not None and one.steps for one in known):
        _observe(engine, frame, event.source)


def _observe(engine: Engine, frame: Frame, call: ir.Call) -> None:
    around = frame.scope if isinstance(frame.scope, ir.Function) else None
    code = trees.code(call.place if around is None else around.place)
    if not engine.context.expects_errors and not _CLIMBING.search(code):
        engine.observe(StepUphill(*frame.at(call.place)))


def _applied(scope: ir.Scope) -> Iterator[ir.Call]:
    """The calls of a scope that add updates to parameters."""
    for node in ir.nodes_in(scope.body):
        if isinstance(node, ir.Call) and ir.last_name(node.func) in _APPLY:
            yield node


def _is_given(applied: ir.Call, update: ir.Call, frame: Frame) -> bool:
    """Whether what an update gives, and nothing else, is what is added."""
    statement = frame.statement
    if not isinstance(statement, ir.Assign) or statement.value is not update:
        return False
    updates = next(ir.bound_names(statement.targets[0]), "")
    once = len(frame.scope.stores.get(updates, ())) == 1
    return once and any(isinstance(one, ir.Name) and one.id == updates for one in applied.args[1:])


def _is_of_gradients(scope: ir.Scope, update: ir.Call) -> bool:
    """Whether an update is given what a call gave as gradients, as it gave them."""
    given = update.args[0] if update.args else None
    if not isinstance(given, ir.Name):
        return False
    made = [one for one in blocks.assignments(scope.body) if given.id in blocks.names_bound(one)]
    return len(scope.stores.get(given.id, ())) == len(made) and all(map(_is_gradient, made))


def _is_gradient(statement: ir.Assign) -> bool:
    """Whether a statement binds what a function that is made by ``grad`` gives."""
    call = statement.value
    func = call.func if isinstance(call, ir.Call) else None
    name = ir.last_name(func.func) if isinstance(func, ir.Call) else ""
    return "grad" in (name or (ir.last_name(func) if func is not None else ""))
