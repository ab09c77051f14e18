"""Updates at equal indices that set what they compute: all but one of them are lost."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, MethodCalled
from jaxlint.analysis.core.events import ItemResult, OperatorResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays, forms, lengths, rebinding
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.facts import Repeats, Taken
from jaxlint.analysis.domains.arrays.observations import DuplicatesLost
from jaxlint.analysis.values.kinds import AtReference, Const, Container, Static, Value
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.arrays import ACCUMULATING, REPEATING
from jaxlint.knowledge.names import FROM_SEQUENCES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BINNING = ("//", "%")


@arrays.deduce(Call, about=REPEATING.__contains__)
def repeating(call: Call) -> Repeats:
    """Indices that a function gives."""
    return Repeats(call.name.replace("jax.numpy.", "jnp."))


@arrays.deduce(Call, about=FROM_SEQUENCES.__contains__)
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


@arrays.deduce(ItemResult)
def taken(event: ItemResult) -> Taken | None:
    """What indices take that are arrays."""
    places = event.key.values if isinstance(event.key, Container) else (event.key,)
    several = any(place.facts and forms.axes_of(place) for place in places)
    return Taken(event.base.token, tuple(one.token for one in places)) if several else None


@arrays.on(MethodCalled, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge an update that sets what is computed of the old numbers."""
    base, source = event.base, event.source
    if not isinstance(base, AtReference) or base.index is None or event.name != "set":
        return
    computed = source.args[0] if source is not None and len(source.args) == 1 else None
    how, crowd = _made_by(base), _crowd(base)
    if (how is None and crowd is None) or not isinstance(computed, ir.BinaryOp):
        return
    change = _change(frame, base, computed)
    if change is None or source is None:
        return
    instead, other = change
    text = f"{rebinding.text(frame, base.index)}.{instead}({rebinding.text(frame, other)})"
    fix = PlannedFix(f"use .{instead}", (Replace(source.place, text),), safe=False)
    arrays = _arrays(base)
    where = about(frame, event.node, *arrays)
    seen = DuplicatesLost(*where, how or "", instead, crowd if how is None else None, fix)
    array_misuse.note(engine, frame, seen)


def _places(base: AtReference) -> tuple[Value, ...]:
    """The indices of an update, one for each axis that they are for."""
    place = base.place
    return place.values if isinstance(place, Container) and place.kind == "tuple" else (place,)


def _made_by(base: AtReference) -> str | None:
    """How indices were made of which some may be equal; None where nothing shows that."""
    places = _places(base)
    known = [one.fact(Repeats) for one in places]
    several = places and lengths.together(*map(forms.axes_of, places))
    return known[0].how if several and known[0] is not None and None not in known else None


def _crowd(base: AtReference) -> tuple[int, int] | None:
    """How many indices there are for fewer places, so that some of them are equal."""
    places, whole = _places(base), forms.axes_of(base.base)
    if not places or whole is None or any(map(forms.is_mask, places)):
        return None
    axes, room = lengths.together(*map(forms.axes_of, places)), whole[: len(places)]
    if not axes or None in axes or None in room or len(room) < len(places):
        return None
    several, few = (prod(one or 0 for one in lengths) for lengths in (axes, room))
    return (several, few) if several > few else None


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
    """Whether an expression reads what an update writes: as it is spelled, or under a name."""
    if isinstance(node, ir.Name):
        return _is_taken(frame.env.get(node.id), base)
    place = base.index
    holder = None if place is None else place.base
    if place is None or not isinstance(holder, ir.Attribute) or not isinstance(node, ir.Subscript):
        return False
    pairs = (node.base, holder.base), (node.index, place.index)
    return all(rebinding.text(frame, one) == rebinding.text(frame, two) for one, two in pairs)


def _is_taken(value: Value | None, base: AtReference) -> bool:
    """Whether a value is what stood where an update writes."""
    known = None if value is None else value.fact(Taken)
    places = tuple(one.token for one in _places(base))
    return known is not None and known.whole is base.base.token and known.places == places
