"""Calls of names outside the project: whoever owns the name, or a module around it, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import interface
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, OutsideCalled, TransformResult, UnknownCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values import foreign
from jaxlint.analysis.values.kinds import External, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def call(
    engine: Engine,
    frame: Frame,
    func: External,
    arguments: Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> Value:
    """The result of calling an outside name."""
    name = func.name
    engine.tell(frame, OutsideCalled, name, arguments, node, source)
    transform = engine.transforms.get(name)
    if transform is not None:
        made = engine.answer(frame, TransformResult, transform, name, arguments, node)
        return made or Unknown()
    outside = Call(name, func, arguments, node, source)
    for transfer in interface.owners(name):
        given = transfer(engine, frame, outside)
        if given is not None:
            return given
    engine.tell(frame, UnknownCalled, func, arguments, node, source)
    engine.forget(arguments.all)
    made = foreign.made(name)
    unseen = UnknownCalled(func, arguments, node, source)
    for fact in (*engine.deduced(outside), *engine.deduced(unseen)):
        made = made.with_fact(fact)
    return made
