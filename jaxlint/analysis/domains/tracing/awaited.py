"""What a caller looks at again after it has handed it to traced code, which gets a copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value
from jaxlint.analysis.values.regions import Copy
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments

# Expressions that make something new, for all that can be seen.
_MAKING = (ir.Call, ir.Display, ir.DictDisplay, ir.Comprehension)


def names(frame: Frame, call: ir.Call | None, parameters: list[str]) -> frozenset[str]:
    """The parameters whose arguments the caller reads again after the call."""
    if call is None:
        return frozenset()
    written = zip(parameters, call.args, strict=False)
    return frozenset(name for name, argument in written if _reads(frame, argument))


def copies(
    frame: Frame, call: ir.Call | None, given: Arguments, handed: Arguments
) -> tuple[Copy, ...]:
    """What traced code gets that is not the caller's own, of a call that may be written."""
    found = [_copy(frame, *one) for one in _arguments(call, given, handed)]
    return tuple(copy for part in found for copy in part)


def passed(
    frame: Frame, call: ir.Call | None, given: Arguments, handed: Arguments
) -> tuple[Copy, ...]:
    """What the caller makes for a call, or has in a variable of its own and no more."""
    return tuple(
        Copy(value, original, _reads(frame, expr), is_handed_again(frame, expr))
        for value, original, expr in _arguments(call, given, handed)
        if expr is not None and _is_passing(frame, expr)
    )


def _arguments(
    call: ir.Call | None, given: Arguments, handed: Arguments
) -> Iterator[tuple[Value, Value, ir.Expr | None]]:
    """What traced code gets, what the caller gave for it, and how that is written."""
    written = call.args if call is not None else ()
    before = len(given.positional) - len(written)
    for at, (original, value) in enumerate(zip(given.positional, handed.positional, strict=True)):
        expr = written[at - before] if written and at >= before >= 0 else None
        yield value, original, expr
    named = dict(call.keywords) if call is not None else {}
    for name, value in handed.keywords.items():
        if name in given.keywords:
            yield value, given.keywords[name], named.get(name)


def operands(
    frame: Frame, call: ir.Call | None, given: tuple[Value, ...], values: tuple[Value, ...]
) -> tuple[Copy, ...]:
    """The copies of operands, which stand last in the call of a branch."""
    written = call.args[-len(given) :] if call is not None and given else ()
    exprs = written if len(written) == len(given) else (None,) * len(given)
    found = [_copy(frame, *one) for one in zip(values, given, exprs, strict=True)]
    return tuple(copy for part in found for copy in part)


def _copy(frame: Frame, value: Value, original: Value, expr: ir.Expr | None) -> list[Copy]:
    if value is original or not isinstance(value, Container | Instance | Traced):
        return []
    if expr is None:
        return [Copy(value, original, frozenset(), recurs=False)]
    return [Copy(value, original, _reads(frame, expr), is_handed_again(frame, expr))]


def _reads(frame: Frame, argument: ir.Expr) -> frozenset[str]:
    """How an argument is read after the call that is a variable, if it is not bound before that."""
    if not isinstance(argument, ir.Name) or argument.id not in frame.scope.bound:
        return frozenset()
    scope, order = frame.scope, argument.order
    loads, stores = scope.loads.get(argument.id, ()), scope.stores.get(argument.id, ())
    later = [event.order for event in loads if event.order > order]
    bound = [event.order for event in stores if event.order > order]
    if not later or (bound and min(bound) < min(later)):
        return frozenset()
    entries = {event.order: event.kind for event in scope.entries.get(argument.id, ())}
    return frozenset(entries.get(one, "") for one in later)


def is_handed_again(frame: Frame, argument: ir.Expr) -> bool:
    """Whether an argument is a variable that the next turn of a loop hands over as it is.

    So is a field of one that the function assigns nowhere.
    """
    while isinstance(argument, ir.Attribute):
        root, changed = argument.base, f"attribute:{argument.attr}"
        changes = [one for events in frame.scope.mutations.values() for one in events]
        if any(one.kind == changed for one in changes):
            return False
        argument = root
    if not isinstance(argument, ir.Name) or argument.id not in frame.scope.bound:
        return False
    scope, name = frame.scope, argument.id
    here = [one for one in scope.loads.get(name, ()) if one.order == argument.order]
    bound = {loop for one in scope.stores.get(name, ()) for loop in one.loops}
    return any(loop not in bound for one in here for loop in one.loops)


def _is_passing(frame: Frame, argument: ir.Expr) -> bool:
    """Whether an argument is made for the call, or is in a variable of the caller and no more.

    That is one that is given what calls and displays make, what is handed to the caller, or what
    a loop goes through: no global, and nothing that is read of something else.
    """
    if isinstance(argument, _MAKING):
        return True
    scope = frame.scope
    if not isinstance(argument, ir.Name) or not isinstance(scope, ir.Function):
        return False
    if argument.id not in scope.bound:
        return False
    assigned = ir.assignments_in(*scope.body)
    return all(_makes(one) for one in assigned if _binds(one, argument.id))


def _binds(statement: ir.Assign, name: str) -> bool:
    """Whether an assignment has a variable among its targets, or in one of them."""
    parts = ir.nodes_in(statement.targets)
    return any(isinstance(one, ir.Name) and one.id == name for one in parts)


def _makes(statement: ir.Assign) -> bool:
    """Whether an assignment gives what a call or a display makes; a call alone if in parts."""
    whole = all(isinstance(one, ir.Name) for one in statement.targets)
    return isinstance(statement.value, _MAKING if whole else ir.Call)
