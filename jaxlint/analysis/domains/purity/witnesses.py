"""Witnesses: the place where something that traced code has frozen changes later.

Reading a name that is bound once is fine. Only a later change makes the frozen value wrong, so a
read is observed together with the change, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis import budgets
from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.events import ItemSought, NameRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import but
from jaxlint.analysis.domains.purity import (
    checks,
    entries,
    keyed,
    late_binding,
    memos,
    placeholders,
    purity,
    rekeyed,
    renewed,
    sinks,
    unchanging,
    upkeep,
    varied,
)
from jaxlint.analysis.domains.purity.observations import (
    Expected,
    FrozenClosureRead,
    FrozenGlobalRead,
    FrozenRead,
)
from jaxlint.analysis.domains.purity.state import Reads
from jaxlint.analysis.domains.tracing import forgetting
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.kinds import Container, External, HostArray, ModuleValue, is_none
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir
from jaxlint.program.changes import is_scoped

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_REGISTERS = re.compile(r"regist|decorat|wrap|import|load|init|plugin|__", re.IGNORECASE)
_CODE = (Function, ClassValue, ModuleValue, External, Transformed, Partial)


# --- names ---------------------------------------------------------------------------------------


@purity.on(NameRead, traced=True, about=but(ClassValue, ModuleValue, External))
def name_read(engine: Engine, frame: Frame, event: NameRead) -> None:
    """Observe a read of an outer name that is bound anew, or changed in place, later."""
    node, owner, value, whole = event
    if isinstance(value, Container) and memos.is_memo(engine, frame, node):
        return
    if upkeep.is_upkeep(engine, frame, node, value):
        return
    region = freezing(engine, frame, owner.region, lasting=isinstance(owner.scope, ir.Module))
    if region is None:
        return
    witness = _change_of(
        engine, owner.scope, node.id, region, ("bind", "augment", "loop", "define")
    )
    if witness is None and whole and isinstance(value, Container | HostArray):
        witness = _change_of(engine, owner.scope, node.id, region, ("call", "item"))
    if witness is None or witness.scope is frame.scope:
        return
    if isinstance(value, _CODE) and witness.kind != "define":
        return
    _note_name(engine, frame, event, region, witness)


def _note_name(
    engine: Engine, frame: Frame, event: NameRead, region: Region, witness: ir.Event
) -> None:
    """Observe a read of a name together with its change, unless that only takes what is said."""
    node, owner = event.node, event.owner
    read = frozen(_kind(owner.scope), frame, node, node.id, region, witness)
    anchor = _anchor(region.function, owner.scope) if region.function else None
    changes = _changes(engine, owner.scope, node.id)
    if anchor is not None and late_binding.is_bound_late(engine, region, anchor, changes, witness):
        last = late_binding.sees_last(engine, region, witness)
        read = late_binding.as_last(read) if last else _presumed(read)
        late_binding.observe(engine, read, witness.loops[-1])
        return
    if isinstance(owner.scope, ir.Module):
        if sinks.is_sink(engine, frame, node, owner.scope):
            return
        if _is_filled(engine, owner.scope, node.id, witness):
            read = _presumed(read)
    expect(engine, read, witness)


@purity.on(ItemSought, traced=True)
def item_read(engine: Engine, frame: Frame, event: ItemSought) -> None:
    """Observe a read of an entry of an outer dict that is given a new value later."""
    node, base = event
    if isinstance(base, Container) and all(is_none(item) for item in base.values):
        return
    if isinstance(node.base, ir.Name) and isinstance(node.index, ir.Constant):
        kind = f"item:{node.index.value!r}"
        note_part(engine, frame, node, node.base, kind, f"{node.base.id}[{node.index.value!r}]")


def note_part(
    engine: Engine, frame: Frame, node: ir.Expr, base: ir.Name, kind: str, name: str
) -> None:
    """Observe a read of a part of what an outer variable holds, if that part is assigned later."""
    change = change_of_part(engine, frame, base, kind)
    if change is not None:
        read = frozen(_kind(change.owner), frame, node, name, change.region, change.event)
        expect(engine, read, change.event)


class PartChange(NamedTuple):
    """Where a part is assigned of what a variable of ``owner`` holds, which a region freezes."""

    owner: ir.Scope
    region: Region
    event: ir.Event


def change_of_part(engine: Engine, frame: Frame, base: ir.Name, kind: str) -> PartChange | None:
    """Where a part of what an outer variable holds is assigned after traced code has read it."""
    if base.id in frame.env:
        return None
    owner = frame.closure
    while owner is not None and (base.id not in owner.env or isinstance(owner.scope, ir.Class)):
        owner = owner.closure
    if owner is None:
        return None
    region = freezing(engine, frame, owner.region, lasting=isinstance(owner.scope, ir.Module))
    if region is None:
        return None
    event = _change_of(engine, owner.scope, base.id, region, (kind,))
    return None if event is None else PartChange(owner.scope, region, event)


def note_module_attribute(
    engine: Engine, frame: Frame, node: ir.Attribute, module: ir.Module
) -> None:
    """A global of another module, read through the module."""
    region = freezing(engine, frame, None, lasting=True)
    if region is None or f"{module.name}.{node.attr}" in engine.transforms:
        return
    value = engine.imports.module_attribute(module, node.attr)
    kinds = ("bind", "augment", *(("call",) if isinstance(value, Container) else ()))
    witness = _change_of(engine, module, node.attr, region, kinds)
    if witness is not None and not isinstance(value, _CODE):
        assert isinstance(node.base, ir.Name)
        name = f"{node.base.id}.{node.attr}"
        read = frozen(FrozenGlobalRead, frame, node, name, region, witness)
        filled = _is_filled(engine, module, node.attr, witness)
        expect(engine, _presumed(read) if filled else read, witness)


def freezing(engine: Engine, frame: Frame, owner: Region | None, *, lasting: bool) -> Region | None:
    """The cached region around the frame, if it lies inside the region that owns the name."""
    region = frame.region
    if region is None or region is owner or engine.context.writing:
        return None
    if engine.context.ends_in_error or checks.is_checked_only(frame):
        return None
    frozen = region.frozen(lasting=lasting)
    while lasting and frozen is not None and renewed.is_renewed(engine, frozen):
        frozen = None if frozen.parent is None else frozen.parent.frozen(lasting=True)
    if frozen is None or (owner is not None and owner.within(frozen)):
        return None
    return frozen


def _kind(scope: ir.Scope) -> type[FrozenRead]:
    return FrozenGlobalRead if isinstance(scope, ir.Module) else FrozenClosureRead


def frozen(
    kind: type[FrozenRead],
    frame: Frame,
    node: ir.Expr,
    name: str,
    region: Region,
    witness: ir.Event,
) -> FrozenRead:
    """A frozen read together with what changes later."""
    module = witness.scope.module or frame.module
    why = Why(f"`{name}` changes here later", module, witness.node, frame.why)
    return kind(frame.module, node.place, why, name, region, frame.scope)


def expect(engine: Engine, read: FrozenRead, witness: ir.Event) -> None:
    """Observe a frozen read, unless what the body of the module does shows it to be none.

    That a variable or a field changes between two calls, and not before them or after, is presumed,
    and so it is of a global that a function gives what may be the same again.
    """
    if not isinstance(read, FrozenGlobalRead) or not varied.is_varied(witness):
        read = _presumed(read)
    await_change(engine, read, witness)


def _presumed(read: FrozenRead) -> FrozenRead:
    """The same read of what may well change before the trace, and not after it."""
    why = read.why
    return read if why is None else replace(read, why=replace(why, step=Certainty.PRESUMED))


def await_change(engine: Engine, read: FrozenRead, witness: ir.Event) -> None:
    """Observe a frozen read of what changes wherever the witness is run."""
    expected = Expected(witness.node, engine.kept(Reads).script)
    observe(engine, replace(read, expected=expected))


def observe(engine: Engine, read: FrozenRead) -> None:
    """Observe a frozen read, unless each call that reads turns out to compile anew."""
    engine.observe(replace(read, settled=partial(_may_be_stale, engine, read)))


def _may_be_stale(engine: Engine, read: FrozenRead) -> bool:
    """Whether what a call compiles may serve another one, for which another value is read."""
    return renewed.may_last(engine, read.region) and keyed.is_stale(engine, read)


# --- changes -------------------------------------------------------------------------------------


def _change_of(
    engine: Engine, scope: ir.Scope, name: str, region: Region, kinds: tuple[str, ...]
) -> ir.Event | None:
    """The first change of a name that comes after the traced function may have run.

    One in the module that has the name stands for those that others make.
    """
    place = (scope, name, region.function, kinds, region.late, region.why.node)
    known = engine.kept(Reads).witnesses
    if place not in known:
        near, far = (_last(events, kinds) for events in _near_and_far(engine, scope, name))
        parts = (near,) if _is_setting(engine, scope, near, region) else (near, far)
        found = (_first_later(engine, scope, name, part, region) for part in parts)
        known[place] = next(filter(None, found), None)
    return known[place]


def _is_setting(engine: Engine, scope: ir.Scope, changes: list[ir.Event], region: Region) -> bool:
    """Whether an entry of the module makes a change first of all, as others then will, too."""
    anchor = None if region.function is None else _anchor(region.function, scope)
    return any(entries.sets_first(engine, one, anchor) for one in changes)


def _near_and_far(
    engine: Engine, scope: ir.Scope, name: str
) -> tuple[list[ir.Event], list[ir.Event]]:
    """The changes of a name in the module that has it, and those in others."""
    home: ir.Scope | None = scope.module
    if isinstance(scope, ir.Module):
        home, _ = _origin(engine, scope, name)
    changes = _changes(engine, scope, name)
    near = [one for one in changes if one.scope.module is home]
    return near, [one for one in changes if one.scope.module is not home]


def _last(changes: list[ir.Event], kinds: tuple[str, ...]) -> list[ir.Event]:
    """The last ``budgets.CHANGES`` of some changes that are of some kinds, in order."""
    return [one for one in changes if _is_kind(one.kind, kinds)][-budgets.CHANGES :]


def _changes(engine: Engine, scope: ir.Scope, name: str) -> list[ir.Event]:
    """All changes of a name, in order."""
    place = scope, name
    known = engine.kept(Reads).changes
    if place not in known:
        events = sorted(_events(engine, scope, name), key=lambda event: event.order)
        known[place] = [] if unchanging.is_unchanged(engine.world.changes, events) else events
    return known[place]


def _events(engine: Engine, scope: ir.Scope, name: str) -> list[ir.Event]:
    """Everything that happens to a name and to what it holds, wherever it is seen."""
    changes = engine.world.changes
    events = [
        *scope.stores.get(name, ()),
        *changes.declared_stores(scope, name),
        *changes.mutations(scope, name),
    ]
    if not isinstance(scope, ir.Module):
        return events
    origin = changes.origin(scope, name, engine.imports.find)
    if origin is not None:
        home, attribute = origin
        shared = [
            *changes.mutations(home, attribute),
            *engine.changes_from_outside(home, attribute),
        ]
        return [event for event in shared if event.kind != "bind"]
    if events and all(event.kind == "import" for event in events):
        return events  # A name of another library; nobody changes what is only borrowed here.
    return events + engine.changes_from_outside(scope, name)


def _is_filled(engine: Engine, scope: ir.Module, name: str, witness: ir.Event) -> bool:
    """Whether a change fills a placeholder, at a time that the body of the module does not show."""
    if witness.scope is scope or _moments(engine, scope, witness) is not None:
        return False
    home, own = _origin(engine, scope, name)
    changes = _changes(engine, scope, name)
    return placeholders.is_filled_once(engine.world.changes, home, own, changes)


def _origin(engine: Engine, scope: ir.Module, name: str) -> tuple[ir.Module, str]:
    """The module that has what a global is, and its name there."""
    return engine.world.changes.origin(scope, name, engine.imports.find) or (scope, name)


def _is_kind(kind: str, kinds: tuple[str, ...]) -> bool:
    return kind in kinds or kind.partition(":")[0] in kinds


def _first_later(
    engine: Engine, scope: ir.Scope, name: str, events: list[ir.Event], region: Region
) -> ir.Event | None:
    """The first of some changes that comes after the traced function may have run."""
    function = region.function
    if function is None:
        return None
    anchor = _anchor(function, scope)
    tracing: _Tracing | None = None
    for event in events:
        if inside(event.scope, function):
            continue
        moments = [event] if event.scope is scope else _moments(engine, scope, event)
        if moments is None:
            set_first = entries.sets_first(engine, event, anchor)
            if not set_first and _changes_from_elsewhere(engine, event):
                return event
        elif anchor is not None:
            changes = _changes(engine, scope, name)
            if late_binding.is_bound_late(engine, region, anchor, changes, event):
                return event
            if tracing is None:
                uses = _uses(engine, scope, anchor, region)
                tracing = _Tracing(
                    scope, region, anchor, uses, f"into:{name}", rekeyed.renewals(engine, scope)
                )
            if any(_comes_later(engine, moment, tracing) for moment in moments):
                return event
    return None


def _moments(engine: Engine, scope: ir.Scope, event: ir.Event) -> list[ir.Event] | None:
    """When a function of the module makes a change: where its body calls it; None if elsewhere."""
    writer = event.scope
    if not isinstance(scope, ir.Module) or not isinstance(writer, ir.Function):
        return None
    loads, called = scope.loads.get(writer.name, []), _called_by(scope)
    straight = bool(loads) and all(load.order in called for load in loads)
    if writer.parent is not scope or writer.decorators or not straight:
        return None
    if engine.world.changes.helpers(scope, {writer.name}, 1) or engine.named_elsewhere(writer.name):
        return None
    return [event._replace(order=load.order, loops=load.loops, arms=load.arms) for load in loads]


def _called_by(module: ir.Module) -> set[int]:
    """The orders of the names that the statements of a module call, as they are."""
    values = (one.value for one in module.body if isinstance(one, ir.ExprStmt))
    calls = (value.func for value in values if isinstance(value, ir.Call))
    return {func.order for func in calls if isinstance(func, ir.Name)}


def _changes_from_elsewhere(engine: Engine, event: ir.Event) -> bool:
    """Whether a change in another scope than the owner's may come at any time."""
    if isinstance(event.scope, ir.Module):
        return bool(event.loops)
    return not _REGISTERS.search(event.scope.name) and not sets_up(engine, event)


