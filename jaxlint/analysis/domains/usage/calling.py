"""The calls of transformed functions: which judge sees the arguments and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import statics
from jaxlint.analysis.domains.usage import axes, gradients, misuse
from jaxlint.analysis.domains.usage.observations import ReturnForgotten
from jaxlint.analysis.values.kinds import Transformed, Value, is_none
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core import calls
    from jaxlint.analysis.core.engine import Engine


def called(
    engine: Engine, frame: Frame, made: Transformed, arguments: calls.Arguments, node: ir.Place
) -> None:
    """Judge the arguments of a call of a transformed callable."""
    name = made.transform.name
    statics.hashable(engine, frame, made, arguments, node)
    if not made.options.readable:
        return
    if arguments.source is None or arguments.rest is not None:
        return
    if name in names.GRADIENTS:
        gradients.called(engine, frame, made, arguments, node)
    elif name == misuse.VMAP:
        axes.called(engine, frame, made, arguments, node)


def returned(engine: Engine, made: Transformed, result: Value) -> None:
    """Judge what a transformed function returns."""
    if not made.options.readable:
        return
    if made.transform.name in names.GRADIENTS:
        gradients.returned(engine, made, result)
    elif made.transform.name == misuse.VMAP:
        axes.returned(engine, made, result)


def assigned(
    engine: Engine, frame: Frame, made: Transformed, result: Value, node: ir.Place
) -> None:
    """Judge whether a jitted function of which the result is kept returns anything."""
    statement = frame.statement
    kept = isinstance(statement, ir.Assign) and statement.value is not None
    if not kept or not is_none(result) or frame.region is not None:
        return
    assert isinstance(statement, ir.Assign) and statement.value is not None
    target = statement.targets[0]
    ignored = isinstance(target, ir.Name) and target.id.startswith("_")
    if statement.value.place is node and not ignored and made.transform.name == misuse.JIT:
        misuse.note(engine, ReturnForgotten(*frame.at(node), misuse.JIT))
