"""Jits that a call hands to its caller, who calls them and drops them: another one each time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import TransformCalled
from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, jits, looping, turns
from jaxlint.analysis.domains.compilation.observations import JitMadeInLoop, JitMadePerCall
from jaxlint.analysis.domains.compilation.per_call import MadePerCall
from jaxlint.analysis.domains.compilation.turns import Turn, Turns
from jaxlint.analysis.domains.tracing import forgetting
from jaxlint.analysis.values.regions import Why
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class Use:
    """How an activation uses a jit that it was handed in a ``turn``: where it calls it first.

    ``loops`` are those around each of the calls.
    """

    turn: Turn
    call: ir.Call
    loops: list[tuple[int, ...]]


@dataclass(slots=True, eq=False)
class Handed:
    """The jits that each activation under way was handed and has called."""

    uses: dict[Frame, dict[Transformed, Use]] = field(default_factory=dict)


@compilation.on(TransformCalled, traced=False)
def called(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Take note of a call of a jit that another activation made for this one."""
    made, call = event.made, event.source
    if call is None or made.frame is frame or not made.transform.compiles:
        return
    turn = turns.turn_of(engine, frame, made)
    if turn is None or not (frame.loops or isinstance(frame.scope, ir.Function)):
        return
    uses = engine.kept(Handed).uses.setdefault(frame, {})
    uses.setdefault(made, Use(turn, call, [])).loops.append(tuple(frame.loops))


@compilation.on(FrameDone)
def judge(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """At the end of an activation: which of them did it drop after the calls?"""
    for made, use in engine.kept(Handed).uses.pop(frame, {}).items():
        fresh = jits.is_fresh(engine, made, made.func, made.frame)
        if fresh and _is_dropped(engine, frame, made, use):
            _observe(engine, frame, made, use)


def _is_dropped(engine: Engine, frame: Frame, made: Transformed, use: Use) -> bool:
    """Whether it calls a jit in the very turns that make it, and does nothing else with it."""
    if set(use.loops) != {use.turn.loops} or made.token in engine.kept(Turns).aside:
        return False
    return not jits.escapes(frame, made, len(use.loops)) and not _varies(frame, use)


def _observe(engine: Engine, frame: Frame, made: Transformed, use: Use) -> None:
    what, name, node = jits.describe(made), made.transform.name, use.call.place
    if use.turn.loops:
        why = Why(f"`{made.frame.scope.name}` makes it", made.frame.module, made.node, frame.why)
        listed = looping.are_listed(frame.scope, use.turn.loops)
        engine.observe(JitMadeInLoop(frame.module, node, why, what, name, "", listed))
    elif isinstance(frame.scope, ir.Function):
        if jits.runs_once(frame.scope) or jits.has_loop(frame.scope):
            return
        seen = JitMadePerCall(*frame.at(node), what, name, looped=False)
        forgotten = bool(forgetting.clearings(frame.scope))
        once = MadePerCall(None, seen, frame.scope, forgotten=forgotten)
        once.replay(engine, frame, None, node)


def _varies(frame: Frame, use: Use) -> bool:
    """Whether the loop binds what it is made for: then it is another function in each turn."""
    if not use.turn.loops:
        return False
    func = use.call.func
    words = trees.words(use.turn.node if isinstance(func, ir.Name) else func.place)
    stores = (one for name in words for one in frame.scope.stores.get(name, ()))
    return any(use.turn.loops[-1] in one.loops for one in stores)
