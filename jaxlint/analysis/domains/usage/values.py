"""The value that comes with gradients, used as the gradients would be: it has no axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import (
    ItemRead,
    LoopEntered,
    OperatorApplied,
    OperatorResult,
    Unpacked,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.tracing.facts import Derivative, Valued
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import GradientMisread, Unpacking
from jaxlint.analysis.values.kinds import Array, Container, Traced, Unknown, Value
from jaxlint.analysis.values.numbers import is_whole_number
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SIGNS = ("-", "+")
_MOVES = libraries.APPLY_UPDATES | names.TREE_MAPS


@dataclass(slots=True, eq=False)
class _Told:
    """The numbers of which it is said that they are bound to the name of gradients."""

    tokens: set[Value] = field(default_factory=set)


def told(engine: Engine, pair: Value) -> None:
    """Take note that it is said of a pair that its names are swapped, so that no use is."""
    known = pair.items[0].fact(Valued) if isinstance(pair, Container) else None
    if known is not None:
        engine.kept(_Told).tokens.add(known.token)


@usage.deduce(OperatorResult)
def signed(event: OperatorResult) -> Valued | None:
    """The negative of a number is one as well."""
    return event.left.fact(Valued) if event.right is None and event.op in _SIGNS else None


@usage.on(OperatorApplied)
def multiplied(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe ``@`` beside a number: JAX wants an axis of each operand."""
    node, left, right = event
    if node.op == "@" and _is_of_arrays(left) and _is_of_arrays(right):
        for operand in (left, right):
            note(engine, frame, node.place, operand, Unpacking.NO_AXES, "`@` on")


@usage.on(OperatorApplied)
def stepped(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe a step of what is differentiated that is made of the number, and of no slope."""
    node, left, _ = event
    if node.op != "-" or not isinstance(node.left, ir.Name):
        return
    held = [frame.env.get(one.id) for one in ir.nodes_in(node.right) if isinstance(one, ir.Name)]
    if any(one is None or one.fact(Derivative) is not None for one in held):
        return
    for one in held:
        known = None if one is None else one.fact(Valued)
        if one is not None and known is not None and left.token in known.by:
            what = f"a step of `{node.left.id}`"
            note(engine, frame, node.place, one, Unpacking.MOVES, what)


def _is_of_arrays(value: Value) -> bool:
    """Whether a value is an array for certain, or a derivative, and so leaves ``@`` to JAX."""
    derived = value.fact(Derivative) is not None or value.fact(Valued) is not None
    return derived or forms.is_operand(value)


@usage.on(ItemRead, about=of(Array, Traced, Unknown))
def indexed(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Observe an index along an axis."""
    node = event.node
    if isinstance(node.index, ir.Slice) or is_whole_number(event.key):
        note(engine, frame, node.place, event.base, Unpacking.NO_AXES, "an index on")


@usage.on(LoopEntered)
def looped(engine: Engine, frame: Frame, event: LoopEntered) -> None:
    """Observe a loop over the elements."""
    note(engine, frame, event.node, event.iterable, Unpacking.NO_AXES, "a loop over")


@usage.on(Unpacked)
def unpacked(engine: Engine, frame: Frame, event: Unpacked) -> None:
    """Observe names for the elements."""
    place = event.target.place
    note(engine, frame, place, event.value, Unpacking.NO_AXES, "unpacking of")


@usage.on(OutsideCalled, about=_MOVES.__contains__)
def mapped(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe the number in the place of a tree like the first one, of which it is not."""
    given = event.arguments.positional
    trees = given[1:] if event.name in names.TREE_MAPS else given
    if trees and isinstance(trees[0], Container) and trees[0].values:
        what = f"`{event.name}`"
        for tree in trees[1:]:
            note(engine, frame, event.node, tree, Unpacking.NO_TREE, what)


def note(
    engine: Engine, frame: Frame, node: ir.Place, value: Value, problem: Unpacking, what: str
) -> None:
    """Observe how the number is used, unless the code has tested something before."""
    known = value.fact(Valued)
    if known is None or frame.own_conditions:
        return
    if known.token not in engine.kept(_Told).tokens:
        seen = GradientMisread(*frame.at(node), known.transform, problem, what)
        misuse.note(engine, seen)
