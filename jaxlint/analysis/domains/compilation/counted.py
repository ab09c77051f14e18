"""Static fields that a compiled function counts up in what it is given, and gives back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting, MethodCalled, OutsideCalled
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.compilation.observations import Changing, StaticArgumentChanges
from jaxlint.analysis.semantics import static_fields
from jaxlint.analysis.values.kinds import Instance, Value
from jaxlint.analysis.values.regions import Region, outward
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_STEPS = frozenset(("+", "-"))


@compilation.on(MethodCalled, traced=True)
def copied(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge ``state.replace(step=state.step + 1)``."""
    source = event.source
    if event.name in libraries.REPLACING and source is not None:
        func = source.func
        if isinstance(func, ir.Attribute):
            _judge(engine, frame, event.base, func.base, source)


@compilation.on(OutsideCalled, traced=True, about="dataclasses.replace".__eq__)
def replaced(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge ``dataclasses.replace(state, step=state.step + 1)``."""
    source, given = event.source, event.arguments.positional
    if source is not None and source.args and given:
        _judge(engine, frame, given[0], source.args[0], source)


@compilation.on(CallStarting, traced=True, about=of(ClassValue))
def made(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge ``State(self.params, self.step + 1)``, another object of the same class."""
    for written in event.source.given:
        held = _moved(frame.scope, written)
        if held is None or not isinstance(held.base, ir.Name):
            continue
        base = frame.env.get(held.base.id)
        if isinstance(base, Instance) and base.cls is event.func:
            _note(engine, frame, base, held.attr, written)


def _judge(engine: Engine, frame: Frame, base: Value, written: ir.Expr, call: ir.Call) -> None:
    if isinstance(base, Instance):
        for name, moved in _counted(frame.scope, call, ir.spelled(written)):
            _note(engine, frame, base, name, moved)


def _note(engine: Engine, frame: Frame, base: Instance, name: str, moved: ir.Expr) -> None:
    """Observe a static field of what a compiled function is given that it counts up."""
    if base.traced is None or not _is_compiled(frame.region):
        return
    if static_fields.is_compared(base.cls, name):
        where = frame.at(moved.place)
        engine.observe(StaticArgumentChanges(*where, Changing.COUNTED, name))


def _is_compiled(region: Region | None) -> bool:
    """Whether code is that of a compiled function, and of no loop that JAX runs in it."""
    for one in outward(region):
        if one.transform.compiles:
            return True
        if one.transform.repeats:
            return False
    return False


def _counted(scope: ir.Scope, call: ir.Call, holder: str) -> Iterator[tuple[str, ir.Expr]]:
    """The fields that a call gives what they were and a number more, or less."""
    for name, given in call.keywords:
        held = _moved(scope, given)
        if name is not None and held is not None and ir.spelled(held) == f"{holder}.{name}":
            yield name, given


def _moved(scope: ir.Scope, given: ir.Expr) -> ir.Attribute | None:
    """The field to which what is given adds a number, or from which it takes one."""
    value = _assigned(scope, given)
    if not isinstance(value, ir.BinaryOp) or value.op not in _STEPS:
        return None
    step = value.right.value if isinstance(value.right, ir.Constant) else None
    counts = isinstance(step, int | float) and bool(step)
    return value.left if counts and isinstance(value.left, ir.Attribute) else None


def _assigned(scope: ir.Scope, given: ir.Expr) -> ir.Expr | None:
    """An expression, or what a variable is bound to where that is done once."""
    if not isinstance(given, ir.Name):
        return given
    values = list(ir.assigned_to(scope.body, given.id))
    return values[0] if len(values) == len(scope.stores.get(given.id, ())) == 1 else None
