"""Modules of nnx, and what holds their variables, that code keeps as if they were copies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.training.observations import SnapshotLive
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Instance, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FOLLOWING = frozenset("ema frozen reference target teacher".split())
_KEPT = frozenset("backup best snapshot".split())
_COPIES = _FOLLOWING | _KEPT


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the assignments of a function, once."""
    function = blocks.first_function(engine, frame, __name__)
    for statement in ir.assignments_in(*function.body) if function is not None else ():
        if isinstance(statement, ir.Assign) and statement.value is not None:
            for target in ir.single_targets(*statement.targets):
                _judge(engine, frame, target, statement.value)


def _judge(engine: Engine, frame: Frame, target: ir.Expr, value: ir.Expr) -> None:
    kept, state = blocks.spelled(target), isinstance(value, ir.Call)
    if _words(kept).isdisjoint(_KEPT if state else _COPIES):
        return
    model = _model(engine, frame, value)
    if model and _words(model).isdisjoint(_COPIES) and not _is_made_elsewhere(frame.scope, kept):
        engine.observe(SnapshotLive(*frame.at(target.place), kept, model, state))


def _model(engine: Engine, frame: Frame, value: ir.Expr) -> str:
    """The module that an expression holds, or whose variables it gives; "" if there is none."""
    if not isinstance(value, ir.Call):
        return blocks.spelled(value) if _is_module(_held(engine, frame, value)) else ""
    gives = engine.dotted(frame.scope, value.func) in libraries.LIVE_STATES
    given = value.args[0] if value.args and gives and _is_chosen(frame.scope, value) else None
    return "" if given is None else blocks.spelled(given)


def _words(name: str) -> set[str]:
    return set(name.rpartition(".")[2].lower().split("_"))


def _held(engine: Engine, frame: Frame, value: ir.Expr) -> Value | None:
    """What a variable, or a field of what one holds, is when the function ends."""
    if isinstance(value, ir.Name):
        return frame.env.get(value.id)
    base = _held(engine, frame, value.base) if isinstance(value, ir.Attribute) else None
    if base is None or not isinstance(value, ir.Attribute):
        return None
    return engine.store.fields.get(base.token, NO_FIELDS).get(value.attr)


def _is_module(value: Value | None) -> bool:
    return isinstance(value, Instance) and classes.kind(value.cls) == "nnx"


def _is_chosen(scope: ir.Scope, call: ir.Call) -> bool:
    """Whether a test decides that something is kept, as is done with the best so far."""
    tests = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.If))
    return any(call is part for one in tests for part in ir.nodes_in(one.body))


def _is_made_elsewhere(scope: ir.Scope, kept: str) -> bool:
    """Whether a call gives the variable, or the field, something else at another place."""
    scopes = [scope]
    if "." in kept and isinstance(scope, ir.Function) and scope.owner is not None:
        scopes = [one for one in scope.owner.inner if isinstance(one, ir.Function)]
    return any(
        isinstance(value, ir.Call) and ir.last_name(value.func) not in ("state", "split")
        for one in scopes
        for value in _given(one, kept)
    )


def _given(scope: ir.Scope, kept: str) -> Iterator[ir.Expr | None]:
    """What the assignments of a scope give a variable, or a field of the same name."""
    name = kept.rpartition(".")[2]
    for statement in ir.assignments_in(*scope.body):
        targets = ir.single_targets(*statement.targets) if isinstance(statement, ir.Assign) else ()
        if any(blocks.spelled(one).rpartition(".")[2] == name for one in targets):
            yield statement.value
