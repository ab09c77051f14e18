"""Loops whose step gives a state anew, which they drop, and is given the old one in each turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, calls, names, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the loops of a function, once."""
    scope = frame.scope
    if engine.context.expects_errors or not blocks.is_first(engine, frame, __name__):
        return
    for number, step in blocks.steps(scope.body, None):
        dropped = _dropped(step.targets[0])
        loop = ir.loop_at(scope.body, number) if dropped else None
        call = step.value
        if loop is None or not isinstance(call, ir.Call) or not _moves_on(step.targets[0], call):
            continue
        for func, given in calls.handed_on(engine, frame, call):
            for at in dropped:
                renewed = _renewed(func.definition, at)
                old = given.get(renewed, "")
                if old and _stays(loop.body, step, old) and not _is_empty(engine, func, renewed):
                    where = frame.at(step.targets[0].place)
                    engine.observe(StateNeverAdvances(*where, "", old, Lost.UNKEPT))


def _dropped(target: ir.Expr) -> list[int]:
    """The places in a tuple that is taken apart at which a name says that it is not wanted."""
    parts = target.elements if isinstance(target, ir.Display) else ()
    if any(isinstance(one, ir.Starred) for one in parts):
        return []
    named = [one.id if isinstance(one, ir.Name) else "" for one in parts]
    return [at for at, name in enumerate(named) if name.startswith("_")]


def _moves_on(target: ir.Expr, call: ir.Call) -> bool:
    """Whether a call gives what one of its arguments is to be in the next turn."""
    given = {*map(blocks.spelled, call.given)} - {""}
    parts = target.elements if isinstance(target, ir.Display) else ()
    return any(blocks.spelled(one) in given for one in parts)


def _renewed(definition: ir.Function, at: int) -> str:
    """The parameter that a function binds to what a call gives, and returns at a place."""
    returns = [one for one in ir.statements_in(*definition.body) if isinstance(one, ir.Return)]
    value = returns[0].value if len(returns) == 1 else None
    parts = value.elements if isinstance(value, ir.Display) else ()
    given = parts[at] if at < len(parts) else None
    if not isinstance(given, ir.Name) or not names.is_state(given.id):
        return ""
    parameter = any(one.name == given.id for one in definition.parameters)
    made = {name for one in _calls(definition) for name in ir.bound_names(one.targets[0])}
    return given.id if parameter and given.id in made else ""


def _is_empty(engine: Engine, func: Function, state: str) -> bool:
    """Whether a state is that of an optimiser which remembers nothing."""
    for one in _calls(func.definition):
        maker = one.value.func if isinstance(one.value, ir.Call) else None
        named = isinstance(maker, ir.Attribute) and maker.attr == "update"
        if named and ir.is_dotted(maker) and state in ir.bound_names(one.targets[0]):
            assert isinstance(maker, ir.Attribute)
            return calls.forgets(engine, func, maker.base)
    return False


def _calls(definition: ir.Function) -> Iterator[ir.Assign]:
    """The assignments of what calls give."""
    return (one for one in ir.assignments_in(*definition.body) if isinstance(one.value, ir.Call))


def _stays(body: tuple[ir.Stmt, ...], step: ir.Assign, old: str) -> bool:
    """Whether nothing in a loop binds a state, nor does anything with the object that has it."""
    holder = old.partition(".")[0] if "." in old else ""
    for one in ir.statements_in(*body):
        if any(old == blocks.spelled(node) for node in _targets(one)):
            return False
        if holder and one is not step and any(_is_told(node, holder) for node in ir.nodes_in(one)):
            return False
    return True


def _targets(statement: ir.Stmt) -> Iterator[ir.Expr]:
    for target in statement.targets if isinstance(statement, ir.Assign) else ():
        yield from ir.single_targets(target)


def _is_told(node: object, holder: str) -> bool:
    """Whether a method of an object is called, or it is given away."""
    if not isinstance(node, ir.Call):
        return False
    spoken = ir.spelled(node.func).startswith(f"{holder}.") if ir.is_dotted(node.func) else False
    return spoken or any(blocks.spelled(one) == holder for one in node.given)
