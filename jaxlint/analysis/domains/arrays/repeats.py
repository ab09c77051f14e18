"""Updates at equal indices that set what they compute: all but one of them are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, MethodCalled
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms, rebinding
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.facts import Repeats
from jaxlint.analysis.domains.arrays.observations import DuplicatesLost
from jaxlint.analysis.values.kinds import AtReference, Const, Container, Static, Value
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.arrays import ACCUMULATING, LITERALS, REPEATING
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BINNING = ("//", "%")


@arrays.deduce(Call, about=REPEATING.__contains__)
def repeating(call: Call) -> Repeats:
    """Indices that a function gives."""
    return Repeats(call.name.replace("jax.numpy.", "jnp."))


@arrays.deduce(Call, about=LITERALS.__contains__)
def written(call: Call) -> Repeats | None:
    """Indices that are written out, one of them twice."""
    given = call.first
    if not isinstance(given, Container) or given.rest is not None:
        return None
    numbers = [one.value for one in given.values if isinstance(one, Const)]
    return Repeats("") if len({*numbers}) < len(numbers) == len(given.items) else None


@arrays.deduce(OperatorResult)
def binned(event: OperatorResult) -> Repeats | None:
    """Numbers that are put into bins."""
    bins = event.op in _BINNING and isinstance(event.right, Const | Static)
    return Repeats(event.op) if bins and forms.kind_of(event.left) == "int" else None


@arrays.on(MethodCalled, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge an update that sets what is computed of the old numbers."""
    base, source = event.base, event.source
    if not isinstance(base, AtReference) or base.index is None or event.name != "set":
        return
    known, several = base.place.fact(Repeats), forms.axes_of(base.place)
    computed = source.args[0] if source is not None and len(source.args) == 1 else None
    if known is None or not several or not isinstance(computed, ir.BinaryOp):
        return
    change = _change(frame, base, computed)
    if change is None or source is None:
        return
    instead, other = change
    text = f"{rebinding.text(frame, base.index)}.{instead}({rebinding.text(frame, other)})"
    fix = PlannedFix(f"use .{instead}", (Replace(source.place, text),), safe=False)
    arrays = _arrays(base)
    seen = DuplicatesLost(*about(frame, event.node, *arrays), known.how, instead, fix)
    array_misuse.note(engine, frame, seen)


def _arrays(base: AtReference) -> tuple[Value, ...]:
    return (base.base,) if array_misuse.is_array(base.base) else ()


def _change(frame: Frame, base: AtReference, computed: ir.BinaryOp) -> tuple[str, ir.Expr] | None:
    """The update that a computed set amounts to, and by what; None where it is another."""
    instead = ACCUMULATING.get(computed.op)
    sides = [(computed.left, computed.right)]
    if computed.op in ("+", "*"):
        sides.append((computed.right, computed.left))
    found = (other for old, other in sides if _reads(frame, base, old))
    other = next(found, None)
    return None if instead is None or other is None else (instead, other)


def _reads(frame: Frame, base: AtReference, node: ir.Expr) -> bool:
    """Whether an expression reads what an update writes, as it is spelled."""
    place = base.index
    holder = None if place is None else place.base
    if place is None or not isinstance(holder, ir.Attribute) or not isinstance(node, ir.Subscript):
        return False
    pairs = (node.base, holder.base), (node.index, place.index)
    return all(rebinding.text(frame, one) == rebinding.text(frame, two) for one, two in pairs)
