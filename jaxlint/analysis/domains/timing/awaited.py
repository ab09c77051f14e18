"""Functions that code is given, and knows to be asynchronous: it waits for what they give.

``jax.block_until_ready(fn(x))``, to compile it, says of ``fn`` that a later call of it is not done
when it returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Unknown
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

WAIT = "block_until_ready"


@dataclass(slots=True)
class _Awaited:
    """The functions whose results a scope waits for, by their spelling."""

    named: dict[ir.Scope, frozenset[str]] = field(default_factory=dict)


def goes_on(engine: Engine, frame: Frame, event: CallStarting) -> bool:
    """Whether a function of which nothing is seen is called, and waited for at another call."""
    if not isinstance(event.func, Unknown) or not ir.is_dotted(event.source.func):
        return False
    known = engine.kept(_Awaited).named
    if frame.scope not in known:
        known[frame.scope] = frozenset(_awaited(engine, frame.scope))
    return ir.spelled(event.source.func) in known[frame.scope]


def _awaited(engine: Engine, scope: ir.Scope) -> Iterator[str]:
    """The functions that are called in what a scope waits for."""
    for call in ir.nodes_in(scope.body):
        if not isinstance(call, ir.Call) or ir.last_name(call.func) != WAIT:
            continue
        for one in _waited_for(engine, scope, call):
            made = ir.assigned_to(scope.body, one.id) if isinstance(one, ir.Name) else (one,)
            yield from (ir.spelled(each.func) for each in made if isinstance(each, ir.Call))


def _waited_for(engine: Engine, scope: ir.Scope, call: ir.Call) -> tuple[ir.Expr, ...]:
    """What a call waits for: the argument of JAX's function, or the array whose method it is."""
    if engine.dotted(scope, call.func) == f"jax.{WAIT}":
        return call.args
    if isinstance(call.func, ir.Attribute) and not call.given:
        return (call.func.base,)
    return ()
