"""Arrays that a loop means to change, where it binds its own variable anew."""

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
    if isinstance(event.node.target, ir.Name):
        _judge(engine, frame, event.node.target, event.old)


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
    scope, name = frame.scope, target.id
    loop = ir.loop_at(scope.body, frame.loops[-1])
    if isinstance(loop, ir.For) and name in ir.bound_names(loop.target):
        order = next((one.order for one in scope.stores[name] if one.node is target.place), None)
        read = any(order is None or one.order > order for one in scope.loads.get(name, ()))
        if not read and not any(inner.is_read(name) for inner in scope.inner):
            seen = ElementRebound(*array_misuse.about(frame, target.place, old), name)
            array_misuse.note(engine, frame, seen)
