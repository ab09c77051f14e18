"""Asking values for their truth and for the numbers in them, as Python code does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.events import Asker, Converted, Converter, TruthAsked
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import emptiness
from jaxlint.analysis.values import flags, numbers, truths
from jaxlint.analysis.values.contents import numbers_of
from jaxlint.analysis.values.kinds import Const, Container, ModuleValue, Traced, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def test(engine: Engine, frame: Frame, value: Value, node: ir.Place, by: Asker) -> bool | None:
    """The truth of a value where it is known."""
    if isinstance(value, Const):
        return bool(value.value)
    if numbers.compared("!=", value, Const(0)):
        return True
    engine.tell(frame, TruthAsked, _without_flag(frame, value), node, by)
    if isinstance(value, Container) and emptiness.is_certain(value):
        return value.kind == "generator"
    if isinstance(value, Container) and value.rest is None and value.region is frame.region:
        return bool(value.items) or None
    return True if isinstance(value, Function | ModuleValue) else truths.known(value)


def _without_flag(frame: Frame, value: Value) -> Value:
    """The tracer that a flag may be instead, unless a test around has asked what it is."""
    tracer = flags.traced(value)
    asked = (held is value.token for one in frame.conditions for held in one.values.values())
    return value if tracer is None or any(asked) else tracer


def compare(engine: Engine, frame: Frame, value: Value, node: ir.Place, by: Asker) -> None:
    """Ask for the truth of a comparison with a value, of which only tracers matter."""
    if isinstance(numbers_of(value), Traced):
        engine.tell(frame, TruthAsked, value, node, by)


def number(engine: Engine, frame: Frame, value: Value, node: ir.Place, by: Asker) -> None:
    """The same where only a number, no pytree, makes sense."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.array = True
    compare(engine, frame, value, node, by)


def has_default(value: Value, default: ir.Expr) -> None:
    """Take note of ``x or {}``: what may be an empty container is no array."""
    empty = isinstance(default, ir.DictDisplay | ir.Display)
    called = default.func if isinstance(default, ir.Call) else None
    made = isinstance(called, ir.Name) and called.id in ("dict", "list", "tuple")
    if (empty or made) and isinstance(value, Traced) and value.source is not None:
        value.source.is_tree()


def raises(value: Value) -> bool:
    """Whether asking for this value's truth certainly raises."""
    value = numbers_of(value)
    return isinstance(value, Traced) and value.abstract


def call(engine: Engine, frame: Frame, value: Value, node: ir.Place, name: str) -> None:
    """Have a function make a Python number of a value."""
    engine.tell(frame, Converted, value, node, Converter.FUNCTION, name, None, ())
