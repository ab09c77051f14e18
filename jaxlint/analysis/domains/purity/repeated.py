"""Calls of a function that was traced before: what it read then may have changed on the way.

That is seen on the path itself, in the order in which the code runs. What other code may change at
any time is seen by ``witnesses`` and ``frozen_fields``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import (
    AttributeRead,
    AttributeWritten,
    ContainerChanged,
    Defined,
    FrameDone,
    ItemSought,
    ItemWritten,
    MemoryWritten,
    NameAugmented,
    NameBound,
    NameRead,
    OuterNameBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import but, of
from jaxlint.analysis.domains.purity import (
    changing,
    checks,
    equal_fields,
    finishing,
    keyed,
    looked_into,
    memos,
    parted,
    purity,
    retraced,
    spelled,
    unchanging,
    upkeep,
    warm,
)
from jaxlint.analysis.domains.purity.kept_reads import ANY, FILLED, Change, KeptReads
from jaxlint.analysis.domains.purity.observations import (
    FrozenClosureRead,
    FrozenFieldRead,
    FrozenGlobalRead,
    FrozenRead,
    HostValueFrozen,
)
from jaxlint.analysis.domains.purity.state import Reads
from jaxlint.analysis.domains.tracing.events import BodyLeft
from jaxlint.analysis.semantics import classes, outer_names
from jaxlint.analysis.values.kinds import (
    Const,
    Container,
    External,
    HostArray,
    Imported,
    Instance,
    ModuleValue,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge import libraries
from jaxlint.knowledge.configuration import ENVIRONMENT
from jaxlint.knowledge.host import MUTATING_METHODS, Held
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.analysis.core.engine import Engine


_HELD = (Container, HostArray)
_OBJECTS = (Instance, ClassValue, Function, Unknown)


_Reading = tuple[type[FrozenRead], str, object, object, Region | None]


@dataclass(slots=True, frozen=True, eq=False)
class Reading(Effect):
    """A trace read a part of what ``holder`` holds, which was made in a region.

    The holder is a frame, or the token of an object; the part is a variable, field or element.
    """

    module: ir.Module
    node: ir.Place
    kind: type[FrozenRead]
    name: str
    holder: object
    part: object
    made: Region | None
    scope: ir.Scope

    domain = "purity"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Read it once more, in the code that calls."""
        _keep(engine, frame, self)


