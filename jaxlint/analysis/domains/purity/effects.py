"""Writes of traced code to what outlives the trace, and into arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core import conditions, origins
from jaxlint.analysis.core.call_events import (
    InstanceCalled,
    MethodCalled,
    OutsideCalled,
    ResultKept,
)
from jaxlint.analysis.core.callables import ClassValue, Function, Transformed
from jaxlint.analysis.core.events import (
    AttributeWritten,
    ContainerChanged,
    ItemWritten,
    NameAugmented,
    OuterNameBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import stores
from jaxlint.analysis.domains.purity import (
    arguments,
    counting,
    finishing,
    frozen_fields,
    host_calls,
    layers,
    memos,
    purity,
    readers,
    restoring,
    spelled,
    taken_out,
    warm,
)
from jaxlint.analysis.domains.purity.observations import (
    OuterWrite,
    Outside,
)
from jaxlint.analysis.semantics import captured, classes, outer_names
from jaxlint.analysis.values.contents import is_text, tracers
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    ModuleValue,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import libraries, names
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_GENERATORS = ("iterator", "generator")
_ITERATORS = (*_GENERATORS, "list")
_BUILDERS = names.BUILDERS | {"init"}


class _Holder(NamedTuple):
    """What is written to, by its kind and name, and where it was ``made``.

    ``awaited`` asks whether it may be read later, ``kept`` whether a tracer is left in it when
    everything has been seen.
    """

    target: Outside
    name: str
    made: Region | None
    awaited: Callable[[], bool] | None = None
    kept: Callable[[], bool] | None = None


def _write(
    engine: Engine, frame: Frame, node: ir.Place, holder: _Holder, value: Value | None
) -> None:
    """Observe a write to something outside, if it leaks a tracer or happens once per trace."""
    region = frame.region
    if region is None or region.only_inspected or engine.context.ends_in_error:
        return
    found = [] if value is None else captured.tracers(engine, value)
    if found and spelled.stay_inside(holder.made, found):
        return
    if not found:
        once = host_calls.traced_once(engine, frame) is not None
        if not once or not counting.counts(frame, holder.target, value):
            return
        if any(
            _asks_whether_unset(one, holder.name) or _asks_for_own_flag(frame.scope, one)
            for one in frame.own_conditions
        ):
            return
        if counting.counts_traces(node):
            return
    elif warm.is_filled(engine, frame, node):
        return
    stored = found[0] if found else None
    why = stored.why if stored is not None else frame.why
    kept = holder.kept if found else None
    what = *holder[:2], region, stored, holder.awaited
    engine.observe(OuterWrite(frame.module, node, why, *what, settled=kept))


def _asks_whether_unset(condition: conditions.Condition, name: str) -> bool:
    """Whether a test asks for the very thing that is written: it is to be done once."""
    unset = {("is not", "true"), ("is", "None"), ("==", "None")}
    return any(fact.left == name and (fact.op, fact.right) in unset for fact in condition.facts)


def _asks_for_own_flag(scope: ir.Scope, condition: conditions.Condition) -> bool:
    """Whether a test asks for a flag that is down, and that the code behind it raises for good."""
    if condition.arm or not ir.is_dotted(condition.test):
        return False
    flag = ir.spelled(condition.test)
    return any(
        isinstance(one.value, ir.Constant)
        and one.value.value is True
        and flag in map(ir.spelled, one.targets)
        for one in ir.assignments_in(*scope.body)
    )


@purity.on(OuterNameBound)
def name_store(engine: Engine, frame: Frame, event: OuterNameBound) -> None:
    """A store to a global or nonlocal name."""
    target, declared, value = event
    owner = outer_names.owner(frame.closure, frame.scope, target.id)
    made = None if owner is None else owner.region
    if declared == "nonlocal" and not _outer(made, frame):
        return
    if restoring.is_put_back(frame.scope, target.place, target.id):
        return
    awaited = None
    if owner is not None and declared == "nonlocal":
        read = readers.is_variable_read_later(engine, owner, frame.scope, target.id)
        if read is None:
            return
        awaited = lambda: read  # noqa: E731
    holder = _Holder(Outside[declared.upper()], target.id, made, awaited)
    _write(engine, frame, target.place, holder, value)


def _outer(made: Region | None, frame: Frame) -> bool:
    """Whether something made in a region was there before the current trace began."""
    return frame.region is not None and frame.region is not made and frame.region.within(made)


@purity.on(AttributeWritten)
def attribute_store(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """A store to an attribute."""
    target, base, value = event
    if isinstance(base, Array | Traced) and target.attr in ("shape", "dtype"):
        return
    if frame.region is None:
        if isinstance(base, Instance) and isinstance(base.cls, ClassValue):
            frozen_fields.note_field_store(engine, target, base.cls, value)
        return
    field = ir.spelled(target)
    put_back = restoring.is_put_back(frame.scope, target.place, field)
    if not put_back and _is_of_copy(engine, frame, target, base):
        return
    if not _outlives(frame, base):
        return
    kept = restoring.note_last(engine, frame.region, base, target.attr, value)
    if put_back or restoring.is_set_again(frame, field) or restoring.is_done_again(frame):
        return
    if finishing.is_undone(engine, frame, target.attr) or finishing.is_reset(frame.scope, field):
        return
    awaited = lambda: readers.may_be_read_later(engine, frame, target, base)  # noqa: E731
    of_object = isinstance(base, Instance)
    name, asked = spelled.spell(target), awaited if of_object else None
    holder = _Holder(Outside.ATTRIBUTE, name, _made(base), asked, kept)
    _write(engine, frame, target.place, holder, value)


def _is_of_copy(engine: Engine, frame: Frame, target: ir.Attribute, base: Value) -> bool:
    """Note a change of an argument; return whether it is one of a copy of what is looked at."""
    of_project = isinstance(base, Instance) and isinstance(base.cls, ClassValue)
    if isinstance(base, Instance) and of_project and base.traced is None:
        return arguments.change_copy(engine, frame, target, base, target.place)
    if of_project or _is_part_of_argument(base):
        arguments.change(engine, frame, target, base)
    return False


def _made(base: Value) -> Region | None:
    """Where an object whose attributes are written to was made."""
    if isinstance(base, ClassValue):
        return base.closure.region
    if isinstance(base, Transformed):
        return base.frame.region
    return base.region if isinstance(base, Function | Instance) else None


def _outlives(frame: Frame, base: Value) -> bool:
    """Whether an object that is being written to was there before the current trace began."""
    if isinstance(base, ModuleValue | External):
        return True
    if isinstance(base, ClassValue | Function | Transformed):
        return _outer(_made(base), frame)
    if isinstance(base, Instance):
        name = frame.scope.name
        return (
            classes.kind(base.cls) not in libraries.MANAGED
            and not (isinstance(base.cls, External) and base.cls.name != names.NAMESPACE)
            and base.traced is None
            and name not in _BUILDERS
            and _outer(base.region, frame)
        )
    return False


@purity.on(ItemWritten, traced=True)
def item_store(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """A store to an element of a container, or of a tree of tracers."""
    target, base = event.target, event.base
    if restoring.is_put_back(frame.scope, target.place, ir.spelled(target)):
        return
    if isinstance(base, Container) and not spelled.is_overwritten(frame, target):
        fills = memos.fills(engine, frame, target) and not captured.tracers(engine, event.value)
        value = None if fills else event.value
        _container_store(engine, frame, target.base, base, target.place, value)
    elif isinstance(base, HostArray) and not tracers(event.value):
        _host_array_store(engine, frame, target, event.value)
    tree = isinstance(base, Traced) and stores.names_part(target, event.key)
    if _is_part_of_argument(base) and (tree or isinstance(base, Instance)):
        arguments.change(engine, frame, target, base)


def _is_part_of_argument(base: Value) -> bool:
    """Whether something is a tree of tracers, or a variable of a module that is one."""
    if isinstance(base, Traced):
        return base.source is not None
    if not isinstance(base, Instance) or base.traced is None:
        return False
    return any(
        isinstance(one, External) and one.name in libraries.VARIABLES
        for one in classes.ancestry(base.cls)
    )


def _host_array_store(engine: Engine, frame: Frame, target: ir.Subscript, value: Value) -> None:
    """A store into a NumPy array: it was there before if a variable of an outer frame holds it."""
    root = spelled.root(target)
    owner = None if root is None else frame.holder(root.id)
    if owner is not None and owner is not frame and _outer(owner.region, frame):
        holder = _Holder(Outside.CONTAINER, spelled.spell(target.base), owner.region)
        _write(engine, frame, target.place, holder, value)


def _is_global(frame: Frame, holder: ir.Expr) -> bool:
    """Whether a container is held by a variable of the module."""
    root = spelled.root(holder)
    owner = frame if root is None else frame.holder(root.id)
    return owner is not None and isinstance(owner.scope, ir.Module)


@purity.on(OutsideCalled, traced=True, about="builtins.next".__eq__)
def advanced(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe ``next`` of an outer iterator, which moves on while tracing, not at each call."""
    source, values = event.arguments.source, event.arguments.positional
    if source is None or not values:
        return
    iterator, holder = values[0], source.args[0]
    if isinstance(iterator, Container) and iterator.kind in _ITERATORS:
        _moved_on(engine, frame, iterator, holder, event.node)
    elif isinstance(iterator, External | Instance | Unknown):
        owner = _owner(engine, frame, holder)
        if owner is not None:
            _moved_on(engine, frame, owner, holder, event.node)


