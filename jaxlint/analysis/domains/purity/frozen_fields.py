"""Fields of objects that traced code has frozen and that are assigned again later.

That whoever assigns a field does so between two calls is presumed, as objects are set up before
they are used; ``repeated`` sees where a path shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import (
    constructing,
    equal_fields,
    finishing,
    flagged,
    purity,
    readers,
    restoring,
    spelled,
    witnesses,
)
from jaxlint.analysis.domains.purity.observations import FrozenFieldRead
from jaxlint.analysis.domains.purity.state import Reads
from jaxlint.analysis.semantics import class_fields, classes
from jaxlint.analysis.values.kinds import Container, Instance, ModuleValue, Value, is_none
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import libraries
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BUILDS = re.compile(r"_*(init|setup|build|prepare|configure|compile|make|create)(_|$|ialize)")
# Hooks that a loop over tasks, epochs or batches calls each time, and none that it begins with.
_AGAIN = re.compile(
    r"_*(on|after)_(?!.*(begin|start|init|setup|first))(?=.*(task|epoch|batch|step))"
)
_JITS = frozenset(("jit", "filter_jit", "pjit"))


@purity.on(AttributeRead, traced=True)
def attribute_read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe a read of a field of an outer object that is assigned again later."""
    node, base = event.node, event.base
    name = node.base
    if isinstance(name, ir.Attribute) and isinstance(name.base, ir.Name):
        holder = frame.holder(name.base.id)
        owner = None if holder is None else holder.env[name.base.id]
        if isinstance(owner, Instance):
            _note_field(engine, frame, node, owner, name.attr)
    if not isinstance(name, ir.Name):
        return
    if not isinstance(base, Instance | ModuleValue) and name.id in frame.env:
        return
    if isinstance(frame.assigning, ir.AugAssign) and spelled.is_counted(frame, node):
        return
    if frame.region is not None and readers.is_own(engine, frame.region, base, node.attr):
        return
    if finishing.is_kept(frame.scope, node.place):
        return
    if isinstance(base, Instance) and _note_field(engine, frame, node, base):
        return
    kind = f"attribute:{node.attr}"
    if isinstance(base, ModuleValue):
        witnesses.note_module_attribute(engine, frame, node, base.module)
    elif isinstance(base, Instance):
        _note_assigned(engine, frame, node, name, kind)
    else:
        witnesses.note_part(engine, frame, node, name, kind, f"{name.id}.{node.attr}")


def _note_assigned(
    engine: Engine, frame: Frame, node: ir.Attribute, name: ir.Name, kind: str
) -> None:
    """Observe a read of a field of a global object that is assigned later, by the global's name.

    A function that assigns it may be called before all traces, as those are that read settings.
    """
    change = witnesses.change_of_part(engine, frame, name, kind)
    if change is not None:
        shown, where = f"{name.id}.{node.attr}", (change.region, change.event)
        read = witnesses.frozen(FrozenFieldRead, frame, node, shown, *where)
        if isinstance(change.event.scope, ir.Module):
            witnesses.await_change(engine, read, change.event)
        else:
            witnesses.expect(engine, read, change.event)


def _note_field(
    engine: Engine, frame: Frame, node: ir.Attribute, base: Instance, within: str = ""
) -> bool:
    """A field of an object that the trace holds on to; return whether the object is such a one.

    The field may be one of another object, which is ``within`` a field of that.
    """
    cls = base.cls
    if not isinstance(cls, ClassValue) or base.traced is not None:
        return False
    if classes.kind(cls) in libraries.MANAGED or classes.kind(cls) in libraries.PYTREES:
        return False
    region = witnesses.freezing(engine, frame, base.region, lasting=True)
    if region is None or classes.method(cls, within or node.attr):
        return False
    witness = _field_store(engine, cls, within or node.attr, region, node.attr if within else "")
    if witness is None:
        return False
    name = spelled.spell(node)
    read = witnesses.frozen(FrozenFieldRead, frame, node, name, region, witness)
    witnesses.expect(engine, read, witness)
    return True


def note_field_store(engine: Engine, target: ir.Attribute, cls: ClassValue, value: Value) -> None:
    """Remember which fields hold compiled functions, and which functions those are."""
    if isinstance(value, Transformed) and value.transform.compiles:
        held = engine.kept(Reads).compiled.setdefault((cls, target.attr), set())
        func: Value = value
        while isinstance(func, Transformed | Partial):
            func = func.func
        held.add(func.definition if isinstance(func, Function) else None)


