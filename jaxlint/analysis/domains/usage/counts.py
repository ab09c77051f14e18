"""Calls of transformed functions that hand over more arguments than they take, or fewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.callables import Function, Partial, Shifted, Transformed
from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values.kinds import Choice, Container, Value
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CALLED_AS_THEY_ARE = (misuse.JIT, misuse.VMAP, *names.GRADIENTS)


@dataclass(slots=True, eq=False)
class _Asked:
    """The functions that code has asked for their signatures."""

    functions: set[ir.Function] = field(default_factory=set)


@usage.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge how many arguments a call hands over."""
    made, arguments = event.made, event.arguments
    if event.call is None:
        return
    if made.transform.name not in _CALLED_AS_THEY_ARE:
        return
    known = arity.accepts(engine, made.func)
    wrong = "" if known is None else known.refuses_these(arguments)
    if wrong and not _is_chosen(engine, frame, made.func):
        what = f"{regions.label_of(made.func)} {wrong}"
        where = (*frame.at(event.node), made.transform.name)
        raised = "ValueError" if _meets_axes(made, len(arguments.positional)) else "TypeError"
        misuse.note(engine, CallRefused(*where, what=what, raised=raised))


@usage.on(OutsideCalled, about=names.SHOWING_SIGNATURE.__contains__)
def signature_sought(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of functions whose signatures a call shows."""
    for value in event.arguments.positional[:1]:
        engine.kept(_Asked).functions.update(_definitions(value))


@usage.on(AttributeRead, about=of(Function, Choice))
def code_read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Take note of functions whose code is read, which tells how many arguments they take."""
    if event.node.attr == names.CODE:
        engine.kept(_Asked).functions.update(_definitions(event.base))


def _is_chosen(engine: Engine, frame: Frame, func: Value) -> bool:
    """Whether a test that asks chooses a call of a function that was asked what it takes."""
    asked = not engine.kept(_Asked).functions.isdisjoint(_definitions(func))
    return asked and any(one.of_jax for one in frame.conditions)


def _definitions(func: Value) -> Iterator[ir.Function]:
    """The functions that a callable may run, under whatever is made of them."""
    if isinstance(func, Function):
        yield func.definition
    elif isinstance(func, Partial | Shifted | Transformed):
        yield from _definitions(func.func)
    elif isinstance(func, Choice):
        for one in func.options:
            yield from _definitions(one)


def _meets_axes(made: Value, given: int) -> bool:
    """Whether a map finds other arguments by position than ``in_axes``, before the function."""
    while isinstance(made, Transformed):
        axes = made.options.in_axes if made.transform.name == misuse.VMAP else None
        counted = isinstance(axes, Container) and axes.kind == "tuple" and axes.rest is None
        if counted and isinstance(axes, Container) and len(axes.items) != given:
            return True
        made = made.func
    return False