class _Tracing(NamedTuple):
    """When a function may be traced that reads a name of a scope.

    ``anchor`` is what the scope defines of it, ``uses`` are the reads of that. What is ``handed``
    the name is no use. ``renewals`` are the orders at which the scope has all traced anew.
    """

    scope: ir.Scope
    region: Region
    anchor: ir.Scope
    uses: list[ir.Event]
    handed: str
    renewals: list[int]


def _comes_later(engine: Engine, event: ir.Event, traced: _Tracing) -> bool:
    scope, region, anchor, uses, handed, renewals = traced
    tracing = uses if region.transform.body is Body.WRAPS else _uses_here(uses, region)
    inner = set(event.loops) - set(anchor.loops)
    for use in tracing:
        if inner & set(use.loops) and (tracing is uses or not _exclusive(use, event)):
            return True
    if engine.world.changes.is_first(scope, event):
        return False
    since = max([one for one in renewals if one < event.order], default=0)
    until = min([one for one in renewals if one > event.order], default=None)
    before = any(
        since < use.order < event.order and use.kind != handed and not _exclusive(use, event)
        for use in tracing
    )
    after = any(use.order > event.order and (until is None or use.order < until) for use in uses)
    return before and (after or region.stored)


def inside(scope: ir.Scope, function: ir.Function) -> bool:
    """Whether a scope is a function, or lies inside it."""
    current: ir.Scope | None = scope
    while current is not None:
        if current is function:
            return True
        current = current.parent
    return False


