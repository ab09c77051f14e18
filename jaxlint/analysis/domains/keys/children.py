"""Which children of a split are used, as far as its statement shows."""

from __future__ import annotations

from jaxlint.analysis.core.frames import Frame
from jaxlint.program import ir
from jaxlint.program.changes import below

Children = frozenset[int]


def used(frame: Frame, source: ir.Call | None) -> Children | None:
    """The numbers of the children that the code after a split can use; None where it may use all.

    Those are the one that is taken in place, as in ``split(key)[1]``, or those that are bound to
    names which something reads.
    """
    statement = frame.statement
    if source is None or statement is None or frame.comprehensions:
        return None
    if isinstance(statement, ir.Assign) and statement.value is source:
        named = statement.targets[0] if len(statement.targets) == 1 else None
        return _bound(frame.scope, named) if isinstance(named, ir.Display) else None
    for part in ir.nodes_in(getattr(statement, "value", ())):
        if isinstance(part, ir.Subscript) and part.base is source:
            number = part.index.value if isinstance(part.index, ir.Constant) else None
            return frozenset((number,)) if isinstance(number, int) and number >= 0 else None
    return None


def _bound(scope: ir.Scope, target: ir.Display) -> Children | None:
    """The places of the names in a target that something reads."""
    names = [element for element in target.elements if isinstance(element, ir.Name)]
    if len(names) != len(target.elements) or any(name.id in scope.outside for name in names):
        return None
    return frozenset(place for place, name in enumerate(names) if _is_read(scope, name))


def _is_read(scope: ir.Scope, name: ir.Name) -> bool:
    """Whether something may read what a name is bound to here."""
    if not isinstance(scope, ir.Function):
        return name.id != "_"
    if any(name.id in inner.loads for inner in below(scope)):
        return True
    bound = [event for event in scope.stores.get(name.id, ()) if event.node is name.place]
    return any(
        event.loops or load.order > event.order
        for event in bound
        for load in scope.loads.get(name.id, ())
    )
