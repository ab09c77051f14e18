"""What a caller looks at again after it has handed it to traced code, which gets a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value
from jaxlint.analysis.values.regions import Copy
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments


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
    written = call.args if call is not None else ()
    before = len(given.positional) - len(written)
    found: list[Copy] = []
    for at, (original, value) in enumerate(zip(given.positional, handed.positional, strict=True)):
        expr = written[at - before] if written and at >= before >= 0 else None
        found += _copy(frame, value, original, expr)
    named = dict(call.keywords) if call is not None else {}
    for name, value in handed.keywords.items():
        if name in given.keywords:
            found += _copy(frame, value, given.keywords[name], named.get(name))
    return tuple(found)


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