def _field_store(
    engine: Engine, cls: ClassValue, attr: str, region: Region, part: str = ""
) -> ir.Event | None:
    """An assignment to the field, to a ``part`` of it, or into it, by a method, no constructor.

    Only a field that the constructor gave a value is changed by that, if by another one; one that
    it left empty is filled, but by a hook that is called again and again. Where the traced function
    itself assigns it, that write is the mistake.
    """
    first = class_fields.initial(engine, cls, attr)
    kind = _kind(attr, part)
    if first is None or (region.function is not None and _writes(engine, region.function, kind)):
        return None
    if not part and equal_fields.is_always_equal(engine, cls, attr):
        return None
    empty = isinstance(first, Container) and not first.values
    for owner in classes.ancestry(cls):
        if not isinstance(owner, ClassValue):
            continue
        engine.looks_for_writing(owner.definition.module, attr)
        inside = isinstance(first, Container) and not empty
        for scope in owner.definition.inner:
            if scope in engine.stack or not isinstance(scope, ir.Function):
                continue
            if is_none(first) and not _AGAIN.match(scope.name):
                continue
            event = _store_in(engine, scope, attr, region, part, inside)
            if event is not None and not _builds(engine, cls, scope, attr, region):
                return event
    return None


def _kind(attr: str, part: str) -> str:
    """What an assignment to a field, or to a part of it, is among the changes of its object."""
    return f"within:{attr}/attribute:{part}" if part else f"attribute:{attr}"


def _writes(engine: Engine, method: ir.Function, kind: str) -> bool:
    """Whether a method, or a function in it, makes a change of its object, and not to fill it."""
    return any(
        event.kind == kind and not witnesses.sets_up(engine, event)
        for scope in changes.sharing(method, method.receiver)
        for event in scope.mutations.get(method.receiver, ())
    )


def _store_in(
    engine: Engine, scope: ir.Function, attr: str, region: Region, part: str, container: bool
) -> ir.Event | None:
    if region.function is not None and witnesses.inside(region.function, scope):
        return None
    name = f"{attr}.{part}" if part else attr
    wanted = _kind(attr, part)
    for event in scope.mutations.get(scope.receiver, ()):
        inside = container and event.kind.startswith(f"within:{attr}/")
        if event.kind != wanted and not inside:
            continue
        restored = restoring.is_put_back(scope, event.node, f"{scope.receiver}.{name}")
        if not restored and not witnesses.sets_up(engine, event):
            return event
    return None


def _compiled_into(
    engine: Engine, cls: ClassValue, scope: ir.Function, attr: str
) -> set[ir.Function | None]:
    """The functions in the compiled fields, but for one, that a method assigns; None if unknown.

    So do the methods of the object that it calls.
    """
    called = (classes.find(cls, name) for name in scope.methods_called)
    methods = [scope, *(one.definition for one in called if isinstance(one, Function))]
    assigned = {kind for one in methods for kind in _assigned(one)} - {f"attribute:{attr}"}
    lineage, held = classes.ancestry(cls), engine.kept(Reads).compiled
    fields = [one for one in held if one[0] in lineage and f"attribute:{one[1]}" in assigned]
    return {function for one in fields for function in held[one]}


def _assigned(method: ir.Function) -> Iterator[str]:
    """What a method changes of its object, and not only fills."""
    return (one.kind for one in method.mutations.get(method.receiver, ()) if not one.fills)


def _renews(engine: Engine, cls: ClassValue, scope: ir.Function, attr: str, region: Region) -> bool:
    """Whether a method that assigns a field also lets go of what was compiled with it, or says so.

    One that transforms anew what some fields hold renews that and nothing else.
    """
    let_go = _compiled_into(engine, cls, scope, attr)
    if region.function in let_go or None in let_go:
        return True
    if flagged.is_made_anew(engine, cls, scope, region):
        return True
    makers = {name for name in (*scope.methods_called, *scope.loads) if "jit" in name}
    return bool(makers) and not (let_go and makers <= _JITS)


def _builds(engine: Engine, cls: ClassValue, scope: ir.Function, attr: str, region: Region) -> bool:
    """Whether a method is a constructor, or looks like a part of one."""
    if _BUILDS.match(scope.name) or _renews(engine, cls, scope, attr, region):
        return True
    return constructing.is_only_for_new(engine, scope, region)
