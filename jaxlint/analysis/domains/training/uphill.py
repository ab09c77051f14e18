"""Optimisers of which a part does not turn the sign, or turns it too early; updates are added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, CallStarting, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import methods, subtracting, training
from jaxlint.analysis.domains.training.facts import Against, Along, Decaying
from jaxlint.analysis.domains.training.observations import StepUphill, Uphill
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge import libraries
from jaxlint.knowledge.libraries import CHAIN, MASKED
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


@training.deduce(
    Call, about=(libraries.DESCENDING | {*libraries.SCALING, CHAIN, MASKED}).__contains__
)
def against(call: Call) -> Against | None:
    """Whether a transformation turns the sign, of all gradients or of those that a mask names."""
    given = call.arguments
    if given.rest is not None:
        return None
    if call.name in libraries.DESCENDING:
        return None if "flip_sign" in given.keywords else Against()
    if call.name in libraries.SCALING:
        return Against() if len(given.all) == 1 and _is_negative(given.all[0]) else None
    if call.name == MASKED:
        inner, mask = given.get(0, "inner"), given.get(1, "mask")
        turned = inner is not None and inner.fact(Against) is not None
        return Against(partly=True) if turned and not isinstance(mask, Const) else None
    if call.name != CHAIN:
        return None
    turning = [one for part in given.positional if (one := part.fact(Against)) is not None]
    along = [one for one in given.positional if one.fact(Along) is not None]
    known = len(turning) == 1 and len(turning) + len(along) == len(given.positional)
    return turning[0] if known else None


@training.deduce(Call, about=(libraries.DECAY, MASKED).__contains__)
def decaying(call: Call) -> Decaying | None:
    """Whether a transformation adds a part of the parameters."""
    first = next(iter(call.arguments.all), None)
    if first is None or call.arguments.rest is not None:
        return None
    if call.name == MASKED:
        return first.fact(Decaying)
    return Decaying() if call.name == libraries.DECAY and _is_positive(first) else None


@training.on(OutsideCalled, about=libraries.CHAIN.__eq__)
def chained(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a decay of weights that stands behind what turns the sign: they grow by it."""
    if event.source is None or event.arguments.rest is not None:
        return
    turned = False
    for part, written in zip(event.arguments.positional, event.source.args, strict=False):
        turned = turned or part.fact(Against) is not None
        if turned and part.fact(Decaying) is not None and _stays(event.arguments.positional, part):
            engine.observe(StepUphill(*frame.at(written.place), Uphill.DECAY))


def _stays(parts: tuple[Value, ...], decay: Value) -> bool:
    """Whether no part behind a decay turns the sign once more, as far as all are known."""
    behind = parts[[one is decay for one in parts].index(True) + 1 :]
    return all(one.fact(Along) is not None for one in behind)


def _is_negative(value: Value) -> bool:
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, int | float) and number < 0


def _is_positive(value: Value) -> bool:
    """Whether a number is given as one that is not negative."""
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, int | float) and number >= 0


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge an update by such a transformation, where the updates are added to the parameters."""
    optimiser = methods.holder(engine, frame, event, _UPDATE)
    form = None if optimiser is None else _form(optimiser)
    if optimiser is not None and optimiser.fact(Against) is not None and form is None:
        _taken_off(engine, frame, event.source)
    if form is None or not _is_of_gradients(frame.scope, event.source):
        return
    if any(_is_given(call, event.source, frame) for call in _applied(frame.scope)):
        observe(engine, frame, event.source, form)


def _taken_off(engine: Engine, frame: Frame, update: ir.Call) -> None:
    """Judge updates that have the sign of a step, and are taken off the parameters."""
    updates = _bound_by(frame, update)
    if not updates or any(_is_given(call, update, frame) for call in _applied(frame.scope)):
        return
    for node in ir.nodes_in(frame.scope.body):
        if isinstance(node, ir.Expr) and subtracting.takes_off(node, updates):
            observe(engine, frame, node, Uphill.SUBTRACTED)


@training.on(OutsideCalled, about=libraries.STEPPERS.__contains__)
def handed(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge an optimiser that is handed to what adds its updates."""
    forms = [form for one in event.arguments.all if (form := _form(one)) is not None]
    if event.source is not None and forms:
        observe(engine, frame, event.source, forms[0])


def _form(optimiser: Value) -> Uphill | None:
    """Which updates of an optimiser climb."""
    along, against = optimiser.fact(Along), optimiser.fact(Against)
    if along is not None and along.steps:
        return Uphill.ALL
    return Uphill.UNMASKED if against is not None and against.partly else None


def observe(engine: Engine, frame: Frame, step: ir.Node, form: Uphill) -> None:
    """Observe a step that climbs, unless the code around it says that it means to."""
    *_, outermost = (step, *frame.scope.functions)
    code = trees.code(outermost.place)
    if not engine.context.expects_errors and not _CLIMBING.search(code):
        engine.observe(StepUphill(*frame.at(step.place), form))


def _applied(scope: ir.Scope) -> Iterator[ir.Call]:
    """The calls of a scope that add updates to parameters."""
    for node in ir.nodes_in(scope.body):
        if isinstance(node, ir.Call) and ir.last_name(node.func) in _APPLY:
            yield node


def _is_given(applied: ir.Call, update: ir.Call, frame: Frame) -> bool:
    """Whether what an update gives, and nothing else, is what is added."""
    updates = _bound_by(frame, update)
    given = (one.id for one in applied.args[1:] if isinstance(one, ir.Name))
    return bool(updates) and updates in given


def _bound_by(frame: Frame, update: ir.Call) -> str:
    """The variable that holds what an update gives, and nothing else; "" if there is none."""
    statement = frame.statement
    if not isinstance(statement, ir.Assign) or statement.value is not update:
        return ""
    updates = next(ir.bound_names(statement.targets[0]), "")
    return updates if len(frame.scope.stores.get(updates, ())) == 1 else ""


def _is_of_gradients(scope: ir.Scope, update: ir.Call) -> bool:
    """Whether an update is given what a call gave as gradients, as it gave them."""
    given = update.args[0] if update.args else None
    if not isinstance(given, ir.Name):
        return False
    made = [one for one in ir.assignments_in(*scope.body) if given.id in ir.names_assigned(one)]
    return len(scope.stores.get(given.id, ())) == len(made) and all(map(_is_gradient, made))


def _is_gradient(statement: ir.Assign) -> bool:
    """Whether a statement binds what a function that is made by ``grad`` gives."""
    call = statement.value
    func = call.func if isinstance(call, ir.Call) else None
    name = ir.last_name(func.func) if isinstance(func, ir.Call) else ""
    return "grad" in (name or (ir.last_name(func) if func is not None else ""))
