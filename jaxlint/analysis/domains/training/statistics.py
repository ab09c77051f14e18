"""Running statistics that a model of Flax has updated, in a variable that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MUTABLE = "mutable"
# Where what a function returns comes to be when it is differentiated: the value and what is beside
# it, or what is beside it alone.
_WITH_VALUE = "jax.value_and_grad"
_WITHOUT_VALUE = "jax.grad"


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    scope = blocks.first_function(engine, frame, __name__)
    if scope is None:
        return
    for one in ir.assignments_in(*scope.body):
        for name in (*_updated(engine, frame, one), *_handed_out(engine, frame, one)):
            if blocks.is_unread(scope, name.id):
                seen = StateNeverAdvances(*frame.at(name.place), name.id, "", Lost.STATISTICS)
                engine.observe(seen)


def _updated(engine: Engine, frame: Frame, statement: ir.Assign) -> Iterator[ir.Name]:
    """The name that is bound to the collections that a call of a model gives beside its result."""
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, ir.Call) or not ir.is_dotted(call.func):
        return
    mutable = next((value for name, value in call.keywords if name == _MUTABLE), None)
    parts = target.elements if isinstance(target, ir.Display) else ()
    if mutable is None or len(parts) != 2 or not _names_statistics(mutable):
        return
    followed = isinstance(expressions.evaluate(engine, frame, call.func), Function)
    if isinstance(parts[1], ir.Name) and not followed:
        yield parts[1]


def _names_statistics(mutable: ir.Expr) -> bool:
    """Whether an option is written out, and the statistics are among the collections in it."""
    listed = mutable.elements if isinstance(mutable, ir.Display) else (mutable,)
    return any(isinstance(one, ir.Constant) and one.value == modules.STATISTICS for one in listed)


def _handed_out(engine: Engine, frame: Frame, statement: ir.Assign) -> Iterator[ir.Name]:
    """The names that are bound to statistics which a function that is differentiated returns."""
    call, target = statement.value, statement.targets[0]
    parts = target.elements if isinstance(target, ir.Display) else ()
    if not isinstance(call, ir.Call) or len(parts) != 2:
        return
    how, func = _differentiated(engine, frame, call.func)
    returned = _only_result(func.definition) if isinstance(func, Function) else None
    if returned is None or not isinstance(func, Function) or len(returned.elements) != 2:
        return
    engine.looks_into(func.definition)
    names = {
        name.id
        for one in ir.assignments_in(*func.definition.body)
        for name in _updated(engine, func.closure, one)
        if len(func.definition.loads.get(name.id, ())) == 1
    }
    if how == _WITH_VALUE:
        yield from _matched(returned, parts[0], names)
    elif how == _WITHOUT_VALUE:
        yield from _matched(returned.elements[1], parts[1], names)


def _differentiated(engine: Engine, frame: Frame, node: ir.Expr) -> tuple[str, Value | None]:
    """By which transformation a function is differentiated that is called, and which it is."""
    if isinstance(node, ir.Call):
        if not ir.is_dotted(node.func) or not node.args or not ir.is_dotted(node.args[0]):
            return "", None
        maker = expressions.evaluate(engine, frame, node.func)
        name = maker.name if isinstance(maker, External) else ""
        return name, expressions.evaluate(engine, frame, node.args[0])
    made = expressions.evaluate(engine, frame, node) if ir.is_dotted(node) else None
    return (made.transform.name, made.func) if isinstance(made, Transformed) else ("", None)


def _only_result(definition: ir.Function) -> ir.Display | None:
    """The display that a function returns, if it has one ``return`` and is no generator."""
    found = [one for one in ir.statements_in(*definition.body) if isinstance(one, ir.Return)]
    value = found[0].value if len(found) == 1 and not definition.is_generator else None
    return value if isinstance(value, ir.Display) else None


def _matched(returned: ir.Expr, target: ir.Expr, names: set[str]) -> Iterator[ir.Name]:
    """The names of a target that are bound to what is returned of certain variables."""
    if isinstance(target, ir.Name):
        if any(isinstance(one, ir.Name) and one.id in names for one in ir.nodes_in((returned,))):
            yield target
        return
    its = target.elements if isinstance(target, ir.Display) else ()
    mine = returned.elements if isinstance(returned, ir.Display) else ()
    for part, bound in zip(mine, its, strict=False) if len(mine) == len(its) else ():
        yield from _matched(part, bound, names)
