"""Arrays that code means to change for others, where it binds a variable of its own anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import NameAugmented, OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import ElementRebound
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(NameAugmented)
def augmented(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """Judge ``w -= step``, which changes an array of NumPy."""
    target = event.node.target
    if isinstance(target, ir.Name):
        _judge(engine, frame, target, event.old)
        _judge_parameter(engine, frame, target, event.old)


@arrays.on(OperatorApplied)
def assigned(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge ``w = w - step``."""
    node, statement = event.node, frame.statement
    if not frame.loops or not isinstance(statement, ir.Assign) or statement.value is not node:
        return
    target = statement.targets[0]
    if isinstance(target, ir.Name):
        for operand, old in ((node.left, event.left), (node.right, event.right)):
            if isinstance(operand, ir.Name) and operand.id == target.id:
                _judge(engine, frame, target, old)


def _judge(engine: Engine, frame: Frame, target: ir.Name, old: Value) -> None:
    """Observe a new array for the variable of the innermost loop, if nothing reads it."""
    if not frame.loops or not array_misuse.is_array(old) or target.id in frame.scope.outside:
        return
    loop = ir.loop_at(frame.scope.body, frame.loops[-1])
    if isinstance(loop, ir.For) and target.id in ir.bound_names(loop.target):
        _note_unread(engine, frame, target, old)


def _judge_parameter(engine: Engine, frame: Frame, target: ir.Name, old: Value) -> None:
    """Observe a new array for a parameter, which the caller's array is no part of."""
    scope, name = frame.scope, target.id
    if not array_misuse.is_array(old) or not isinstance(scope, ir.Function):
        return
    stores = scope.stores.get(name, ())
    own = {id(event.node) for event in stores if event.kind == "augment"}
    others = [one for one in scope.loads.get(name, ()) if id(one.node) not in own]
    again = any(loop in one.loops for loop in frame.loops for one in others)
    if {event.kind for event in stores} == {"parameter", "augment"} and not again:
        _note_unread(engine, frame, target, old, given=True)


def _note_unread(
    engine: Engine, frame: Frame, target: ir.Name, old: Value, *, given: bool = False
) -> None:
    """Observe that nothing reads a new array behind where it is bound."""
    scope, name = frame.scope, target.id
    order = next((one.order for one in scope.stores[name] if one.node is target.place), None)
    read = any(order is None or one.order > order for one in scope.loads.get(name, ()))
    if not read and not any(inner.is_read(name) for inner in scope.inner):
        seen = ElementRebound(*array_misuse.about(frame, target.place, old), name, given)
        array_misuse.note(engine, frame, seen)