class _Called(Effect):
    """A kept trace was used, or what it may have read was changed: that has to be seen again."""

    __slots__ = ()
    domain = "purity"
    binds = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Do nothing: such a call is never answered from memory."""


_CALLED = _Called(Unknown())


@dataclass(slots=True, eq=False)
class _Readings:
    """The readings of a run, each of which is one effect, and the functions that make any.

    ``bound`` is what a function bound last to a variable of a function around it.
    """

    readers: set[tuple[object, ...]] = field(default_factory=set)
    known: dict[tuple[ir.Place, object, object], Reading] = field(default_factory=dict)
    bound: dict[tuple[Frame, str], Value] = field(default_factory=dict)


# --- what is read --------------------------------------------------------------------------------


@purity.on(NameRead, traced=True, about=but(ModuleValue, External, ClassValue))
def name_read(engine: Engine, frame: Frame, event: NameRead) -> None:
    """A variable of an outer frame is read, and perhaps all of what it holds."""
    node, owner, value, whole = event
    if upkeep.is_upkeep(engine, frame, node, value):
        return
    kind = FrozenGlobalRead if isinstance(owner.scope, ir.Module) else FrozenClosureRead
    note(engine, frame, node, (kind, node.id, owner, node.id, owner.region))
    if whole and isinstance(value, _HELD):
        note(engine, frame, node, (kind, node.id, value.token, ANY, owner.region))


@purity.on(AttributeRead, traced=True, about=of(*_OBJECTS))
def attribute_read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """A field is read of an object that is not traced, and perhaps all of what it holds."""
    node, base, value = event
    if not changing.may_change(engine, frame.module, node) or not _is_kept(base):
        return
    if spelled.is_counted(frame, node) or _is_of_trace(frame, value):
        return
    owner = _owner(frame, node.base) if isinstance(base, Unknown) else base
    if isinstance(base, Unknown) and owner is None and not _is_outer(frame, node.base):
        return
    made = owner.region if isinstance(owner, Instance | Function) else None
    kind: type[FrozenRead] = FrozenFieldRead if isinstance(owner, Instance) else FrozenGlobalRead
    name = f"{spelled.spell(node.base)}.{node.attr}"
    part = parted.read_of(frame, node)
    for holder in _holders(base, node.attr):
        note(engine, frame, node, (kind, name, holder.token, part, made))
    if isinstance(value, _HELD) and not looked_into.is_looked_into(engine, frame.scope, node):
        part = FILLED if memos.is_own_entry(engine, frame.scope, node) else ANY
        note(engine, frame, node, (kind, name, value.token, part, made))


@purity.on(AttributeRead, traced=True, about=of(ModuleValue))
def content_read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """All is read of what a variable of another module holds."""
    node, _, value = event
    if isinstance(value, _HELD) and not looked_into.is_looked_into(engine, frame.scope, node):
        part = FILLED if memos.is_own_entry(engine, frame.scope, node) else ANY
        note(engine, frame, node, (FrozenGlobalRead, spelled.spell(node), value.token, part, None))


@purity.on(ItemSought, traced=True, about=of(*_HELD))
def item_read(engine: Engine, frame: Frame, event: ItemSought) -> None:
    """An element is read of a container that is not traced."""
    node, base = event
    assert isinstance(base, _HELD)
    part = node.index.value if isinstance(node.index, ir.Constant) else ANY
    _element_read(engine, frame, node, node.base, base, part)
    if isinstance(base, Container) and not looked_into.is_looked_into(engine, frame.scope, node):
        for value in base.values if part is ANY else (base.items.get(part),):
            if isinstance(value, _HELD):
                _element_read(engine, frame, node, node.base, value, ANY)


@purity.on(MethodCalled, traced=True, about=of(*_HELD))
def method_read(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """A method tells of what a container holds."""
    if not isinstance(event.base, _HELD) or event.name in MUTATING_METHODS:
        return
    source, given = event.source, event.arguments.positional
    if source is None or not isinstance(source.func, ir.Attribute):
        return
    one = event.name == "get" and bool(given) and isinstance(given[0], Const)
    part = given[0].value if one and isinstance(given[0], Const) else ANY
    _element_read(engine, frame, source.func, source.func.base, event.base, part)


def _element_read(
    engine: Engine,
    frame: Frame,
    node: ir.Expr,
    holder: ir.Expr,
    base: Container | HostArray,
    part: object,
) -> None:
    in_field = isinstance(holder, ir.Attribute) and not _of_module(frame, holder)
    kind: type[FrozenRead] = FrozenFieldRead if in_field else FrozenGlobalRead
    if not in_field and not _in_module(frame, holder):
        kind = FrozenClosureRead
    shown = "..." if part is ANY else repr(part)
    made = base.region if isinstance(base, Container) else None
    part = FILLED if memos.is_own_entry(engine, frame.scope, holder) else part
    note(engine, frame, node, (kind, f"{spelled.spell(holder)}[{shown}]", base.token, part, made))


def note(
    engine: Engine,
    frame: Frame,
    node: ir.Expr,
    read: tuple[*_Reading],
    at: ir.Place | None = None,
) -> None:
    """Keep what a trace reads by an expression, or by what is made of it, if that may change."""
    if (
        engine.context.writing
        or checks.is_checked_only(frame)
        or memos.is_memo(engine, frame, node)
    ):
        return
    if not changing.may_change(engine, frame.module, node):
        return
    if finishing.is_kept(frame.scope, node.place):
        return
    known = engine.kept(_Readings).known
    at = at or node.place
    place = at, read[2], read[3]
    if place not in known:
        known[place] = Reading(None, frame.module, at, *read, frame.scope)
    engine.log(known[place])
    _keep(engine, frame, known[place])


def _keep(engine: Engine, frame: Frame, read: Reading) -> None:
    """Observe what a trace reads if it was made before that changed; keep it for its next call."""
    for region in _kept_regions(frame.region, read.made):
        if not engine.bound.whole:
            engine.kept(Reads).script.traced.add(region.function)
        engine.kept(_Readings).readers.add(region.identity)
        known = engine.store.part(KeptReads)
        missed = known.again(read.holder, read.part, region)
        change = None if missed is None else missed.change
        if missed is None or change is None:
            continue
        if retraced.is_anew(engine, region, missed.region):
            known.anew(read.holder, read.part, region)
            continue
        why = Why(f"`{read.name}` changes here later", change.module, change.node, frame.why)
        where = read.module, read.node, why
        if read.holder is ENVIRONMENT:
            engine.observe(
                HostValueFrozen(*where, Held.ENVIRONMENT, region, read.scope, changes=True)
            )
        else:
            seen = read.kind(*where, read.name, region, read.scope)
            engine.observe(keyed.unless_keyed(engine, seen))


def _kept_regions(region: Region | None, made: Region | None) -> Iterator[Region]:
    """The regions around code whose traces are kept, and which something made is outside of.

    Of the functions that the turns of a loop make and keep it is not known which one is called.
    """
    while region is not None and region is not made:
        outside = made is None or region.within(made)
        if region.transform.cached and outside and not region.late:
            yield region
        region = region.parent


def _is_kept(base: Value) -> bool:
    """Whether a trace holds on to an object, and does not get the values in its fields anew."""
    if not isinstance(base, Instance):
        return True
    kind = classes.kind(base.cls)
    return base.traced is None and kind not in libraries.MANAGED and kind not in libraries.PYTREES


def _is_of_trace(frame: Frame, value: Value) -> bool:
    """Whether a value is traced by the trace under way, which then has stored it where it is."""
    frozen = None if frame.region is None else frame.region.frozen()
    return frozen is not None and isinstance(value, Traced) and value.region.within(frozen)


def _holders(base: Value, attr: str) -> Iterator[Value]:
    """The objects that an attribute may come from: the object itself, or a class of its."""
    yield base
    if isinstance(base, Instance):
        for cls in classes.ancestry(base.cls):
            if isinstance(cls, ClassValue) and cls.body is not None and attr in cls.body.env:
                yield cls


@purity.on(BodyLeft, traced=True)
def called(engine: Engine, frame: Frame, event: BodyLeft) -> None:
    """Plain code has called a function whose trace may be used again."""
    region = event.region
    if region.parent is None and region.identity in engine.kept(_Readings).readers:
        engine.log(_CALLED)
        engine.store.part(KeptReads).used[region.identity] = engine.serial()


# --- what changes --------------------------------------------------------------------------------


@purity.on(NameBound, traced=False)
def name_bound(engine: Engine, frame: Frame, event: NameBound) -> None:
    """A variable is bound to another value."""
    known = _known(engine, event.target.place)
    old = frame.env.get(event.target.id)
    if known is None or old is None or _is_same(old, event.value):
        return
    if unchanging.is_size(frame.statement):
        return
    static = unchanging.static_part(engine.world.changes, frame.scope, frame.statement)
    if static is not event.target:
        known.changed(frame, event.target.id, Change(frame.module, event.target.place))


@purity.on(OuterNameBound, traced=False)
def outer_name_bound(engine: Engine, frame: Frame, event: OuterNameBound) -> None:
    """A variable of another frame is bound to another value."""
    target, known = event.target, _known(engine, event.target.place)
    owner = outer_names.owner(frame.closure, frame.scope, target.id)
    if owner is None:
        return
    bound = engine.kept(_Readings).bound
    old = bound.get((owner, target.id), owner.env.get(target.id))
    engine.log(_CALLED)
    bound[owner, target.id] = event.value
    if known is not None and old is not None and not _is_same(old, event.value):
        known.changed(owner, target.id, Change(frame.module, target.place))


@purity.on(Defined, traced=False)
def defined(engine: Engine, frame: Frame, event: Defined) -> None:
    """A name is defined once more."""
    known, definition = _known(engine, event.definition.place), event.definition
    if known is not None and definition.name in frame.env:
        known.changed(frame, definition.name, Change(frame.module, definition.place))


@purity.on(AttributeWritten, traced=False)
def attribute_written(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """A field gets another value."""
    known = _known(engine, event.target.base.place)
    _see_again(engine, frame, event.target)
    if known is not None and not equal_fields.is_same_again(engine, frame, event):
        change = Change(frame.module, event.target.place)
        for part in parted.written(frame, event.target, known.parts(event.base.token)):
            known.changed(event.base.token, part, change)


@purity.on(ItemWritten, traced=False)
def item_written(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """An element gets another value, or goes."""
    index = event.target.index
    part = index.value if isinstance(index, ir.Constant) else ANY
    _known(engine, event.target.base.place)
    _see_again(engine, frame, event.target)
    fills = memos.fills(engine, frame, event.target)
    if fills and warm.is_met_again(engine, event.target.place):
        return
    _changed(engine, frame, event.base, part, event.target.place, fills=fills)


@purity.on(ContainerChanged, MemoryWritten, traced=False)
def content_changed(engine: Engine, frame: Frame, event: ContainerChanged | MemoryWritten) -> None:
    """A method or a function changes what a container or an array holds."""
    source = event.source if isinstance(event, ContainerChanged) else None
    if source is not None and isinstance(source.func, ir.Attribute):
        _known(engine, source.func.base.place)
        _see_again(engine, frame, source.func.base)
    fills = source is not None and ir.last_name(source.func) == "setdefault"
    _changed(engine, frame, event.base, ANY, event.node, fills=fills)


@purity.on(NameAugmented, traced=False)
def augmented(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """What a name holds is changed in place by an operator."""
    _changed(engine, frame, event.old, ANY, event.node.target.place)


@purity.on(MethodCalled, traced=False, about=of(HostArray))
def method_called(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """An array is changed by a method of its own."""
    if event.name in MUTATING_METHODS:
        _changed(engine, frame, event.base, ANY, event.node)


def _known(engine: Engine, node: ir.Place) -> KeptReads | None:
    """What traces have read by now, where something changes."""
    if not engine.bound.whole:
        engine.kept(Reads).script.changed.add(node)
    return engine.store.known(KeptReads)


@purity.on(FrameDone, traced=False)
def body_done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """The body of the module has run: functions may be left that others call again."""
    known = engine.store.known(KeptReads)
    if known is None or frame is not engine.frame or engine.bound.whole:
        return
    for region in known.stale():
        names = {region.holder, region.function.name if region.function is not None else ""} - {""}
        if any(_is_called_elsewhere(engine, name) for name in sorted(names)):
            engine.kept(Reads).script.left.add(region.function)


def _is_called_elsewhere(engine: Engine, name: str) -> bool:
    """Whether code that the body of the module did not run reads a name."""
    left = (scope for scope in changes.below(engine.module) if scope not in engine.visited)
    return any(name in scope.loads for scope in left) or engine.named_elsewhere(name)


def _changed(
    engine: Engine, frame: Frame, base: Value, part: object, node: ir.Place, *, fills: bool = False
) -> None:
    known = _known(engine, node)
    holder = _holder(base)
    if known is not None and holder is not None:
        known.changed(holder, part, Change(frame.module, node), fills=fills)


def _see_again(engine: Engine, frame: Frame, changed: ir.Expr) -> None:
    """Let calls be run again that change what a variable around them holds."""
    root = spelled.root(changed)
    owner = None if root is None or root.id in frame.env else frame.holder(root.id)
    if owner is not None:
        engine.log(_CALLED)


def _holder(base: Value) -> object:
    """Under what is kept what was read of something; None where that does not matter."""
    if isinstance(base, External):
        return ENVIRONMENT if base.name == ENVIRONMENT else None
    return base.token if isinstance(base, _HELD) else None


def _is_same(old: Value, new: Value) -> bool:
    """Whether a variable goes on holding what it held."""
    if isinstance(old, Const) and isinstance(new, Const):
        return type(old.value) is type(new.value) and old.value == new.value
    return old.token is new.token


# --- words ---------------------------------------------------------------------------------------


def _is_outer(frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression starts from a variable of an outer frame."""
    root = spelled.root(node)
    return root is not None and root.id not in frame.env


def _owner(frame: Frame, node: ir.Expr) -> Instance | None:
    """The object that a trace holds on to, of which an expression reads a field."""
    root = spelled.root(node)
    holder = None if root is None else frame.holder(root.id)
    owner = None if root is None or holder is None else holder.env[root.id]
    return owner if isinstance(owner, Instance) and _is_kept(owner) else None


def _in_module(frame: Frame, holder: ir.Expr) -> bool:
    while isinstance(holder, ir.Attribute | ir.Subscript):
        holder = holder.base
    owner = frame.holder(holder.id) if isinstance(holder, ir.Name) else frame
    return owner is not None and isinstance(owner.scope, ir.Module)


def _of_module(frame: Frame, holder: ir.Attribute) -> bool:
    """Whether an attribute is a variable of a module, by its name."""
    owner = frame.holder(holder.base.id) if isinstance(holder.base, ir.Name) else None
    held = owner.env.get(holder.base.id) if owner and isinstance(holder.base, ir.Name) else None
    return isinstance(held, ModuleValue | Imported)
