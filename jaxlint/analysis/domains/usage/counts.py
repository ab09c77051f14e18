"""Calls of transformed functions that hand over more arguments than they take, or fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CALLED_AS_THEY_ARE = (misuse.JIT, misuse.VMAP, *names.GRADIENTS)


@usage.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge how many arguments a call hands over."""
    made, arguments = event.made, event.arguments
    if event.call is None or arguments.rest is not None:
        return
    if made.transform.name not in _CALLED_AS_THEY_ARE:
        return
    known = arity.accepts(engine, made.func)
    wrong = "" if known is None else known.refuses_these(arguments)
    if wrong:
        what = f"{regions.label_of(made.func)} {wrong}"
        where = (*frame.at(event.node), made.transform.name)
        raised = "ValueError" if _meets_axes(made, len(arguments.positional)) else "TypeError"
        misuse.note(engine, CallRefused(*where, what=what, raised=raised))


def _meets_axes(made: Value, given: int) -> bool:
    """Whether a map finds other arguments by position than ``in_axes``, before the function."""
    while isinstance(made, Transformed):
        axes = made.options.in_axes if made.transform.name == misuse.VMAP else None
        counted = isinstance(axes, Container) and axes.kind == "tuple" and axes.rest is None
        if counted and isinstance(axes, Container) and len(axes.items) != given:
            return True
        made = made.func
    return False
