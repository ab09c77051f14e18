"""Steps that return new parameters beside the old memory of the optimiser that made them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_COPIES = ("replace", "_replace")
_REPLACE = frozenset(("dataclasses.replace", "copy.replace", "chex.dataclasses.replace"))
_DEPTH = 3


class _Update(NamedTuple):
    """A call of an optimiser: the updates that it gives, and the memory that it is given."""

    call: ir.Call
    updates: str
    memory: str


@dataclass(slots=True)
class _Known:
    """The calls of optimisers in each function whose new memory nothing reads."""

    updates: dict[ir.Function, list[_Update]] = field(default_factory=dict)


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, each time that it has run: its optimiser may be another one."""
    scope = frame.scope
    if not isinstance(scope, ir.Function):
        return
    known_of = engine.kept(_Known).updates
    if scope not in known_of:
        known_of[scope] = list(_updates(scope))
    for update in known_of[scope]:
        base = update.call.func.base if isinstance(update.call.func, ir.Attribute) else None
        known = None if base is None else expressions.evaluate(engine, frame, base).fact(Optimiser)
        if known is None or not known.remembers:
            continue
        step = _Step(engine, frame, update)
        if any(step.is_handed_on(one) for one in step.returned()):
            where = frame.at(update.call.place)
            engine.observe(StateNeverAdvances(*where, "", update.memory, Lost.HANDED_ON))


def _updates(scope: ir.Function) -> Iterator[_Update]:
    """The calls of optimisers in a function whose new memory nothing reads."""
    for one in ir.assignments_in(*scope.body):
        call, target = one.value, one.targets[0]
        parts = target.elements if isinstance(target, ir.Display) else ()
        if len(parts) != 2 or not isinstance(call, ir.Call) or len(call.args) < 2:
            continue
        updates, new = parts
        named = isinstance(call.func, ir.Attribute) and call.func.attr == _UPDATE
        if not named or not ir.is_dotted(call.func) or not isinstance(updates, ir.Name):
            continue
        memory = spelled(call.args[1])
        holder = memory.partition(".")[0]
        unread = isinstance(new, ir.Name) and _is_unread(scope, new)
        if unread and holder and _is_bound_once(scope, holder, besides=call):
            yield _Update(call, updates.id, memory)


def spelled(node: ir.Expr) -> str:
    """A dotted name as it is written; "" for all else."""
    if isinstance(node, ir.Attribute):
        base = spelled(node.base)
        return f"{base}.{node.attr}" if base else ""
    return node.id if isinstance(node, ir.Name) else ""


def _is_unread(scope: ir.Function, new: ir.Name) -> bool:
    """Whether nothing reads what a name is bound to here."""
    if new.id in scope.outside or any(new.id in inner.loads for inner in scope.inner):
        return False
    bound = [one for one in scope.stores.get(new.id, ()) if one.node is new.place]
    return len(bound) == 1 and not any(
        bound[0].loops or load.order > bound[0].order for load in scope.loads.get(new.id, ())
    )


def _is_bound_once(scope: ir.Scope, name: str, besides: ir.Call | None = None) -> bool:
    """Whether a name keeps what it is bound to, unchanged by all but the call of an optimiser."""
    method = None if besides is None else besides.func
    own = method.base.place if isinstance(method, ir.Attribute) else None
    changes = [one for one in scope.mutations.get(name, ()) if one.node is not own]
    return len(scope.stores.get(name, ())) <= 1 and not changes


class _Step(NamedTuple):
    """A step: what is returned where, and what of that is old and new."""

    engine: Engine
    frame: Frame
    update: _Update

    def returned(self) -> Iterator[ir.Expr]:
        """What the function returns behind the update."""
        assert isinstance(self.frame.scope, ir.Function)
        for one in ir.statements_in(*self.frame.scope.body):
            behind = one.place.number > self.update.call.place.number
            if behind and isinstance(one, ir.Return) and one.value is not None:
                yield one.value

    def is_handed_on(self, returned: ir.Expr) -> bool:
        """Whether both the old memory and new parameters are among what is returned."""
        given = [*self._parts(returned, _DEPTH)]
        old = any(spelled(one) == self.update.memory for one in given)
        return old and any(map(self._is_new, given))

    def _parts(self, node: ir.Expr, depth: int) -> Iterator[ir.Expr]:
        """The leaves of a state: of a display, a record, or a copy with some fields changed."""
        inside = self._inside(self._assigned(node) or node) if depth else None
        if inside is None:
            yield node
        for one in inside or ():
            yield from self._parts(one, depth - 1)

    def _inside(self, node: ir.Expr) -> tuple[ir.Expr, ...] | None:
        """What a display, a record or a changed copy of one is made of; None of anything else."""
        if isinstance(node, ir.Display):
            return node.elements
        if isinstance(node, ir.DictDisplay):
            return tuple([value for _, value in node.items])
        if not isinstance(node, ir.Call) or any(key is None for key, _ in node.keywords):
            return None
        copied = self._copied(node)
        if copied is not None:
            changed = tuple([value for _, value in node.keywords])
            return (*changed, *self._left(copied, {key for key, _ in node.keywords}))
        if ir.is_dotted(node.func) and isinstance(self._evaluated(node.func), ClassValue):
            return node.given
        return None

    def _copied(self, call: ir.Call) -> ir.Expr | None:
        """The record of which a call makes a copy with other fields."""
        func = call.func
        if isinstance(func, ir.Attribute) and func.attr in _COPIES and not call.args:
            return func.base
        if len(call.args) != 1 or not ir.is_dotted(func):
            return None
        known = self._evaluated(func)
        return call.args[0] if isinstance(known, External) and known.name in _REPLACE else None

    def _left(self, copied: ir.Expr, changed: set[str | None]) -> tuple[ir.Expr, ...]:
        """The old memory, if it is a field of a record that a copy keeps."""
        memory = self.update.call.args[1]
        if not isinstance(memory, ir.Attribute) or spelled(memory.base) != spelled(copied):
            return ()
        return () if memory.attr in changed else (memory,)

    def _assigned(self, node: ir.Expr) -> ir.Expr | None:
        """What a variable that is bound once is assigned."""
        scope = self.frame.scope
        if not isinstance(node, ir.Name) or not _is_bound_once(scope, node.id):
            return None
        found = (one for one in ir.assignments_in(*scope.body) if _binds(one, node.id))
        return next((one.value for one in found), None)

    def _is_new(self, node: ir.Expr) -> bool:
        """Whether something is what the updates make of parameters."""
        if isinstance(node, ir.Name):
            assigned = ir.assignments_in(*self.frame.scope.body)
            return any(_binds(one, node.id) and self._applies(one.value) for one in assigned)
        return self._applies(node)

    def _applies(self, node: ir.Expr | None) -> bool:
        """Whether a call makes new parameters of the updates."""
        if not isinstance(node, ir.Call) or not ir.is_dotted(node.func):
            return False
        if all(spelled(one) != self.update.updates for one in node.given):
            return False
        func = self._evaluated(node.func)
        known = libraries.APPLY_UPDATES | names.TREE_MAPS
        return isinstance(func, External) and func.name in known

    def _evaluated(self, node: ir.Expr) -> Value:
        return expressions.evaluate(self.engine, self.frame, node)


def _binds(statement: ir.Assign, name: str) -> bool:
    """Whether a statement binds a name alone."""
    target = statement.targets[0]
    return isinstance(target, ir.Name) and target.id == name
