"""Loops, whose bodies are run for two turns, or for each of a few known elements."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import Asker, LoopEntered
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.semantics import (
    expressions,
    iterables,
    objects,
    paths,
    statements,
    targets,
    truth,
)
from jaxlint.analysis.values.kinds import Traced
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What goes over each element of a sequence once.
_PASSING = frozenset(("enumerate", "list", "reversed", "sorted", "tuple", "zip"))


@statements.runs(ir.For)
def for_statement(engine: Engine, frame: Frame, node: ir.For) -> bool:
    given = expressions.evaluate(engine, frame, node.iterable)
    iterable = objects.iterated(engine, frame, given, node.iterable.place)
    engine.tell(frame, LoopEntered, iterable, node.iterable.place, False)
    if iterables.is_empty(frame, node.iterable, iterable):
        return statements.run_block(engine, frame, node.orelse)
    deep = len(frame.loops) >= budgets.LOOPS
    elements = [] if deep else iterables.known(iterable)
    once = _has_one(engine, frame, node.iterable)
    if once:
        elements = [iterables.element_of(engine, frame, iterable)]
    counted, turns = _counts_up(node.iterable), count()

    def head() -> None:
        element = elements.pop(0) if elements else iterables.element_of(engine, frame, iterable)
        if next(turns) and counted:
            element = iterables.after_first(element)
        if isinstance(iterable, Traced) and iterable.source is not None:
            iterable.source.container = not iterable.source.array
        targets.bind(engine, frame, node.target, element)

    if once:
        return _once(engine, frame, node, head)
    return _loop(engine, frame, node, head, always=False, turns=len(elements))


def _counts_up(iterable: ir.Expr) -> bool:
    """Whether a loop goes over ``range(...)`` or ``enumerate(...)``."""
    called = iterable.func if isinstance(iterable, ir.Call) else None
    return isinstance(called, ir.Name) and called.id in ("range", "enumerate")


def _has_one(engine: Engine, frame: Frame, iterable: ir.Expr) -> bool:
    """Whether a loop goes over a variable or display, or what passes it on, with one element.

    What a caller gives may be longer at another call. Nothing is evaluated but a name: what stands
    in a display has run, and would run twice.
    """
    if isinstance(iterable, ir.Call) and isinstance(iterable.func, ir.Name) and iterable.args:
        iterable = iterable.args[0] if iterable.func.id in _PASSING else iterable
    if isinstance(iterable, ir.Display):
        return len(iterable.elements) == 1 and not isinstance(iterable.elements[0], ir.Starred)
    if not isinstance(iterable, ir.Name) or frame.is_given(iterable):
        return False
    return len(iterables.known(expressions.evaluate(engine, frame, iterable))) == 1


@statements.runs(ir.While)
def while_statement(engine: Engine, frame: Frame, node: ir.While) -> bool:
    forever = isinstance(node.test, ir.Constant) and bool(node.test.value)
    if isinstance(node.test, ir.Constant) and not forever:
        return statements.run_block(engine, frame, node.orelse)

    def head() -> None:
        value = expressions.evaluate(engine, frame, node.test)
        truth.test(engine, frame, value, node.test.place, Asker.WHILE)

    return _loop(engine, frame, node, head, always=forever)


def _once(engine: Engine, frame: Frame, node: ir.For, head: Callable[[], None]) -> bool:
    """Run the only turn of a loop, which is no other code than what stands before and behind it."""
    frame.breaks.append([])
    return _left(engine, frame, node, paths.meet(engine, frame, _turn(engine, frame, node, head)))


def _loop(
    engine: Engine,
    frame: Frame,
    node: ir.For | ir.While,
    head: Callable[[], None],
    *,
    always: bool,
    turns: int = 0,
) -> bool:
    """Run a loop's body twice: the second turn meets what the first one left behind.

    So does in any case the test by which ``while`` begins it. If the second one leaves more, as
    what waits for a few turns does, there is a third. ``turns`` is their number where the elements
    are known; then each is run.
    """
    entry = paths.save(engine, frame)
    most = turns or (2 if len(frame.loops) < budgets.LOOPS else 1)
    frame.loops.append(node.place.number)
    frame.passes.append(engine.serial())
    frame.breaks.append([])
    leaving: list[State] = [] if always or turns else [entry]
    turn = 0
    while turn < most:
        since = engine.serial()
        if not paths.meet(engine, frame, _turn(engine, frame, node, head)):
            leaving = [] if turns else leaving
            break
        done = [] if always else [paths.save(engine, frame)]
        leaving = done if turns or always else [*done, entry]
        if not turn and not turns and not _worth_another_turn(engine, frame, entry):
            if isinstance(node, ir.While):
                head()
            break
        if turn == 1 and not turns and engine.store.awaits(since):
            most += 1
        turn += 1
    frame.loops.pop()
    frame.passes.pop()
    return _left(engine, frame, node, paths.meet(engine, frame, leaving, all_likely=False))


def _turn(
    engine: Engine, frame: Frame, node: ir.For | ir.While, head: Callable[[], None]
) -> list[State]:
    """Run one turn; return the paths on which it comes to its end."""
    frame.continues.append([])
    head()
    ends = []
    if statements.run_block(engine, frame, node.body):
        ends.append(paths.here(engine, frame))
    return [*ends, *frame.continues.pop()]


def _left(engine: Engine, frame: Frame, node: ir.For | ir.While, alive: bool) -> bool:
    """Go on behind a loop, which is ``alive`` unless no path leaves it but by ``break``."""
    broken = frame.breaks.pop()
    if alive:
        alive = statements.run_block(engine, frame, node.orelse)
    if not broken:
        return alive
    if alive:
        broken.append(paths.here(engine, frame))
    return paths.meet(engine, frame, broken)


def _worth_another_turn(engine: Engine, frame: Frame, entry: State) -> bool:
    """Whether the body left something that a second turn could meet."""
    store = engine.store
    if store.fields.count != entry.store.fields.count or store.recurs(entry.store.parts):
        return True
    before = entry.env
    return any(
        type(value) is not type(before[name])
        for name, value in frame.env.items()
        if name in before and value is not before[name]
    )
