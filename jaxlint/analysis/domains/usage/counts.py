"""Calls of transformed functions that hand over more arguments than they take, or fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import arity
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
        misuse.note(engine, CallRefused(*frame.at(event.node), made.transform.name, what=what))
