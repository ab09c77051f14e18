"""Loops and branches of JAX in plain code, whose bodies each call of a function makes anew.

JAX knows a body by the function object: one that is made at each call is traced and compiled at
each call, as by a jit that is made there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import anew, compilation, jits, looping, wrapped
from jaxlint.analysis.domains.compilation.observations import JitMadePerCall
from jaxlint.analysis.domains.tracing.custom_rules import Rules
from jaxlint.analysis.domains.tracing.events import BodiesGiven
from jaxlint.analysis.values.kinds import Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.transforms import Arguments, Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_COMPILED = frozenset((Body.SCAN, Body.FORI, Body.WHILE, Body.MAP, Body.COND, Body.SWITCH))
# The function of a program that nothing traces, by how its name begins.
_PROGRAM = "main"


@dataclass(slots=True, frozen=True, eq=False)
class BodyPerCall(Effect):
    """A call in plain code gave a loop of JAX a body that dies with it."""

    seen: JitMadePerCall

    domain = "compilation"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Observe it, where a loop of a program that nothing traces makes the call."""
        engine.log(self)
        frames = engine.under_way(frame)
        around = [one for one in frames if one.loops]
        if not around or not _is_program(engine, frame):
            return
        if any(not looping.are_listed(one.scope, one.loops) for one in around):
            run, rules = {one.scope for one in frames}, engine.kept(Rules).functions
            why = looping.leading(engine, frame, node, self.seen.why)
            engine.observe(replace(self.seen, why=why, settled=lambda: run.isdisjoint(rules)))


def _is_program(engine: Engine, frame: Frame) -> bool:
    """Whether the code is run by a script, or a function that is a program, by calls alone.

    A test may run plainly what others trace, and so does code that is given a derivative rule.
    """
    root = wrapped.outermost(engine, frame)
    named = isinstance(root, ir.Function) and root.name.startswith(_PROGRAM)
    return named or isinstance(root, ir.Module)


@compilation.on(BodiesGiven)
def given(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Take note of a body that is another one at each call of the function under way.

    What differentiates or maps plain code leaves it plain.
    """
    scope, region = frame.scope, frame.region
    if event.transform.body not in _COMPILED or frame.loops or not isinstance(scope, ir.Function):
        return
    if region is not None and (region.frozen() is not None or region.only_inspected):
        return
    fresh = [
        one
        for one in event.arguments.all
        if isinstance(one, Function) and anew.itself(engine, frame, one) is not None
    ]
    if fresh and not jits.runs_once(scope) and not _is_selected(event, region):
        what = "a lambda" if fresh[0].definition.is_lambda else f"`{fresh[0].definition.name}`"
        name = event.transform.name
        seen = JitMadePerCall(*frame.at(event.node), what, name, looped=True, body=True)
        BodyPerCall(None, seen).replay(engine, frame, None, event.node)


def _is_selected(event: BodiesGiven, region: Region | None) -> bool:
    """Whether a map runs both branches, and selects for each row: it compiles none (run on 0.10.2).

    That is so where each row has a predicate of its own, as one may be of which nothing is known.
    """
    if event.transform.body not in (Body.COND, Body.SWITCH) or not event.arguments.positional:
        return False
    predicate = event.arguments.positional[0]
    whose = predicate.region if isinstance(predicate, Traced) else region
    mapped = whose is not None and whose.transform.arguments is Arguments.MAPPED
    return mapped and isinstance(predicate, Traced | Unknown)
