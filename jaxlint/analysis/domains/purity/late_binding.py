"""Functions that the turns of a loop make and keep: Python looks their variables up at the call.

Called after the loop, all of them see the value of the last turn. One that was called in its own
turn has frozen the value of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeGuard

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import ContainerChanged, ElementMade, ItemWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import purity, spelled
from jaxlint.analysis.domains.purity.observations import FrozenRead
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.host import ADDING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BINDS = ("loop", "bind", "augment")


@dataclass(slots=True, eq=False)
class _Made:
    """By where a function was transformed: the loops of which each turn leaves one of its own.

    That is None where other code in the turn may call it. ``called`` are the loops that were under
    way at its calls.
    """

    kept: dict[ir.Place, set[int] | None] = field(default_factory=dict)
    called: dict[ir.Place, set[int]] = field(default_factory=dict)


@purity.on(ItemWritten, traced=False)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """A callable becomes an element, under a key of its own if that changes with the turn."""
    if _is_made_here(event.value, frame):
        names = {one.id for one in ir.nodes_in(event.target.index) if isinstance(one, ir.Name)}
        bound = [one for name in names for one in frame.scope.stores.get(name, ())]
        own = {loop for one in bound for loop in one.loops[-1:]}
        _keep(engine, frame, event.value, event.target.base, own)


@purity.on(ContainerChanged, traced=False)
def added(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """A method puts a callable into a container, beside what is there if it is one that gathers."""
    method = None if event.source is None else event.source.func
    for value in event.arguments.all:
        if isinstance(method, ir.Attribute) and _is_made_here(value, frame):
            own = set(frame.loops) if method.attr in ADDING_METHODS else set()
            _keep(engine, frame, value, method.base, own)


@purity.on(ElementMade, traced=False)
def listed(engine: Engine, frame: Frame, event: ElementMade) -> None:
    """A comprehension keeps a callable of each turn; a generator makes each when it is asked."""
    if _is_made_here(event.value, frame):
        own = {one for one in frame.loops if ir.loop_at(frame.scope.body, one) is None}
        _note(engine, event.value, set() if event.lazy else own)


@purity.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of the loops in which the activation is that made a callable, at a call of it."""
    made = event.made
    if made.loops and made.frame.loops:
        engine.kept(_Made).called.setdefault(made.node, set()).update(made.frame.loops)


def _is_made_here(value: Value, frame: Frame) -> TypeGuard[Transformed]:
    """Whether a callable was made in the turns that are under way."""
    if not isinstance(value, Transformed) or value.frame is not frame or not value.loops:
        return False
    return value.loops == tuple(frame.loops)


def _keep(engine: Engine, frame: Frame, made: Transformed, holder: ir.Expr, own: set[int]) -> None:
    """Take note of what is put into a container, if nothing else in the loop may call it there."""
    scope, loop, root = frame.scope, made.loops[-1], spelled.root(holder)
    names = {made.holder, *_names_of(made)} & scope.stores.keys()
    once = all(len(_within(loop, scope.loads.get(name, ()))) <= 1 for name in names)
    if root is None or not once:
        return _note(engine, made, None)
    looked = _within(loop, scope.loads.get(root.id, ()))
    changed = _within(loop, scope.mutations.get(root.id, ()))
    renewed = {loop for one in scope.stores.get(root.id, ()) for loop in one.loops}
    _note(engine, made, own - renewed if len(looked) <= len(changed) else None)


def _names_of(value: Value) -> Iterator[str]:
    """The names of the functions that a callable transforms."""
    while isinstance(value, Transformed):
        value = value.func
        definition = getattr(value, "definition", None)
        if isinstance(definition, ir.Function):
            yield definition.holder if definition.is_lambda else definition.name


def _note(engine: Engine, made: Transformed, loops: set[int] | None) -> None:
    """Take note of the loops of which each turn leaves a callable of its own."""
    kept = engine.kept(_Made).kept
    before = kept.get(made.node, loops)
    kept[made.node] = None if loops is None or before is None else before & loops


def _within(loop: int, events: Iterable[ir.Event]) -> list[ir.Event]:
    return [one for one in events if loop in one.loops]


def is_bound_late(
    engine: Engine, region: Region, anchor: ir.Scope, changes: list[ir.Event], event: ir.Event
) -> bool:
    """Whether functions of several turns are kept that read what each turn binds, by ``event``.

    Of the ``changes`` of that name none comes after the loop.
    """
    if not region.late or event.kind not in _BINDS or set(event.loops).isdisjoint(anchor.loops):
        return False
    loop, scope = event.loops[-1], event.scope
    if _is_same_each_turn(event):
        return False
    kept = engine.kept(_Made).kept.get(region.why.node)
    if kept is not None and loop not in kept:
        return False
    if ir.loop_at(scope.body, loop) is None:
        return True  # A comprehension has variables of its own.
    others = (one for one in changes if loop not in one.loops and not _in_comprehension(one))
    return all(one.scope is scope and one.order < anchor.order for one in others)


def _is_same_each_turn(event: ir.Event) -> bool:
    """Whether a name is bound to what was there before the loop, which leaves that alone.

    That is another variable, or a part of what one holds; no call in the loop may reach it.
    """
    scope, loop = event.scope, event.loops[-1]
    body = ir.loop_at(scope.body, loop)
    bound = None if body is None else _value_bound(body, event.node)
    if body is None or bound is None or spelled.root(bound) is None:
        return False
    names = {one.id for one in ir.nodes_in(bound) if isinstance(one, ir.Name)}
    calls = [one for one in ir.nodes_in((bound, body.body)) if isinstance(one, ir.Call)]
    reached = {one.id for one in ir.nodes_in(tuple(calls)) if isinstance(one, ir.Name)}
    changed = [
        event
        for name in names
        for event in (*scope.stores.get(name, ()), *scope.mutations.get(name, ()))
    ]
    return names.isdisjoint(reached) and not _within(loop, changed)


def _value_bound(loop: ir.For | ir.While, target: ir.Place) -> ir.Expr | None:
    """The value that an assignment in a loop gives the target at a place."""
    for one in ir.assignments_in(*loop.body):
        if any(name.place is target for name in one.targets):
            return one.value
    return None


def sees_last(engine: Engine, region: Region, event: ir.Event) -> bool:
    """Whether it is certain that each turn keeps one of the functions, and is no last one."""
    loop = ir.loop_at(event.scope.body, event.loops[-1])
    ends = loop is not None and any(map(_leaves, ir.statements_in(*loop.body)))
    return not ends and engine.kept(_Made).kept.get(region.why.node) is not None


def _leaves(statement: ir.Stmt) -> bool:
    """Whether a statement may end the loop around it."""
    if isinstance(statement, ir.Jump):
        return statement.kind == "break"
    return isinstance(statement, ir.Return | ir.Raise)


def _in_comprehension(event: ir.Event) -> bool:
    """Whether a comprehension binds a name of its own."""
    return bool(event.loops) and ir.loop_at(event.scope.body, event.loops[-1]) is None


def as_last(read: FrozenRead) -> FrozenRead:
    """The read of what each turn of a loop gives another value."""
    assert read.why is not None
    why = replace(read.why, text=f"each turn gives `{read.name}` another value")
    return replace(read, late=True, why=why)


def observe(engine: Engine, read: FrozenRead, loop: int) -> None:
    """Observe what a kept function reads, unless one is called while the loop is under way."""
    called, node = engine.kept(_Made).called, read.region.why.node
    engine.observe(replace(read, settled=lambda: loop not in called.get(node, ())))
