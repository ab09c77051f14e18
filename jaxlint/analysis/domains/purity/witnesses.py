"""Witnesses: the place where something that traced code has frozen changes later.

Reading a name that is bound once is fine. Only a later change makes the frozen value wrong, so a
read is observed together with the change, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import AttributeRead, ItemSought, ModuleDone, NameRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.purity.observations import (
    FrozenClosureRead,
    FrozenFieldRead,
    FrozenGlobalRead,
    FrozenRead,
)
from jaxlint.analysis.domains.purity.state import PendingField, Reads
from jaxlint.analysis.semantics import classes, outer_names
from jaxlint.analysis.values.kinds import (
    ClassValue,
    Container,
    External,
    Function,
    HostArray,
    Instance,
    ModuleValue,
    Partial,
    Region,
    Transformed,
    Why,
    is_none,
)
from jaxlint.knowledge import libraries, names
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_REGISTERS = re.compile(r"regist|decorat|wrap|import|load|init|plugin|__", re.IGNORECASE)
_BUILDS = re.compile(r"_*(init|setup|build|prepare|configure|compile|make|create)(_|$|ialize)")
_CODE = (Function, ClassValue, ModuleValue, External, Transformed, Partial)


# --- names ---------------------------------------------------------------------------------------


@purity.on(NameRead, traced=True)
def name_read(engine: Engine, frame: Frame, event: NameRead) -> None:
    """Observe a read of an outer name that is bound anew, or changed in place, later."""
    node, owner, value, whole = event
    region = _freezing(engine, frame, owner.region, lasting=_is_module(owner))
    if region is None or isinstance(value, ClassValue | ModuleValue | External):
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
    _observe(engine, frame, node, node.id, _kind(owner.scope), region, witness)


@purity.on(ItemSought, traced=True)
def item_read(engine: Engine, frame: Frame, event: ItemSought) -> None:
    """Observe a read of an entry of an outer dict that is given a new value later."""
    node, base = event
    if isinstance(base, Container) and all(is_none(item) for item in base.values):
        return
    if isinstance(node.base, ir.Name) and isinstance(node.index, ir.Constant):
        kind = f"item:{node.index.value!r}"
        _note_part(engine, frame, node, node.base, kind, f"{node.base.id}[{node.index.value!r}]")


@purity.on(AttributeRead, traced=True)
def attribute_read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe a read of a field of an outer object that is assigned again later."""
    node, base = event.node, event.base
    if not isinstance(node.base, ir.Name):
        return
    if isinstance(base, Instance) and _note_field(engine, frame, node, base):
        return
    if isinstance(base, ModuleValue):
        _note_module_attribute(engine, frame, node, base.module)
        return
    kind = f"attribute:{node.attr}"
    _note_part(engine, frame, node, node.base, kind, f"{node.base.id}.{node.attr}")


def _note_part(
    engine: Engine, frame: Frame, node: ir.Expr, base: ir.Name, kind: str, name: str
) -> None:
    if base.id in frame.env:
        return
    owner = frame.closure
    while owner is not None and (base.id not in owner.env or isinstance(owner.scope, ir.Class)):
        owner = owner.closure
    if owner is None:
        return
    region = _freezing(engine, frame, owner.region, lasting=_is_module(owner))
    if region is None:
        return
    witness = _change_of(engine, owner.scope, base.id, region, (kind,))
    if witness is not None:
        _observe(engine, frame, node, name, _kind(owner.scope), region, witness)


def _note_module_attribute(
    engine: Engine, frame: Frame, node: ir.Attribute, module: ir.Module
) -> None:
    """A global of another module, read through the module."""
    region = _freezing(engine, frame, None, lasting=True)
    if region is None or f"{module.name}.{node.attr}" in engine.transforms:
        return
    value = engine.module_attribute(module, node.attr)
    kinds = ("bind", "augment", *(("call",) if isinstance(value, Container) else ()))
    witness = _change_of(engine, module, node.attr, region, kinds)
    if witness is not None and not isinstance(value, _CODE):
        assert isinstance(node.base, ir.Name)
        name = f"{node.base.id}.{node.attr}"
        _observe(engine, frame, node, name, FrozenGlobalRead, region, witness)


def _freezing(
    engine: Engine, frame: Frame, owner: Region | None, *, lasting: bool
) -> Region | None:
    """The cached region around the frame, if it lies inside the region that owns the name."""
    region = frame.region
    if region is None or region is owner or engine.context.writing:
        return None
    frozen = region.frozen(lasting=lasting)
    if frozen is None or (owner is not None and owner.within(frozen)):
        return None
    return frozen


def _is_module(frame: Frame) -> bool:
    return isinstance(frame.scope, ir.Module)


