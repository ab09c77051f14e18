"""Draws from keys that are equal without being one: each was made anew of the same numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.domains.keys import compared, meeting, recipes
from jaxlint.analysis.domains.keys.observations import EqualKeyUsed
from jaxlint.analysis.domains.keys.recipes import Recipe
from jaxlint.analysis.domains.keys.relations import relation
from jaxlint.analysis.domains.keys.state import Draw, Draws
from jaxlint.analysis.values.kinds import Choice, Value
from jaxlint.analysis.values.regions import Why
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def note(engine: Engine, frame: Frame, value: Value, draw: Draw, *, reused: bool) -> None:
    """Take note of a use of a key whose recipe is known; observe one of an equal key before.

    What is ``reused`` itself is observed as that. Where nothing is seen to draw, nothing is noted.
    """
    recipe = recipes.of(value)
    if recipe is None or draw.use.guessed:
        return
    draws = engine.store.part(Draws)
    if not reused:
        known = draws.equal.get(recipe, ())
        others = (earlier for made, earlier in known if made != recipe.made)
        any(_observe(engine, frame, earlier, draw, recipe) for earlier in others)
    draws.take_equal(recipe, draw)


def _observe(engine: Engine, frame: Frame, earlier: Draw, later: Draw, recipe: Recipe) -> bool:
    """Observe a use of an equal key where the ways to the two part; return whether it is one.

    A loop uses an equal key in each turn if that is made in it; else two that it meets are equal.
    """
    levels = meeting.apart(engine, earlier, later)
    if levels is None:
        return False
    first, second = levels
    assert first.node is not None and second.node is not None
    repeated = first.node is second.node and not _came_in(second.frame, recipe.made)
    if repeated and meeting.runs_once(second.frame, later):
        return False
    if (
        repeated
        and earlier.node is later.node
        and (_is_one_call(first, second) or _is_of_another(second))
    ):
        return False
    when = "in the turn before" if repeated else "first"
    why = Why(f"an equal key is used here {when}", first.module, first.node)
    if second.node is not later.node:
        why = Why("this one is used down there", frame.module, later.node, why)
    if not later.node.encloses(recipe.where):
        why = Why("it is made of its seed here", recipe.where.module, recipe.where, why)
    related = relation(earlier.use, later.use)
    splits = earlier.use.how == later.use.how == "split"
    at = second.module, second.node, why
    seeded = second.node is not later.node and _is_given(second.node, recipe)
    handed = repeated and compared.is_handed_a_setting(second)
    engine.observe(EqualKeyUsed(*at, repeated, related, splits, seeded or handed))
    return True


def _is_given(call: ir.Place, recipe: Recipe) -> bool:
    """Whether a call writes the seed of a key among its arguments."""
    written = trees.code(call).partition("(")[2]
    return str(recipe.steps[0]) in _NUMBER.findall(written)


def _is_one_call(first: Level, second: Level) -> bool:
    """Whether one call is given both keys, as streams of a model are: no loop goes round."""
    frame = second.frame
    return first.frame is frame and second.statement is not None and not frame.loops


def _is_of_another(level: Level) -> bool:
    """Whether each turn calls another function: its loop goes through several."""
    call = None if level.node is None else trees.node(level.node)
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name):
        return False
    name, frame = call.func.value, level.frame
    return frame.scope.is_turned(name) and isinstance(frame.env.get(name), Choice)


def _came_in(frame: Frame, made: int) -> bool:
    """Whether a key was made before the innermost pass under way, which meets it as an element."""
    return bool(frame.passes) and made < frame.passes[-1]