def _owner(engine: Engine, frame: Frame, holder: ir.Expr) -> Frame | Instance | None:
    """What holds an iterator: code further out in a variable, or an object in a field.

    What an attribute of something unknown gives may be made for whoever asks.
    """
    root = spelled.root(holder)
    owner = None if root is None else frame.holder(root.id)
    if root is None or (owner is not frame and holder is root):
        return owner
    held = None if owner is None else owner.env.get(root.id)
    if not isinstance(held, Instance) or held.traced is not None:
        return None
    field = ir.field_of(holder, root.id)
    return held if field and classes.read(engine, held.cls, field) is None else None


def _moved_on(
    engine: Engine,
    frame: Frame,
    owner: Container | Frame | Instance,
    holder: ir.Expr,
    node: ir.Place,
) -> None:
    """Observe that an outer iterator moves on while tracing, not at each call."""
    region = host_calls.traced_once(engine, frame)
    if region is None or host_calls.inside(owner.region, region):
        return
    if not _is_branch_of_now(region, frame, holder):
        name = spelled.spell(holder)
        engine.observe(OuterWrite(*frame.at(node), Outside.ITERATOR, name, region, None))


def _is_branch_of_now(region: Region, frame: Frame, holder: ir.Expr) -> bool:
    """Whether a branch uses what the code that made it made too: it is traced once for each."""
    around, root = frame.closure, spelled.root(holder)
    if region.transform.body not in (Body.COND, Body.SWITCH) or region.function is not frame.scope:
        return False
    if around is None or root is None or root.id not in around.env or not region.transient:
        return False
    return len(around.loops) == len(frame.scope.loops)


