"""Asking a value whether it is true: what Python does at every ``if``, and tracers refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import TruthAsked
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import demands
from jaxlint.analysis.domains.tracing.observations import Conversion, TruthTest
from jaxlint.analysis.values.kinds import (
    Const,
    Container,
    Function,
    ModuleValue,
    Traced,
    Value,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def test(engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str) -> bool | None:
    """The truth of a value where it is known; a tracer is observed, its truth is unknown."""
    if isinstance(value, Const):
        return bool(value.value)
    engine.tell(frame, TruthAsked, value, node, form)
    if isinstance(value, Traced):
        also(engine, frame, value, node, form)
    elif isinstance(value, Container) and value.rest is None and value.region is frame.region:
        return bool(value.items) or None
    elif isinstance(value, Function | ModuleValue):
        return True
    return None


def also(engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str) -> None:
    """Observe a truth test of a tracer whose value cannot be read."""
    if isinstance(value, Traced) and value.abstract:
        if value.region.transform.inspects and frame.region is None:
            return
        demands.note(engine, frame, TruthTest(frame.module, node, value.why, value, form))


def number(engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str) -> None:
    """Observe a truth test where only a number, no pytree, makes sense."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.array = True
    also(engine, frame, value, node, form)


def has_default(value: Value, default: ir.Expr) -> None:
    """Take note of ``x or {}``: what may be an empty container is no array."""
    empty = isinstance(default, ir.DictDisplay | ir.Display)
    called = default.func if isinstance(default, ir.Call) else None
    made = isinstance(called, ir.Name) and called.id in ("dict", "list", "tuple")
    if (empty or made) and isinstance(value, Traced) and value.source is not None:
        value.source.container = True


def raises(value: Value) -> bool:
    """Whether asking for this value's truth certainly raises."""
    return isinstance(value, Traced) and value.abstract


def convert(
    engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str, array: str = ""
) -> None:
    """Observe that a tracer is turned into a Python number; ``array`` is how it is spelled."""
    if isinstance(value, Traced) and value.source is not None:
        value.source.array = True
    if isinstance(value, Traced):
        demands.note(engine, frame, Conversion(frame.module, node, value.why, value, form, array))