def _anchor(function: ir.Function, scope: ir.Scope) -> ir.Scope | None:
    """The function itself, or the one around it, that is defined in the owning scope."""
    current: ir.Scope = function
    while current.parent is not None and current.parent is not scope:
        current = current.parent
    return current if current.parent is scope else None


def _uses(engine: Engine, scope: ir.Scope, anchor: ir.Scope, region: Region) -> list[ir.Event]:
    """The reads of the name that holds the function. A lambda inside a call has none of its own."""
    name = anchor.name
    if isinstance(anchor, ir.Function) and anchor.is_lambda:
        name = anchor.holder
        if region.transform.body is not Body.WRAPS and region.function is anchor:
            name = ""
    names = {name, region.holder} if region.function is anchor else {name}
    direct = [use for held in names for use in _until_rebound(scope, held, anchor)]
    return direct + [
        use
        for held in sorted(names - {""})
        for use in _until_rebound(scope, held, anchor, _uses_through_helpers(engine, scope, held))
    ]


def _uses_here(uses: list[ir.Event], region: Region) -> list[ir.Event]:
    """The uses inside the call that traces at once; all of them when it holds none by name."""
    call = region.why.node
    return [use for use in uses if call is not None and call.encloses(use.node)] or uses


def _uses_through_helpers(engine: Engine, scope: ir.Scope, name: str) -> list[ir.Event]:
    """The reads of functions of the scope that use the named one, directly or further down."""
    helpers = engine.world.changes.helpers(scope, {name}, budgets.HELPERS)
    found = [use for helper in helpers for use in scope.loads.get(helper, ())]
    if isinstance(scope, ir.Module):
        found += [event for helper in helpers for event in scope.stores.get(helper, ())]
    return found


def _until_rebound(
    scope: ir.Scope, name: str, anchor: ir.Scope, uses: Sequence[ir.Event] | None = None
) -> list[ir.Event]:
    """The uses of a name that mean the function: behind it, up to where the name is bound again."""
    stores = [e.order for e in scope.stores.get(name, ()) if e.order > anchor.order]
    own = 0 if name == anchor.name else 1
    end = stores[own] if len(stores) > own else None
    return [
        use
        for use in (scope.loads.get(name, ()) if uses is None else uses)
        if use.order > anchor.order and (end is None or use.order < end)
    ]


def _exclusive(one: ir.Event, other: ir.Event) -> bool:
    """Whether two places lie in different arms of one branch."""
    return any(a.branch == b.branch and a.number != b.number for a in one.arms for b in other.arms)


def sets_up(engine: Engine, event: ir.Event) -> bool:
    """Whether a change makes nothing stale: it only fills once, or all is traced anew behind it."""
    if is_scoped(event.scope) or forgetting.is_followed(event):
        return True
    if event.kind == "define" or event.fills:
        return True
    return rekeyed.is_rekeyed(engine, event)