@purity.on(ResultKept, traced=True)
def cache_filled(engine: Engine, frame: Frame, event: ResultKept) -> None:
    """Observe that a function that keeps its results is first called while tracing."""
    kept, result = event
    returned = origins.ways(engine, result)
    arrays = (value for value in returned if not is_text(value))
    found = [one for value in arrays for one in tracers(value) if one.source is None]
    if warm.is_warm(engine, kept):
        return
    if found and frame.region is not None and _kept_outside(kept, frame):
        made, at = kept.definition, kept.definition.module
        assert at is not None
        where = at, made.place, found[0].why
        engine.observe(OuterWrite(*where, Outside.CACHE, made.name, frame.region, found[0]))


def _kept_outside(kept: Function, frame: Frame) -> bool:
    """Whether results are kept for longer than the trace: those of a property in its object."""
    holder = kept.instance if kept.kind == "property" else None
    if isinstance(holder, Instance):
        return holder.traced is None and _outer(holder.region, frame)
    return _outer(kept.region, frame)


@purity.on(MethodCalled, traced=True)
def sent(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """A generator is sent a value, which it may keep; it moves on in any case."""
    base, source, sent = event.base, event.source, event.arguments.positional
    if event.name != "send" or source is None or not isinstance(source.func, ir.Attribute):
        return
    if not sent or not isinstance(base, Container) or base.kind not in _GENERATORS:
        return
    holder = source.func.base
    if captured.tracers(engine, sent[0]):
        _container_store(engine, frame, holder, base, event.node, sent[0])
    else:
        _moved_on(engine, frame, base, holder, event.node)


@purity.on(ContainerChanged, traced=True)
def container_change(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """A method call that changes a list, dict or set, or a tree of tracers."""
    source = event.source
    if source is not None and isinstance(source.func, ir.Name):
        _bound_method(engine, frame, event, source.func)
    if source is None or not isinstance(source.func, ir.Attribute):
        return
    holder, added = source.func.base, event.arguments.all
    if isinstance(event.base, Container):
        if source.func.attr == "clear" and frame.region is not None:
            restoring.note_emptied(engine, frame.region, event.base)
        taken_back = counting.is_taken_back(frame, source, spelled.root(holder))
        if taken_back or warm.is_there(engine, event):
            return
        value = added[-1] if added else None
        if value is not None and restoring.takes_itself_out(engine, value, event.base):
            return
        untraced = value is None or not captured.tracers(engine, value)
        if untraced and source.func.attr == "setdefault":
            value = None
        elif untraced and counting.changes_by_itself(engine, frame, source, spelled.root(holder)):
            value = Const(None)
        _container_store(engine, frame, holder, event.base, event.node, value)
    elif not arguments.hands_back(frame.region):
        arguments.change(engine, frame, holder, event.base, event.node)


def _bound_method(engine: Engine, frame: Frame, event: ContainerChanged, name: ir.Name) -> None:
    """A method of a container that a variable holds, as ``kept.append`` does, takes a tracer."""
    base, added = event.base, event.arguments.all
    if not isinstance(base, Container) or not _outer(base.region, frame):
        return
    found = next((one for one in added if captured.tracers(engine, one)), None)
    if found is not None and not restoring.takes_itself_out(engine, found, base):
        left = None if frame.region is None else restoring.note_filled(engine, frame.region, base)
        written = _Holder(Outside.CONTAINER, name.id, base.region, None, left)
        _write(engine, frame, event.node, written, found)


@purity.on(MethodCalled, traced=True, about=of(Instance))
def written_by_library(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """A method of a library that writes into its object, as an optimizer's ``update`` does."""
    base, source = event.base, event.source
    if not isinstance(base, Instance) or base.traced is None or source is None:
        return
    if not isinstance(source.func, ir.Attribute) or base.traced.region.transform.carries:
        return
    known = (one.name for one in classes.ancestry(base.cls) if isinstance(one, External))
    if any(event.name in libraries.WRITING_METHODS.get(name, ()) for name in known):
        arguments.change(engine, frame, source.func.base, base, event.node)


@purity.on(InstanceCalled, traced=True)
def noted_by_layer(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """A layer of nnx writes what it sees, or how often it drew, into itself."""
    layer, source = event.instance, event.arguments.source
    if layer.traced is None or source is None:
        return
    if layers.notes(engine, layer, event.arguments):
        arguments.note_of_layer(engine, frame, source.func, layer, event.node)


@purity.on(NameAugmented, traced=True)
def extended(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """A list that a variable of the function holds is extended in place by an operator."""
    old, target = event.old, event.node.target
    own = isinstance(target, ir.Name) and target.id in frame.env
    if own and isinstance(old, Container) and old.kind == "list":
        _container_store(engine, frame, target, old, target.place, event.value)


def _container_store(
    engine: Engine,
    frame: Frame,
    holder: ir.Expr,
    base: Container,
    node: ir.Place,
    value: Value | None,
) -> None:
    if frame.region is None:
        return
    if _outer(base.region, frame):
        if arguments.change_copy(engine, frame, holder, base, node):
            return
        if taken_out.is_left_alone(engine, frame, base):
            return
        target = Outside.GLOBAL_CONTAINER if _is_global(frame, holder) else Outside.CONTAINER
        left = None if value is None else restoring.note_filled(engine, frame.region, base)
        awaited = lambda: readers.is_read_outside(frame, holder)  # noqa: E731
        written = _Holder(target, spelled.spell(holder), base.region, awaited, left)
        _write(engine, frame, node, written, value)
    else:
        arguments.change(engine, frame, holder, base, node)
