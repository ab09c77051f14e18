"""How functions and transformed callables were run so far: traced or not, for what is presumed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import FunctionCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import Transformed
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class Runs:
    """What a run of the interpreter has run.

    ``called`` are transformed callables, ``roots`` those entered without a visible call, by what
    they are and with which functions of the code around. Of
    functions, ``inspected`` ran where only shapes are asked and ``ran`` elsewhere, called by these
    scopes, ``compiled`` in traced code without readable values, ``applied`` else, by a model that
    is applied.
    """

    called: set[Transformed] = field(default_factory=set)
    roots: dict[tuple[object, ...], set[tuple[ir.Function, ...]]] = field(default_factory=dict)
    inspected: set[ir.Function] = field(default_factory=set)
    ran: dict[ir.Function, set[ir.Scope]] = field(default_factory=dict)
    compiled: set[ir.Function] = field(default_factory=set)
    applied: set[ir.Function] = field(default_factory=set)


@tracing.on(FunctionCalled)
def called(engine: Engine, frame: Frame, event: FunctionCalled) -> None:
    """Take note of how a function is called, for what is otherwise presumed of it."""
    region, runs = frame.region, engine.kept(Runs)
    inspected = region is not None and region.only_inspected
    if inspected:
        runs.inspected.add(event.definition)
    else:
        runs.ran.setdefault(event.definition, set()).add(frame.scope)
    if region is not None and region.abstract:
        runs.compiled.add(event.definition)
    elif engine.context.applying:
        runs.applied.add(event.definition)


def only_inspected(engine: Engine) -> set[ir.Function]:
    """The functions of the module of which only the shapes are asked, there and by other files.

    They may also be called by functions of which that is true.
    """
    runs = engine.kept(Runs)
    found = {one for one in runs.inspected if one.module is engine.module}
    found = {one for one in found if not _is_named_elsewhere(engine, one)}
    while others := {one for one in found if not runs.ran.get(one, set()) <= found}:
        found -= others
    return found


def _is_named_elsewhere(engine: Engine, definition: ir.Function) -> bool:
    """Whether another file may call a function; to call a method it need not see the module."""
    if definition.owner is not None:
        return engine.named_elsewhere(definition.name)
    path = engine.module.path
    return any(one != path for one in engine.ask(Query(path, (definition.name,), far=True)))
