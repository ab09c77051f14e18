"""What tracing runs whichever way a test goes: both branches of a cond, both sides of a where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Recursed
from jaxlint.analysis.core.events import Raised
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.observations import (
    PredicateMapped,
    PredicateStatic,
    RaiseTraced,
    RecursionTraced,
)
from jaxlint.analysis.values.kinds import Const, Static, Traced, Value
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_STAND_INS = ("NotImplementedError", "AssertionError")


@tracing.on(Raised, traced=True)
def raised(engine: Engine, frame: Frame, event: Raised) -> None:
    """Observe a branch or a loop's body that raises on every path, and so while it is traced."""
    node, scope = event.statement, frame.scope
    if not _is_branch(frame) or not isinstance(scope, ir.Function) or scope.owner is not None:
        return
    context = engine.context
    if frame.own_conditions or frame.loops or context.handling or context.expects_errors:
        return
    text = trees.code(node.place)
    if not any(word in text for word in _STAND_INS):
        engine.observe(RaiseTraced(*frame.at(node.place), scope.name))


@tracing.on(Recursed)
def recursion(engine: Engine, frame: Frame, event: Recursed) -> None:
    """Observe a function that calls itself in what ``where`` or ``cond`` was to choose from."""
    function, node = event
    definition = function.definition
    if definition.owner is not None or definition.is_generator or definition.is_async:
        return
    if definition.parent is None or len(definition.parent.stores.get(definition.name, ())) != 1:
        return
    own: Frame | None = frame
    chosen_from = engine.context.selecting
    while own is not None and own.scope is not definition:
        if not _is_branch(own) or not _goes_straight(own):
            return
        own, chosen_from = own.closure, True
    if (
        not chosen_from
        or own is None
        or not _goes_straight(own)
        or own.closure is not function.closure
    ):
        return
    if engine.context.trying:
        return
    engine.observe(RecursionTraced(*frame.at(node), definition.name))


def _is_branch(frame: Frame) -> bool:
    """Whether a function runs as a branch of a cond, which is traced in any case."""
    region = frame.region
    while region is not None and region.function is not frame.scope:
        region = region.parent
    return region is not None and region.transform.body in (Body.COND, Body.SWITCH)


def _goes_straight(frame: Frame) -> bool:
    """Whether Python has taken no branch on the way to this place of a function."""
    return not (frame.decided or frame.loops or frame.comprehensions)


def chosen(engine: Engine, frame: Frame, predicate: Value | None, node: ir.Place) -> None:
    """Observe a cond whose predicate is known to Python, or differs from row to row."""
    if isinstance(predicate, Const | Static):
        engine.observe(PredicateStatic(*frame.at(node)))
        return
    if not isinstance(predicate, Traced) or not predicate.abstract:
        return
    if predicate.region.transform.batches:
        engine.observe(PredicateMapped(frame.module, node, predicate.why))
