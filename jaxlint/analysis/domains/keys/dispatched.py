"""Functions that each turn of a loop looks up anew: each of them is called in one turn alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.domains.keys.state import Draw
from jaxlint.analysis.values.kinds import Choice, Unknown
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True)
class _LookedUp:
    """The calls of one of several functions that the turns of a loop tell apart."""

    calls: set[ir.Place] = field(default_factory=set)


@random_keys.on(CallStarting, about=of(Choice))
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Take note of a call of what a loop, or its variable, chooses among several functions."""
    if not isinstance(event.func, Choice) or not _are_apart(event.func):
        return
    names = [one.id for one in ir.nodes_in(event.source.func) if isinstance(one, ir.Name)]
    if any(_is_bound_in_loop(frame, name) for name in names):
        engine.kept(_LookedUp).calls.add(event.source.place)


def _are_apart(choice: Choice) -> bool:
    """Whether several functions are of different code, so that each turn runs other code.

    Methods of several objects of one class would do the same once more.
    """
    known = [one for one in choice.options if not isinstance(one, Unknown)]
    own = [one for one in known if isinstance(one, Function) and one.instance is None]
    return len({(one.definition, one.closure) for one in own}) == len(known) > 0


def _is_bound_in_loop(frame: Frame, name: str) -> bool:
    """Whether a variable holds another thing in each turn of a loop under way."""
    stores = frame.scope.stores.get(name, ())
    return any(loop in one.loops or one.kind == "loop" for one in stores for loop in frame.loops)


def are_of_two_turns(engine: Engine, earlier: Draw, later: Draw) -> bool:
    """Whether two draws are of one function, in two turns of which each looks up another one."""
    calls = engine.kept(_LookedUp).calls
    levels = zip(earlier.path, later.path, strict=False)
    ways = [(one, other) for one, other in levels if one.serial != other.serial]
    if not calls or len(ways) < 2 or ways[0][0].node is not ways[0][1].node:
        return False
    first, second = (level.frame for level in ways[1])
    same = first.scope is second.scope and first.closure is second.closure
    return same and ways[0][0].node in calls
