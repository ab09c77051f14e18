"""The calls of transformed functions: which judge sees the arguments and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.events import BodyReturned, RegionEntered, RegionLeft
from jaxlint.analysis.domains.usage import axes, gradients, misuse, usage
from jaxlint.analysis.domains.usage.observations import ReturnForgotten
from jaxlint.analysis.values.kinds import is_none
from jaxlint.knowledge import names
from jaxlint.knowledge.transforms import OF_EACH_RESULT
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_GRADIENTS = (*names.GRADIENTS, *OF_EACH_RESULT)


@usage.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge the arguments of a call of a transformed callable."""
    made, arguments, node = event.made, event.arguments, event.node
    name = made.transform.name
    if not made.options.readable:
        return
    if arguments.source is None or arguments.rest is not None:
        return
    inner = made.func if made.transform.compiles else made
    if isinstance(inner, Transformed) and inner.transform.name in _GRADIENTS:
        if inner.options.readable:
            gradients.called(engine, frame, inner, arguments, node)
    elif name == misuse.VMAP:
        axes.called(engine, frame, made, arguments, node)
    elif name == misuse.PMAP:
        axes.spread(engine, frame, made, arguments)


@usage.on(BodyReturned)
def returned(engine: Engine, frame: Frame, event: BodyReturned) -> None:
    """Judge what a transformed function returns."""
    made, result, node = event
    if not made.options.readable:
        return
    if made.transform.name in names.OF_A_NUMBER:
        gradients.returned(engine, frame, made, result, node)
    elif made.transform.name == misuse.VMAP:
        axes.returned(engine, made, result)


@usage.on(RegionLeft, traced=False)
def assigned(engine: Engine, frame: Frame, event: RegionLeft) -> None:
    """Judge whether a jitted function of which the result is kept returns anything."""
    statement = frame.statement
    kept = isinstance(statement, ir.Assign) and statement.value is not None
    if not kept or not is_none(event.given):
        return
    assert isinstance(statement, ir.Assign) and statement.value is not None
    target = statement.targets[0]
    ignored = isinstance(target, ir.Name) and target.id.startswith("_")
    jitted = event.made.transform.name == misuse.JIT
    if statement.value.place is event.node and not ignored and jitted:
        misuse.note(engine, ReturnForgotten(*frame.at(event.node), misuse.JIT))
