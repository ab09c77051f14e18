"""Arguments of jitted functions that have another shape in each turn of a Python loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, repeated, statics
from jaxlint.analysis.domains.compilation.observations import ShapeChanges
from jaxlint.analysis.domains.tracing import crossing
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What makes an array of a shape that is its first argument.
_MAKERS = frozenset("arange empty full ones zeros".split())


@compilation.on(RegionEntered, traced=False)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge what a jitted function is given in a loop."""
    made = event.made
    if not made.transform.compiles or not repeated.is_turned(frame):
        return
    for index, name, value, written in statics.by_parameter(engine, made, event.arguments):
        if written is None or crossing.is_static(made, index, name):
            continue
        changing = _changing(frame, written, value)
        if changing:
            engine.observe(ShapeChanges(*frame.at(written.place), changing))
            return


def _changing(frame: Frame, node: ir.Expr, value: Value) -> str:
    """The variable by which an argument has another shape, or number of parts, in each turn."""
    if isinstance(node, ir.Name):
        if isinstance(value, Container) and value.kind == "list":
            return node.id if _grows(frame, node.id) else ""
        found = [_counter(frame, one) for one in _bound_in_loop(frame, node.id)]
        return found[0] if found and all(found) else ""
    return _counter(frame, node)


def _counter(frame: Frame, node: ir.Expr) -> str:
    """The variable that counts the turns by which an array is as long as it is, or ""."""
    names = (one for sized in _sizes(node) for one in _names(sized))
    return next((name for name in names if _counts(frame, name)), "")


def _sizes(node: ir.Expr) -> Iterator[ir.Expr]:
    """The expressions that say how long an array is along an axis, where one says it alone."""
    if isinstance(node, ir.Subscript):
        index = node.index
        parts = index.elements if isinstance(index, ir.Display) else (index,)
        for one in parts:
            ends = [one.lower, one.upper] if isinstance(one, ir.Slice) else []
            known = [end for end in ends if end is not None]
            yield from known if len(known) == 1 else ()
    elif isinstance(node, ir.Call) and _makes(node.func) and len(node.args) == 1:
        shape = node.args[0]
        yield from shape.elements if isinstance(shape, ir.Display) else (shape,)


def _makes(func: ir.Expr) -> bool:
    return isinstance(func, ir.Attribute) and func.attr in _MAKERS


def _names(node: ir.Expr) -> Iterator[str]:
    """The variables that a number is computed from by operators."""
    if isinstance(node, ir.Name):
        yield node.id
    elif isinstance(node, ir.BinaryOp):
        yield from (*_names(node.left), *_names(node.right))
    elif isinstance(node, ir.UnaryOp):
        yield from _names(node.operand)


def _counts(frame: Frame, name: str) -> bool:
    """Whether the loop around binds a variable to another number in each turn."""
    loop = ir.loop_at(frame.scope.body, frame.loops[-1])
    if not isinstance(loop, ir.For) or not isinstance(loop.iterable, ir.Call):
        return False
    func, target = loop.iterable.func, loop.target
    first = target.elements[0] if isinstance(target, ir.Display) and target.elements else target
    counted = isinstance(func, ir.Name) and func.id in ("range", "enumerate")
    return counted and isinstance(first, ir.Name) and first.id == name


def _bound_in_loop(frame: Frame, name: str) -> list[ir.Expr]:
    """What the loop around binds a variable to, if nothing else does."""
    number, stores = frame.loops[-1], frame.scope.stores.get(name, ())
    loop = ir.loop_at(frame.scope.body, number)
    if loop is None or not all(number in store.loops for store in stores):
        return []
    places = {store.node for store in stores}
    assigned = ir.assignments_in(loop)
    bound = [one.value for one in assigned if one.value and one.targets[0].place in places]
    return bound if len(bound) == len(stores) else []


def _grows(frame: Frame, name: str) -> bool:
    """Whether the loop around appends to a list that it does not begin anew."""
    loop = frame.loops[-1]
    if any(loop in event.loops for event in frame.scope.stores.get(name, ())):
        return False
    return any(loop in event.loops for event in frame.scope.mutations.get(name, ()))