def _kind(scope: ir.Scope) -> type[FrozenRead]:
    return FrozenGlobalRead if isinstance(scope, ir.Module) else FrozenClosureRead


def _observe(
    engine: Engine,
    frame: Frame,
    node: ir.Expr,
    name: str,
    kind: type[FrozenRead],
    region: Region,
    witness: ir.Event,
) -> None:
    module = witness.scope.module or frame.module
    why = Why(f"`{name}` changes here later", module, witness.node, frame.why)
    engine.observe(kind(frame.module, node.place, why, name, region))


# --- changes -------------------------------------------------------------------------------------


def _change_of(
    engine: Engine, scope: ir.Scope, name: str, region: Region, kinds: tuple[str, ...]
) -> ir.Event | None:
    """The first change of a name that comes after the traced function may have run."""
    place = (scope, name, region.function, kinds, region.late, region.why.node)
    known = engine.kept(Reads).witnesses
    if place not in known:
        events = _last(engine, scope, name, kinds)
        known[place] = _first_later(engine, scope, name, events, region)
    return known[place]


def _last(engine: Engine, scope: ir.Scope, name: str, kinds: tuple[str, ...]) -> list[ir.Event]:
    """The last ``budgets.CHANGES`` changes of some kinds of a name, in order."""
    place = scope, name, kinds
    known = engine.kept(Reads).changes
    if place not in known:
        events = [event for event in _events(engine, scope, name) if _is_kind(event.kind, kinds)]
        events.sort(key=lambda event: event.order)
        known[place] = events[-budgets.CHANGES :]
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
    origin = changes.origin(scope, name, engine.find)
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
    uses: list[ir.Event] | None = None
    handed = f"into:{name}"
    for event in events:
        if _inside(event.scope, function):
            continue
        moments = [event] if event.scope is scope else _moments(engine, scope, event)
        if moments is None:
            if _changes_from_elsewhere(event):
                return event
        elif anchor is not None:
            if uses is None:
                uses = _uses(engine, scope, anchor, region)
            for moment in moments:
                if _comes_later(engine, scope, moment, region, anchor, uses, handed):
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


def _changes_from_elsewhere(event: ir.Event) -> bool:
    """Whether a change in another scope than the owner's may come at any time."""
    if isinstance(event.scope, ir.Module):
        return bool(event.loops)
    return not _REGISTERS.search(event.scope.name) and not _sets_up(event)


def _comes_later(
    engine: Engine,
    scope: ir.Scope,
    event: ir.Event,
    region: Region,
    anchor: ir.Scope,
    uses: list[ir.Event],
    handed: str,
) -> bool:
    shared = set(event.loops) & set(anchor.loops)
    if region.late and event.kind == "loop" and shared:
        return True
    tracing = uses if region.transform.body is Body.WRAPS else _uses_here(uses, region)
    inner = set(event.loops) - set(anchor.loops)
    for use in tracing:
        if inner & set(use.loops) and (tracing is uses or not _exclusive(use, event)):
            return True
    if engine.world.changes.is_first(scope, event):
        return False
    before = any(
        use.order < event.order and use.kind != handed and not _exclusive(use, event)
        for use in tracing
    )
    after = any(use.order > event.order for use in uses)
    return before and (after or region.stored)


def _inside(scope: ir.Scope, function: ir.Function) -> bool:
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


def _sets_up(event: ir.Event) -> bool:
    """Whether a function changes something only to fill it once: lazily, or as a registry does."""
    if outer_names.is_scoped(event.scope):
        return True
    return event.kind == "define" or any(arm.fills for arm in event.arms)


# --- fields --------------------------------------------------------------------------------------


def _note_field(engine: Engine, frame: Frame, node: ir.Attribute, base: Instance) -> bool:
    """A field of an object that the trace holds on to; return whether the object is such a one."""
    cls = base.cls
    if not isinstance(cls, ClassValue) or base.traced is not None:
        return False
    if classes.kind(cls) in libraries.MANAGED or classes.kind(cls) in libraries.PYTREES:
        return False
    region = _freezing(engine, frame, base.region, lasting=True)
    if region is None or classes.method(cls, node.attr):
        return False
    witness = _field_store(engine, cls, node.attr, region)
    if witness is None:
        callers = frozenset((*engine.stack, *_outermost(region)))
        pending = PendingField(cls, node.attr, frame, node, region, callers)
        engine.kept(Reads).pending.append(pending)
        return False
    _observe_field(engine, frame, node, region, witness)
    return True


