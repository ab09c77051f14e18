"""Indices that are filled up with -1, where what lies outside of an array is to be left alone.

To JAX as to Python -1 is the last element, whatever ``mode`` says (run on JAX 0.10.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, MethodCalled, MethodResult, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import PaddingWrapped
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import AtReference, Const, Value
from jaxlint.knowledge.arrays import COPIES, FILLING

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_LAST = -1
# By these modes what lies outside is dropped, or another number is read in its place.
_OUTSIDE = ("drop", "fill")
_TAKES = "jax.numpy.take"


@dataclass(slots=True, frozen=True)
class Padded(Fact):
    """Said of indices of which some are -1 because there is nothing that they stand for."""

    def cross(self, edge: Edge) -> Padded | None:
        """So are parts of them, wherever they go."""
        return None if edge in (Edge.RULED, Edge.STACK) else self

    def sign(self) -> bool:
        """What a function does with them depends on it."""
        return True


@arrays.deduce(Call, about=FILLING.__contains__)
def filled(call: Call) -> Padded | None:
    """What a function fills with -1 where there is nothing else."""
    position, name = FILLING[call.name]
    given = call.arguments.get(position, name) if position is not None else None
    if position is None:
        given = call.arguments.keywords.get(name)
    return Padded() if isinstance(given, Const) and given.value == _LAST else None


@arrays.deduce(Call, about=COPIES.__contains__)
def copied(call: Call) -> Padded | None:
    """The same indices once more."""
    return None if call.first is None else call.first.fact(Padded)


@arrays.deduce(MethodResult)
def by_method(event: MethodResult) -> Padded | None:
    """The same indices of another dtype or shape."""
    same = event.name in ("astype", "copy", "flatten", "ravel", "reshape")
    return event.base.fact(Padded) if same else None


@arrays.on(MethodCalled, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge an update, or a look-up, that is to leave out what lies outside."""
    if isinstance(event.base, AtReference):
        wraps = event.arguments.keywords.get("wrap_negative_indices")
        mode = event.arguments.keywords.get("mode")
        if wraps is None:
            _judge(engine, frame, event, event.base.place, mode)


@arrays.on(OutsideCalled, about=_TAKES.__eq__)
def taken(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge ``jnp.take`` that is to fill what lies outside."""
    indices = event.arguments.get(1, "indices")
    if indices is not None:
        _judge(engine, frame, event, indices, event.arguments.keywords.get("mode"))


def _judge(
    engine: Engine,
    frame: Frame,
    event: MethodCalled | OutsideCalled,
    indices: Value,
    mode: Value | None,
) -> None:
    if isinstance(mode, Const) and mode.value in _OUTSIDE and indices.fact(Padded) is not None:
        where = array_misuse.about(frame, event.node)
        array_misuse.note(engine, frame, PaddingWrapped(*where, str(mode.value)))
