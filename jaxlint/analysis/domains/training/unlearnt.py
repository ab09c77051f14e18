"""Loops that differentiate by parameters in each turn, and read none of the gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.domains.training import blocks, calls, names, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge.names import GRADIENTS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_GRADIENTS = frozenset(("grad", "grads", "gradient", "gradients"))


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    scope = frame.scope
    if engine.context.expects_errors or not blocks.is_first(engine, frame, __name__):
        return
    for number, step in blocks.steps(scope.body, None):
        gradient = _unread(frame, step)
        if gradient is None or _is_measured(scope, number):
            continue
        stays = [one for one in blocks.names_given(step) if _stays(scope, step, one)]
        moves = _moves_on(scope, number, step)
        if len(stays) == 1 and not moves and _differentiates(engine, frame, step.value):
            seen = StateNeverAdvances(
                *frame.at(gradient.place), gradient.id, stays[0], Lost.GRADIENTS
            )
            engine.observe(seen)


def _unread(frame: Frame, step: ir.Assign) -> ir.Name | None:
    """The name that a statement alone binds, to gradients, and that nothing reads."""
    for part in ir.single_targets(step.targets[0]):
        name = part.id if isinstance(part, ir.Name) else "_"
        words = set(name.lower().split("_"))
        if "norm" in words or _GRADIENTS.isdisjoint(words) or len(frame.scope.stores[name]) != 1:
            continue
        value = frame.env.get(name)
        known = value is not None and value.fact(Derivative) is not None
        if known and isinstance(part, ir.Name) and blocks.is_unread(frame.scope, name):
            return part
    return None


def _is_measured(scope: ir.Scope, number: int) -> bool:
    """Whether a loop measures, by the names around it or as clocks are read, or has one turn."""
    loop = ir.loop_at(scope.body, number)
    if loop is None or any(isinstance(one, ir.Jump) for one in loop.body):
        return True
    header = (loop.target, loop.iterable) if isinstance(loop, ir.For) else ()
    read = {one.id for one in ir.nodes_in(header) if isinstance(one, ir.Name)}
    return blocks.measures(scope, read)


def _stays(scope: ir.Scope, step: ir.Assign, name: str) -> bool:
    """Whether a variable holds parameters that no loop binds or changes, and is read behind all."""
    if not names.is_state(name) or name in scope.mutations or name in scope.outside:
        return False
    if any(event.loops for event in scope.stores.get(name, ())):
        return False
    reads = scope.loads.get(name, ())
    inside = [event for event in reads if event.loops]
    behind = [event for event in reads if event.node.number > step.place.number]
    return len(inside) == 1 and any(not event.loops for event in behind)


def _moves_on(scope: ir.Scope, number: int, step: ir.Assign) -> bool:
    """Whether turns of a loop do anything for a state, or all are alike."""
    bound = {name for name, events in scope.stores.items() if blocks.is_in(number, events)}
    if any(map(names.is_state, bound)):
        return True
    if blocks.moved(step):
        return True
    read = {one.id for one in ir.nodes_in((step.value,)) if isinstance(one, ir.Name)}
    return read.isdisjoint(bound)


def _differentiates(
    engine: Engine, frame: Frame, call: ir.Expr | None, depth: int = calls.HANDED
) -> bool:
    """Whether a function is called that JAX traces, which changes nothing that it is given.

    A function of the project may only hand the call on to it.
    """
    func = call.func if isinstance(call, ir.Call) else None
    if isinstance(func, ir.Call) and ir.is_dotted(func.func):
        maker = expressions.evaluate(engine, frame, func.func)
        return isinstance(maker, External) and maker.name in GRADIENTS
    made = expressions.evaluate(engine, frame, func) if func and ir.is_dotted(func) else None
    if isinstance(made, Function) and depth and len(made.definition.body) == 1:
        engine.looks_into(made.definition)
        last = made.definition.body[0]
        handed = last.value if isinstance(last, ir.Return) else None
        return _differentiates(engine, made.closure, handed, depth - 1)
    return isinstance(made, Transformed) and made.transform.name.startswith("jax.")
