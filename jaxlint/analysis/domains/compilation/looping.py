"""Loops of a few turns, as far as what they run over is written out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import annotated
from jaxlint.analysis.values.kinds import Const
from jaxlint.analysis.values.regions import Why
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

FEW = 16
_COUNTING = frozenset(("range", "enumerate", "count", "arange"))


def leading(engine: Engine, frame: Frame, node: ir.Place, before: Why | None) -> Why | None:
    """A chain of reasons with where a loop leads to some code: the innermost one under way."""
    calls = [(level.frame, level.node) for level in engine.path if level.node is not None]
    for around, call in reversed([*calls, (frame, node)]):
        if around.loops:
            return Why("a loop leads to it from here", around.module, call, before)
    return before


def turns(engine: Engine, frame: Frame, counter: str) -> int:
    """How many turns a loop has that counts by a name; 0 where it is not known.

    It is known of a ``range``, and of elements that are written out.
    """
    loop = loop_of(frame, counter)
    if loop is None:
        return 0
    return len(_listed(loop.iterable)) or _length(engine, frame, loop.iterable)


def counts(frame: Frame, counter: str) -> bool:
    """Whether a loop counts by a name, as ``range`` does, and takes no sizes that were chosen."""
    loop = loop_of(frame, counter)
    parts = () if loop is None else ir.nodes_in(loop.iterable)
    called = {ir.last_name(one.func) for one in parts if isinstance(one, ir.Call)}
    return loop is None or not called.isdisjoint(_COUNTING)


def loop_of(frame: Frame, counter: str) -> ir.For | None:
    """The loop under way that binds a name."""
    for number in frame.loops:
        loop = ir.loop_at(frame.scope.body, number)
        if isinstance(loop, ir.For) and counter in ir.bound_names(loop.target):
            return loop
    return None


def is_short(engine: Engine, frame: Frame, iterable: ir.Expr) -> bool:
    """Whether an iterable is seen to have only a few elements."""
    return _is_listed(iterable) or 0 < _length(engine, frame, iterable) <= FEW


def _length(engine: Engine, frame: Frame, iterable: ir.Expr) -> int:
    called = iterable.func if isinstance(iterable, ir.Call) else None
    if not isinstance(called, ir.Name) or called.id != "range" or not isinstance(iterable, ir.Call):
        return 0
    values = [annotated.quietly(engine, frame, one) for one in iterable.args]
    bounds = [one.value for one in values if isinstance(one, Const) and type(one.value) is int]
    known = len(bounds) == len(values) and 0 < len(bounds) <= 2
    return len(range(*bounds)) if known else 0


def are_listed(scope: ir.Scope, loops: Sequence[int]) -> bool:
    """Whether each of some loops of a scope runs over a few elements that are written out.

    Those of comprehensions are loops too.
    """
    found = (_iterable_at(scope, number) for number in loops)
    return all(iterable is not None and _is_listed(iterable) for iterable in found)


def _iterable_at(scope: ir.Scope, number: int) -> ir.Expr | None:
    """What a loop of a scope, or a clause of a comprehension, runs over by its number."""
    loop = ir.loop_at(scope.body, number)
    if loop is not None:
        return loop.iterable if isinstance(loop, ir.For) else None
    clause = clause_at(scope, number)
    return None if clause is None else clause.iterable


def clause_at(scope: ir.Scope, number: int) -> ir.Clause | None:
    """The clause of a comprehension in a scope by its number."""
    made = (one for one in ir.nodes_in(scope.body) if isinstance(one, ir.Comprehension))
    clauses = (clause for one in made for clause in one.clauses)
    return next((one for one in clauses if one.place.number == number), None)


def _is_listed(iterable: ir.Expr) -> bool:
    """Whether an iterable is a short display, or one that is counted."""
    return isinstance(_counted(iterable), ir.Display) and len(_listed(iterable)) <= FEW


def _listed(iterable: ir.Expr) -> tuple[ir.Expr, ...]:
    """The elements of a display, or of one that is counted; none of anything else."""
    display = _counted(iterable)
    return display.elements if isinstance(display, ir.Display) else ()


def _counted(iterable: ir.Expr) -> ir.Expr:
    """What ``enumerate`` counts, or the iterable itself."""
    called = iterable.func if isinstance(iterable, ir.Call) else None
    if not isinstance(iterable, ir.Call) or not isinstance(called, ir.Name) or not iterable.args:
        return iterable
    return _counted(iterable.args[0]) if called.id == "enumerate" else iterable
