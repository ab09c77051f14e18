"""Where the ways to two uses of a key part, and whether one loop leads to both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions, exclusion, origins, propositions
from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.domains.keys.state import Draw
from jaxlint.analysis.values import spans
from jaxlint.analysis.values.kinds import Const

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.values.kinds import Value


def parting(first: tuple[Level, ...], second: tuple[Level, ...]) -> tuple[Level, Level]:
    """The first levels that differ and that stand in the source.

    One call in a body that two scans run is two calls: their ways part at the scans.
    """
    hidden: tuple[Level, Level] | None = None
    found = first[-1], second[-1]
    for one, other in zip(first, second, strict=False):
        if one.serial == other.serial:
            continue
        if one.node is not None and other.node is not None:
            found = one, other
            break
        if hidden is None and one.entered is not other.entered:
            hidden = replace(one, node=one.entered), replace(other, node=other.entered)
    return hidden if hidden is not None and found[0].node is found[1].node else found


def apart(engine: Engine, earlier: Draw, later: Draw) -> tuple[Level, Level] | None:
    """Where the ways to two draws part, that are not on paths which exclude each other.

    None is for those, for draws that do not depend on each other, for one whose result is kept, and
    for what no source shows.
    """
    if not later.use.related(earlier.use) or _is_kept(earlier, later):
        return None
    if exclusion.exclusive(*(origins.implied(engine, one.conditions) for one in (earlier, later))):
        return None
    first, second = parting(earlier.path, later.path)
    return None if first.node is None or second.node is None else (first, second)


def _is_kept(earlier: Draw, later: Draw) -> bool:
    """Whether the second draw is that of a call which gives what the first one's has given."""
    kept = {level.frame.kept for level in earlier.path} - {None}
    return any(level.frame.kept in kept for level in later.path if level.frame.kept is not None)


def is_below(first: Level, second: Level) -> bool:
    """Whether the first draw stands below the second, as it does where a loop goes round.

    What stands inside the second is an argument, and was evaluated before it; where one function
    stands says nothing of when another one is called.
    """
    assert first.node is not None and second.node is not None
    if second.node.encloses(first.node):
        return False
    return first.frame.scope is second.frame.scope and first.node.number > second.node.number


def runs_once(frame: Frame, draw: Draw, key: Value | None = None) -> bool:
    """Whether a test around a draw in a loop lets only one turn reach it, or may well do so.

    Such tests ask for a loop variable, or whether something is there yet: not the ``key`` itself,
    which is the same one in each turn.
    """
    same = None if key is None else key.token
    turning = _turning(frame)
    own = tuple(c for c in draw.conditions[frame.inherited :] if not conditions.every_nth(c.test))
    if conditions.mentions(own, turning, same):
        return True
    stores = frame.scope.stores
    looped = {name for name in frame.env if any(e.loops for e in stores.get(name, ()))}
    return conditions.mentions(own, looped, same)


def of_one_item(frame: Frame, earlier: Draw, later: Draw) -> bool:
    """Whether a loop's turns reach a draw for one value of what the loop goes through alone.

    A turn of a loop around that comes to this value again.
    """
    if frame.passes and earlier.serial < frame.passes[-1]:
        return False
    turned = {frame.env[name].token for name in _turning(frame) if name in frame.env}
    facts = [(one, fact) for one in later.conditions[frame.inherited :] for fact in one.facts]
    return any(fact.op == "==" and one.values.get(fact.left) in turned for one, fact in facts)


def _turning(frame: Frame) -> set[str]:
    """The variables that a loop of a function moves on."""
    return {
        name
        for name, events in frame.scope.stores.items()
        if any(event.kind in ("loop", "augment") for event in events)
    }


def of_one_turn(*draws: Draw) -> bool:
    """Whether a key is taken only where something is one, as of one batch there is one turn.

    What is known to be one is no count of turns.
    """
    return any(
        propositions.says_one(fact) and not isinstance(one.values.get(fact.left), Const)
        for draw in draws
        for one in draw.conditions
        for fact in one.facts
    )


def in_first_turn(level: Level, draw: Draw) -> bool:
    """Whether a test of the loop's number lets only the first turn reach a draw."""
    env, once = level.frame.env, len(level.frame.loops) == 1
    for condition in draw.conditions if once else ():
        for fact in condition.facts:
            number = condition.values.get(fact.left)
            bound = env.get(fact.left)
            if number is not None and bound is not None and bound.token is number:
                span = spans.of_value(bound)
                if span is not None and propositions.says(fact, span.first):
                    return True
    return False
