"""Keys that are chosen by what an object of a loop holds: ``keys[worker.index]``.

All objects that a loop goes through may be one to the analysis. What they hold differs as far as
anybody knows, and so does the key that each turn chooses by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import ItemRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import naming, random_keys
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values.kinds import Const, Container, Instance, Key, Static, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Level

_DEPTH = 3


@dataclass(slots=True, eq=False)
class _Chosen:
    """By which index a value was taken out of another one, by the tokens of both."""

    by: dict[Value, Value] = field(default_factory=dict)


@random_keys.on(ItemRead)
def choose(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Take note of what an index takes that is no number or text as it is written."""
    base, index = event.base, event.key
    if not isinstance(index, Static | Unknown) or not isinstance(base, Unknown | Key | Container):
        return
    if not isinstance(event.node.index, ir.Slice):
        taken = subscripts.element(base, index, event.node.index)
        engine.kept(_Chosen).by[taken.token] = index.token


def by_turn(engine: Engine, value: Value, level: Level) -> bool:
    """Whether each turn of the loops around a call chooses a key by an object of its own.

    An outer loop that has no part in what the inner one goes through comes by each object again.
    What a variable holds that no loop binds is the same in each turn.
    """
    index, loops = engine.kept(_Chosen).by.get(value.token), _around(level)
    if index is None or not loops:
        return False
    env, stores = level.frame.env, level.frame.scope.stores
    lasting = (
        held
        for name, held in env.items()
        if not any(event.loops or event.kind == "loop" for event in stores.get(name, ()))
    )
    if any(one.token is index or _holds(engine, one, index, _DEPTH) for one in lasting):
        return False
    gone_through = [env.get(name) for name in ir.bound_names(loops[0].target)]
    own = any(one is not None and _holds(engine, one, index, _DEPTH) for one in gone_through)
    return own and all(_is_of(inner, outer) for inner, outer in pairwise(loops))


def _around(level: Level) -> list[ir.For | ir.Clause]:
    """The loops around a call in its function, the innermost first; none where one is another."""
    frame, node = level.frame, level.node
    found: list[ir.For | ir.Clause] = []
    for number in frame.loops:
        loop = ir.loop_at(frame.scope.body, number)
        if isinstance(loop, ir.For):
            found.append(loop)
    if frame.statement is not None and node is not None:
        for one in ir.nodes_in(frame.statement):
            if isinstance(one, ir.Comprehension) and one.element.place.encloses(node):
                found += one.clauses
    return found[::-1] if len(found) == len(frame.loops) else []


def _holds(engine: Engine, owner: Value, index: Value, depth: int) -> bool:
    """Whether an object has a value among its fields, or among theirs."""
    if not depth or not isinstance(owner, Instance | Unknown):
        return False
    return any(
        held.token is index or _holds(engine, held, index, depth - 1)
        for _, held in naming.fields_of(engine, owner)
        if not isinstance(held, Const)
    )


def _is_of(inner: ir.For | ir.Clause, outer: ir.For | ir.Clause) -> bool:
    """Whether a loop goes through a part of what the loop around it is at."""
    return not ir.names_in(inner.iterable).isdisjoint(ir.bound_names(outer.target))
