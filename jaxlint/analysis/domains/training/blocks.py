"""Blocks of statements, as judges look through them that ask for no values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge.names import TREE_MAP_NAMES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame

# Words of the names of functions and data that do not train.
_MEASURES = frozenset(
    """
    bench benchmark check compare compile eval evaluate evaluation profile test time timing val
    valid validate validation warm warmup
    """.split()
)
_CLOCKS = frozenset(("block_until_ready", "perf_counter", "time", "timeit"))


@dataclass(slots=True)
class _Done:
    """The scopes that have been looked through, and by whom."""

    scopes: set[tuple[ir.Scope, str]] = field(default_factory=set)


def is_first(engine: Engine, frame: Frame, judge: str) -> bool:
    """Whether a scope of the module under way is looked through by a judge for the first time."""
    scope, done = frame.scope, engine.kept(_Done).scopes
    if frame.module is not engine.module or (scope, judge) in done:
        return False
    done.add((scope, judge))
    return True


def first_function(engine: Engine, frame: Frame, judge: str) -> ir.Function | None:
    """The function under way, if no error is expected and a judge meets it for the first time."""
    scope = frame.scope
    if not isinstance(scope, ir.Function) or engine.context.expects_errors:
        return None
    return scope if is_first(engine, frame, judge) else None


def spelled(node: ir.Expr) -> str:
    """A name, or a field of what one holds, as it is written; "" for all else."""
    if isinstance(node, ir.Attribute) and isinstance(node.base, ir.Name):
        return f"{node.base.id}.{node.attr}"
    return node.id if isinstance(node, ir.Name) else ""


def names_given(step: ir.Assign) -> set[str]:
    """The names that the call of a statement is given; none if it is no call."""
    values = step.value.given if isinstance(step.value, ir.Call) else ()
    return {one.id for one in values if isinstance(one, ir.Name)}


def moved(step: ir.Assign) -> set[str]:
    """The names that the call of a statement is given, and binds to what they are from now on."""
    return names_given(step).intersection(ir.bound_names(step.targets[0]))


def is_unread(scope: ir.Scope, name: str) -> bool:
    """Whether nothing reads a variable whose name does not say that it is not wanted."""
    return not (name.startswith("_") or name in scope.outside or scope.is_read(name))


def is_in(loop: int, events: Iterable[ir.Event]) -> bool:
    """Whether something happens in a loop."""
    return any(loop in event.loops for event in events)


def mapped(call: ir.Call) -> ir.Lambda | None:
    """The lambda that a call maps over trees, if it does so."""
    first = call.args[0] if call.args else None
    maps = ir.last_name(call.func) in TREE_MAP_NAMES
    return first if maps and isinstance(first, ir.Lambda) else None


def steps(body: tuple[ir.Stmt, ...], loop: int | None) -> Iterator[tuple[int, ir.Assign]]:
    """The assignments of what calls give inside of loops, each with its innermost loop.

    A loop over numbers that are written down compares them: each turn is to start from the same.
    """
    for statement in body:
        if isinstance(statement, ir.Assign):
            if loop is not None and isinstance(statement.value, ir.Call):
                yield loop, statement
            continue
        turns = isinstance(statement, ir.For | ir.While)
        compares = isinstance(statement, ir.For) and _are_numbers(statement.iterable)
        for block in ir.inner_blocks(statement):
            inner = None if compares else statement.place.number
            yield from steps(block, inner if turns else loop)


def _are_numbers(iterable: ir.Expr) -> bool:
    """Whether what a loop goes over is a display of numbers, counted or beside others."""
    if isinstance(iterable, ir.Call) and isinstance(iterable.func, ir.Name):
        return any(map(_are_numbers, iterable.args))
    if not isinstance(iterable, ir.Display):
        return False
    values = [one.value if isinstance(one, ir.Constant) else None for one in iterable.elements]
    return bool(values) and all(isinstance(value, int | float) for value in values)


def measures(scope: ir.Scope, names: Iterable[str] = ()) -> bool:
    """Whether code measures, by its functions' names and others, or as it reads clocks."""
    named = (*names, *(one.name for one in scope.functions))
    words = {word for name in named for word in name.lower().split("_")}
    return not (words.isdisjoint(_MEASURES) and _CLOCKS.isdisjoint(scope.loads))
