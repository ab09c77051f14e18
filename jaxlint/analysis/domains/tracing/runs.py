"""How functions and transformed callables were run so far: traced or not, for what is presumed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import FunctionCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import Transformed
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir


@dataclass(slots=True, eq=False)
class Runs:
    """What a run of the interpreter has run.

    ``called`` are transformed callables, ``roots`` those entered without a visible call, by what
    they are and with which functions of the code around. Of
    functions, ``inspected`` ran where only shapes are asked and ``ran`` elsewhere, ``compiled`` in
    traced code without readable values, ``applied`` else, by a model that is applied.
    """

    called: set[Transformed] = field(default_factory=set)
    roots: dict[tuple[object, ...], set[tuple[ir.Function, ...]]] = field(default_factory=dict)
    inspected: set[ir.Function] = field(default_factory=set)
    ran: set[ir.Function] = field(default_factory=set)
    compiled: set[ir.Function] = field(default_factory=set)
    applied: set[ir.Function] = field(default_factory=set)


@tracing.on(FunctionCalled)
def called(engine: Engine, frame: Frame, event: FunctionCalled) -> None:
    """Take note of how a function is called, for what is otherwise presumed of it."""
    region, runs = frame.region, engine.kept(Runs)
    inspected = region is not None and region.only_inspected
    (runs.inspected if inspected else runs.ran).add(event.definition)
    if region is not None and region.abstract:
        runs.compiled.add(event.definition)
    elif engine.context.applying:
        runs.applied.add(event.definition)


def only_inspected(engine: Engine) -> set[ir.Function]:
    """The functions of which only the shapes were asked."""
    runs = engine.kept(Runs)
    return runs.inspected - runs.ran