def _outermost(region: Region) -> list[ir.Scope]:
    """The scopes from which a region and those around it were entered."""
    scopes: list[ir.Scope] = []
    current: Region | None = region
    while current is not None:
        if current.caller is not None:
            scopes.append(current.caller)
        current = current.parent
    return scopes


@purity.on(ModuleDone)
def settle_fields(engine: Engine, frame: Frame, event: ModuleDone) -> None:
    """Observe the frozen reads of fields that other code was meanwhile seen to assign."""
    reads = engine.kept(Reads)
    for pending in reads.pending:
        for cls in classes.ancestry(pending.cls):
            for witness, callers in reads.stores.get((cls, pending.attr), ()):
                if callers & pending.callers and not _inside_any(witness.scope, pending.region):
                    _observe_field(engine, pending.frame, pending.node, pending.region, witness)


def _inside_any(scope: ir.Scope, region: Region) -> bool:
    return region.function is not None and _inside(scope, region.function)


def _observe_field(
    engine: Engine, frame: Frame, node: ir.Attribute, region: Region, witness: ir.Event
) -> None:
    base = node.base.id if isinstance(node.base, ir.Name) else "..."
    _observe(engine, frame, node, f"{base}.{node.attr}", FrozenFieldRead, region, witness)


def note_field_store(engine: Engine, frame: Frame, target: ir.Attribute, cls: ClassValue) -> None:
    """Remember that plain code assigns a field of an object from outside of its class."""
    own = isinstance(frame.scope, ir.Function) and frame.scope.owner is not None
    receiver = frame.scope.parameters[0].name if own and frame.scope.parameters else ""  # type: ignore[attr-defined]
    if isinstance(target.base, ir.Name) and target.base.id == receiver:
        return
    if not _used_before(frame.scope, target):
        return
    event = ir.Event("attribute", 0, (), (), target.place, frame.scope)
    stores = engine.kept(Reads).stores.setdefault((cls, target.attr), [])
    stores.append((event, frozenset((*engine.stack, frame.scope))))


def _used_before(scope: ir.Scope, target: ir.Attribute) -> bool:
    """Whether the object was at work before its field is assigned, and not just being set up."""
    if not isinstance(target.base, ir.Name):
        return True
    name, order = target.base.id, target.base.order
    if name not in scope.bound or any(e.kind == "parameter" for e in scope.stores.get(name, ())):
        return True
    return any(
        event.order < order and event.kind != "store" for event in scope.entries.get(name, ())
    )


def _field_store(engine: Engine, cls: ClassValue, attr: str, region: Region) -> ir.Event | None:
    """An assignment to the field, or into it, by a method that is no constructor.

    Only a field that the constructor gave a value is changed by that; one that it left empty is
    filled.
    """
    first = classes.initial_field(engine, cls, attr)
    if first is None or is_none(first):
        return None
    empty = isinstance(first, Container) and not first.values
    for owner in classes.ancestry(cls):
        if not isinstance(owner, ClassValue):
            continue
        for scope in owner.definition.inner:
            if scope in engine.stack:
                continue
            if isinstance(scope, ir.Function) and not _builds(engine, owner.definition, scope):
                inside = isinstance(first, Container) and not empty
                event = _store_in(scope, attr, region, inside)
                if event is not None:
                    return event
    return None


def _store_in(scope: ir.Function, attr: str, region: Region, container: bool) -> ir.Event | None:
    if region.function is not None and _inside(region.function, scope):
        return None
    receiver = scope.parameters[0].name if scope.parameters else ""
    for event in scope.mutations.get(receiver, ()):
        inside = container and event.kind.startswith(f"within:{attr}/")
        if (event.kind == f"attribute:{attr}" or inside) and not _sets_up(event):
            return event
    return None


def _makes_jits(scope: ir.Function) -> bool:
    """Whether a method transforms anew what it may have made stale."""
    return any("jit" in name for name in (*scope.methods_called, *scope.loads))


def _builds(engine: Engine, cls: ir.Class, scope: ir.Function) -> bool:
    """Whether a method is a constructor, or looks like a part of one."""
    if _BUILDS.match(scope.name) or _makes_jits(scope):
        return True
    return _only_constructs(engine, cls, scope)


def _only_constructs(engine: Engine, cls: ir.Class, scope: ir.Scope) -> bool:
    """Whether a method is a constructor, or only called by constructors of its class."""
    pending, seen, constructed = [scope], {scope}, False
    while pending:
        current = pending.pop()
        if current.name in names.BUILDERS:
            constructed = True
            continue
        callers = engine.world.changes.callers(cls.module or cls, current.name)
        if not callers or any(caller.parent is not cls for caller in callers):
            return False
        pending += [caller for caller in callers if caller not in seen]
        seen.update(callers)
    return constructed
