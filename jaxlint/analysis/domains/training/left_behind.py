"""Parts of a state that a step gives anew and leaves out of the new state.

``(loss, stats), grads = slopes(state.params, state.stats)`` and then
``state.replace(params=params)``: the new ``stats`` are read by nobody. A step that is out of sight
may write into what it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import Unknown
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_COPIERS = frozenset(("replace", "_replace", "apply_gradients"))


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = blocks.first_function(engine, frame, __name__)
    if scope is None:
        return
    copied = dict(_copied(scope.body))
    for one in ir.assignments_in(*scope.body) if copied else ():
        for part, state in _given_anew(one):
            kept = copied.get(state) if _is_seen(engine, frame, one) else None
            if kept is not None and part.id not in kept and blocks.is_unread(scope, part.id):
                old = f"{state}.{part.id}"
                engine.observe(StateNeverAdvances(*frame.at(part.place), part.id, old, Lost.FIELD))


def _is_seen(engine: Engine, frame: Frame, step: ir.Assign) -> bool:
    """Whether it is known what a step calls."""
    func = step.value.func if isinstance(step.value, ir.Call) else None
    return func is not None and not isinstance(expressions.evaluate(engine, frame, func), Unknown)


def _copied(body: tuple[ir.Stmt, ...]) -> Iterator[tuple[str, set[str | None]]]:
    """The states of which a function makes new ones, each with the fields that it gives these."""
    for statement in ir.statements_in(*body):
        value = getattr(statement, "value", None)
        for call in ir.nodes_in(value):
            if not isinstance(call, ir.Call) or not isinstance(call.func, ir.Attribute):
                continue
            base = call.func.base
            if call.func.attr in _COPIERS and isinstance(base, ir.Name) and not call.args:
                yield base.id, {name for name, _ in call.keywords}


def _given_anew(step: ir.Assign) -> Iterator[tuple[ir.Name, str]]:
    """The names that a call binds which is given the field of that name, each with whose it is."""
    call = step.value
    held = {
        one.attr: one.base.id
        for one in (call.given if isinstance(call, ir.Call) else ())
        if isinstance(one, ir.Attribute) and isinstance(one.base, ir.Name)
    }
    for target in step.targets if held else ():
        for one in ir.nodes_in(target):
            if isinstance(one, ir.Name) and one.id in held:
                yield one, held[one.id]
