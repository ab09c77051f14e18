"""Keys that objects hold in fields: those that are split and never replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys.observations import KeyNeverStepped
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PLAIN = ("builtins.", "abc.", "typing.")
# Methods and functions by which Python's records make a copy with other fields.
_COPIES = frozenset(("replace", "_replace", "evolve"))


def split(engine: Engine, frame: Frame, source: ir.Call | None) -> None:
    """Observe ``_, sub = split(self.key)`` in a method where nothing ever replaces the key."""
    field = _own_field(frame, source)
    if field is None or source is None or not _drops_the_new_key(frame.statement, source):
        return
    assert isinstance(frame.scope, ir.Function)
    cls = engine.class_of(frame.scope.owner)
    if cls is None or not _is_in_sight(cls) or classes.kind(cls) in libraries.RECORDS:
        return
    for base in classes.ancestry(cls):
        if isinstance(base, ClassValue):
            engine.looks_for_writing(base.definition.module, field.attr)
    if _makes_successors(engine, cls, field.attr):
        return
    if not any(_stores(engine, scope, field.attr, cls) for scope in _later_scopes(cls)):
        what = f"{field.base.id}.{field.attr}"  # type: ignore[attr-defined]
        seen = KeyNeverStepped(frame.module, source.place, frame.why, what)
        engine.observe(seen)


def drawn(engine: Engine, frame: Frame, source: ir.Call | None) -> None:
    """Observe ``normal(self.key)`` in a class that has a method to take keys from that field."""
    field, scope = _own_field(frame, source), frame.scope
    if field is None or source is None or not isinstance(scope, ir.Function):
        return
    cls = engine.class_of(scope.owner)
    own = f"{scope.parameters[0].name}.{field.attr}"
    if cls is None or classes.kind(cls) in libraries.RECORDS or _replaces(scope, field.attr):
        return
    for base in classes.ancestry(cls):
        for method in base.definition.inner if isinstance(base, ClassValue) else ():
            if isinstance(method, ir.Function) and _takes_keys(method, field.attr):
                engine.looks_into(method)
                if not ir.reads_attribute(scope.body, method.name):
                    seen = KeyNeverStepped(frame.module, source.place, frame.why, own, method.name)
                    engine.observe(seen)
                return


def _replaces(scope: ir.Scope, field: str) -> bool:
    """Whether code assigns a field of this name."""
    events = (event for one in scope.mutations.values() for event in one)
    return any(event.kind == f"attribute:{field}" for event in events)


def _takes_keys(method: ir.Function, field: str) -> bool:
    """Whether a method splits the key in a field, keeps a child there, and returns another."""
    if method.name in names.BUILDERS or not method.parameters or not _replaces(method, field):
        return False
    own = f"{method.parameters[0].name}.{field}"
    children = {
        name
        for one in ir.assignments_in(*method.body)
        if isinstance(one.value, ir.Call) and ir.last_name(one.value.func) == "split"
        if own in map(ir.spelled, one.value.args)
        for name in ir.bound_names(one.targets[0])
    }
    ends = (one for one in ir.statements_in(*method.body) if isinstance(one, ir.Return))
    return any(isinstance(one.value, ir.Name) and one.value.id in children for one in ends)


def _own_field(frame: Frame, source: ir.Call | None) -> ir.Attribute | None:
    """The field of the own object whose key a method takes; a constructor may do so."""
    scope = frame.scope
    method = isinstance(scope, ir.Function) and scope.owner is not None and scope.parameters
    if source is None or not method or scope.name in names.BUILDERS:
        return None
    assert isinstance(scope, ir.Function)
    field = source.args[0] if source.args else dict(source.keywords).get("key")
    own = isinstance(field, ir.Attribute) and isinstance(field.base, ir.Name)
    if not isinstance(field, ir.Attribute) or not own:
        return None
    return field if field.base.id == scope.parameters[0].name else None  # type: ignore[attr-defined]


def _drops_the_new_key(statement: ir.Stmt | None, source: ir.Call) -> bool:
    """Whether the first child, which would be the new key, is bound to ``_``."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return False
    target, value = statement.targets[0], statement.value
    if value is None or value.place is not source.place or not isinstance(target, ir.Display):
        return False
    first = target.elements[0] if target.elements else None
    return isinstance(first, ir.Name) and first.id == "_"


def _is_in_sight(cls: ClassValue) -> bool:
    """Whether a class and all its bases are of the project, or from where no key comes."""
    return all(
        isinstance(base, ClassValue)
        or (isinstance(base, External) and base.name.startswith(_PLAIN))
        or (isinstance(base, External) and base.name in libraries.CLASS_KINDS)
        for base in classes.ancestry(cls)
    )


def _later_scopes(cls: ClassValue) -> Iterator[ir.Scope]:
    """The code of the modules of a class and its bases that runs after a constructor."""
    for base in classes.ancestry(cls):
        pending: list[ir.Scope] = []
        if isinstance(base, ClassValue) and base.definition.module is not None:
            pending.append(base.definition.module)
        while pending:
            scope = pending.pop()
            pending.extend(scope.inner)
            if scope.name not in names.BUILDERS:
                yield scope


def _stores(engine: Engine, scope: ir.Scope, field: str, cls: ClassValue) -> bool:
    """Whether code assigns a field of this name, of an object that may be of the class."""
    own = isinstance(scope, ir.Function) and scope.owner is not None and scope.parameters
    other = ""
    if isinstance(scope, ir.Function) and own and not _is_related(engine, scope.owner, cls):
        other = scope.parameters[0].name
    wanted = f"attribute:{field}"
    return any(
        event.kind == wanted
        for name, events in scope.mutations.items()
        for event in events
        if name != other
    )


def _makes_successors(engine: Engine, cls: ClassValue, field: str) -> bool:
    """Whether a method makes an object of the same class with another key in the field."""
    for base in classes.ancestry(cls):
        for method in base.definition.inner if isinstance(base, ClassValue) else ():
            if isinstance(method, ir.Function):
                engine.looks_into(method)
                makers = _COPIES | {cls.definition.name}
                if any(_gives(one, makers, field) for one in ir.nodes_in(method.body)):
                    return True
    return False


def _gives(node: object, makers: frozenset[str], field: str) -> bool:
    """Whether a node is a call that gives a field by name to what makes such objects."""
    if not isinstance(node, ir.Call) or ir.last_name(node.func) not in makers:
        return False
    return any(name == field for name, _ in node.keywords)


def _is_related(engine: Engine, owner: ir.Class | None, cls: ClassValue) -> bool:
    """Whether the objects of a class may be those of another."""
    found = engine.class_of(owner)
    return found is None or found in classes.ancestry(cls) or cls in classes.ancestry(found)
