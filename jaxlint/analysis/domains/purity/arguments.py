"""Changes of arguments of traced code, which gets copies of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import purity, spelled, taken_out
from jaxlint.analysis.domains.purity.observations import OuterWrite, Outside
from jaxlint.analysis.domains.tracing.events import BodyLeft
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Copy, Region
from jaxlint.knowledge.host import ADDING_METHODS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4


@dataclass(slots=True, eq=False)
class Changes:
    """The changes of copies, by the region that got them, until it is seen what is returned.

    Of each there is the part that is changed, and the copy whose part it is.
    """

    pending: dict[Region, list[tuple[tuple[Value, ...], OuterWrite]]] = field(default_factory=dict)


@purity.on(BodyLeft, traced=True)
def left(engine: Engine, frame: Frame, event: BodyLeft) -> None:
    """Observe the changes of arguments that are not among what traced code returns.

    What is returned and not known may be made of them.
    """
    for changed, seen in engine.kept(Changes).pending.pop(event.region, ()):
        unknown = any(isinstance(part, Unknown) for part in _parts(event.result))
        kept = any(_holds(engine, event.result, one.token) for one in changed)
        if not (unknown or kept):
            engine.observe(seen)


def _parts(result: Value) -> tuple[Value, ...]:
    """What traced code returns, one by one where it is a tuple."""
    return result.values if isinstance(result, Container) else (result,)


def change(
    engine: Engine,
    frame: Frame,
    changed: ir.Expr,
    value: Value,
    node: ir.Place | None = None,
) -> None:
    """Observe a change to a container argument which the caller will not see.

    If the caller looks at its own container after the call, it is lost unless it is returned. Else
    quiet when the function hands the container on, and when it reads the changed entry again.
    """
    root, region, where = spelled.root(changed), frame.region, node or changed.place
    if root is None or region is None or _is_state(region, changed):
        return
    if change_copy(engine, frame, changed, value, where) or region.function is not frame.scope:
        return
    assert isinstance(frame.scope, ir.Function)
    name = _argument_behind(frame.scope, root, value)
    if name is None or _handed_on(frame.scope, name, root):
        return
    if taken_out.is_of_no_use(engine, frame, changed, value):
        return
    if name not in region.watched and _entry_read_later(frame.scope, root, changed):
        return
    seen = OuterWrite(*frame.at(where), Outside.ARGUMENT, root.id, region, None)
    if region.visible:
        _await_result(engine, region, (value,), seen)
    else:
        engine.observe(seen)


def change_copy(
    engine: Engine, frame: Frame, changed: ir.Expr, value: Value, node: ir.Place
) -> bool:
    """Take note of a change to a copy of what a caller looks at again; return whether it is one.

    It may be a part that is known by no more than the variable whose part it is.
    """
    root, region = spelled.root(changed), frame.region
    if root is None or region is None or _is_state(region, changed):
        return False
    whole = frame.env.get(root.id, value)
    lost = _awaited_copy(engine, region, value) or _awaited_copy(engine, region, whole)
    if lost is None or not (lost[1].awaited or _accumulates(frame)):
        return False
    if whole.token is lost[1].value.token and _is_looked_past(lost[1], changed):
        return False
    holder, copy = lost[0], lost[1].value
    seen = OuterWrite(*frame.at(node), Outside.ARGUMENT, root.id, holder, None)
    _await_result(engine, holder, (copy, value), seen)
    return True


def note_of_layer(
    engine: Engine, frame: Frame, written: ir.Expr, layer: Instance, node: ir.Place
) -> None:
    """Take note that a layer changes itself, of whose module the caller has its own.

    It builds on what there was before: the next turn of a loop looks at it again as well.
    """
    lost = None if frame.region is None else _awaited_copy(engine, frame.region, layer)
    if lost is not None:
        holder, copy = lost[0], lost[1].value
        name = spelled.spell(written)
        seen = OuterWrite(*frame.at(node), Outside.LAYER, name, holder, None)
        _await_result(engine, holder, (copy, layer), seen)


def _is_looked_past(copy: Copy, changed: ir.Expr) -> bool:
    """Whether the caller looks at nothing but other fields and entries of its own again."""
    own, others = spelled.entry_key(changed), copy.reads
    named = all(one.startswith(("attribute:", "item:")) for one in others)
    alike = ("attribute:get", "attribute:items", "attribute:values", own)
    return own is not None and bool(others) and named and others.isdisjoint(alike)


def _await_result(
    engine: Engine, region: Region, changed: tuple[Value, ...], seen: OuterWrite
) -> None:
    engine.kept(Changes).pending.setdefault(region, []).append((changed, seen))


def _accumulates(frame: Frame) -> bool:
    """Whether a change builds on what there was before it, and on something of this call.

    What is only made of itself, or put there to be read below, is the same in each turn.
    """
    statement = frame.statement
    if isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        method = statement.value.func
        return isinstance(method, ir.Attribute) and method.attr in ADDING_METHODS
    if not isinstance(statement, ir.Assign | ir.AugAssign):
        return False
    parts = [one for one in ir.nodes_in(statement.value) if isinstance(one, ir.Expr)]
    named = {one.id for one in parts if isinstance(one, ir.Name)} & frame.env.keys()
    if isinstance(statement, ir.AugAssign):
        return not named <= _names_in(statement.target)
    before = {ir.spelled(one) for one in statement.targets}
    own = not before.isdisjoint(map(ir.spelled, parts))
    return own and not named <= _names_in(statement.targets)


def _names_in(body: object) -> set[str]:
    return {one.id for one in ir.nodes_in(body) if isinstance(one, ir.Name)}


def hands_back(region: Region | None) -> bool:
    """Whether an object among the arguments is changed for the caller too, by its own methods."""
    return region is not None and region.transform.carries


def _is_state(region: Region, changed: ir.Expr) -> bool:
    """Whether a change is one that the transformation hands back to the object."""
    return hands_back(region) and spelled.part_of_object(changed)


def _argument_behind(scope: ir.Function, root: ir.Name, value: Value) -> str | None:
    """The parameter that the changed object is, or is a part of."""
    names = {p.name for p in scope.parameters if p.kind in ("positional", "keyword")}
    rebound = [e for e in scope.stores.get(root.id, ()) if e.kind != "parameter"]
    if root.id in names:
        return None if rebound else root.id
    if isinstance(value, Traced) and value.name in names:
        return value.name
    return None


def _handed_on(scope: ir.Function, name: str, root: ir.Name) -> bool:
    """Whether the container itself, not only entries of it, is used: returned, passed, kept.

    Of one that was taken apart the parts are known by the names that they got then.
    """
    if root.id == name:
        return scope.uses_whole(name)
    kinds = [event.kind for event in scope.entries.get(name, ())]
    parts = [kind.removeprefix("into:").split() for kind in kinds if kind.startswith("into:")]
    renamed = bool(parts) and not any(root.id in names for names in parts)
    return renamed or scope.uses_whole(name) or scope.uses_whole(root.id)


def _entry_read_later(scope: ir.Scope, root: ir.Name, changed: ir.Expr) -> bool:
    """Whether the changed entry is read again behind the change, or around it in a loop."""
    key = spelled.entry_key(changed)
    any_key = ("entry", "attribute:get", "attribute:items", "attribute:values")
    for event in scope.entries.get(root.id, ()):
        reads = event.kind not in ("store", "iterated")
        same = reads and (key is None or event.kind in (key, *any_key))
        around = key is not None and bool(event.loops) and event.order < root.order
        if same and (event.order > root.order or around):
            return True
    return False


def _awaited_copy(engine: Engine, region: Region, value: Value) -> tuple[Region, Copy] | None:
    """The region that was handed a copy of what somebody looks at again, and that copy."""
    token: Value = value.token
    around: Region | None = region
    while around is not None:
        for copy in around.copies:
            if _holds(engine, copy.value, token):
                if (copy.awaited or copy.recurs) and not around.transform.carries:
                    return around, copy
                token = copy.original.token
                break
        around = around.parent
    return None


def _holds(engine: Engine, value: Value, token: Value, depth: int = _DEPTH) -> bool:
    """Whether a value is another one, or has it in it."""
    if value.token is token:
        return True
    if not depth:
        return False
    parts: list[Value] = []
    if isinstance(value, Container):
        parts = list(value.values)
    elif isinstance(value, Traced) and value.source is not None:
        parts = list((value.children or {}).values())
    elif isinstance(value, Instance):
        parts = list(engine.store.fields.get(value.token, NO_FIELDS).values())
    return any(_holds(engine, part, token, depth - 1) for part in parts)
