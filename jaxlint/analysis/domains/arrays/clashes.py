"""Arrays whose shapes are known, where JAX refuses them together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import Compared, OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import (
    alignment,
    array_misuse,
    arrays,
    forms,
    lengths,
    shapes,
)
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import Meeting, ShapesClash
from jaxlint.analysis.values.kinds import Array, Container, Traced, Value
from jaxlint.knowledge.result_kinds import SHAPING, Shaping
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_MEETINGS = {
    Shaping.BROADCAST: Meeting.BROADCAST,
    Shaping.DOT: Meeting.PRODUCT,
    Shaping.JOINED: Meeting.JOINED,
    Shaping.PRODUCT: Meeting.PRODUCT,
    Shaping.STACKED: Meeting.JOINED,
}


def _meeting(name: str) -> Meeting | None:
    """What a function puts arrays to, if it wants their shapes to fit."""
    shaping = SHAPING.get(name)
    return None if shaping is None else _MEETINGS.get(shaping)


@arrays.on(OperatorApplied)
def applied(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge the operands of arithmetic."""
    node, left, right = event
    _operands(engine, frame, node.place, node.op, left, right)


@arrays.on(Compared)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Judge the operands of a comparison that gives an array."""
    if array_misuse.is_array(event.result):
        op = event.node.rest[event.position][0]
        _operands(engine, frame, event.node.place, op, event.left, event.right)


def _operands(
    engine: Engine, frame: Frame, at: ir.Place, op: str, left: Value, right: Value
) -> None:
    meeting = Meeting.PRODUCT if op == "@" else Meeting.BROADCAST
    join = lengths.product if meeting is Meeting.PRODUCT else lengths.together
    axes = forms.axes_of(left), forms.axes_of(right)
    if not axes[0] or not axes[1] or join(*axes) is not None:
        return
    if alignment.lost(left, right) is None and alignment.lost(right, left) is None:
        _note(engine, frame, at, meeting, op, (left, right))


@arrays.on(OutsideCalled, about=lambda name: _meeting(name) is not None)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the arrays that a function is given."""
    arguments, meeting = event.arguments, _meeting(event.name)
    given = arguments.positional
    if meeting is Meeting.JOINED:
        parts = given[0] if given else None
        whole = isinstance(parts, Container) and parts.rest is None and parts.kind != "dict"
        given = parts.values if isinstance(parts, Container) and whole else ()
    if meeting is None or len(given) < 2 or arguments.rest is not None:
        return
    refused = shapes.of_result(event.name, arguments.positional, arguments) is None
    if refused and all(forms.axes_of(value) for value in given) and _along_is_known(event):
        taker = event.name.replace("jax.numpy.", "jnp.")
        _note(engine, frame, event.node, meeting, taker, given)


def _along_is_known(event: OutsideCalled) -> bool:
    """Whether it is known along which axis arrays are put together, if they are."""
    axis = event.arguments.get(1, "axis")
    return _meeting(event.name) is not Meeting.JOINED or shapes.named(axis) != shapes.UNNAMED


def _note(
    engine: Engine,
    frame: Frame,
    at: ir.Place,
    meeting: Meeting,
    taker: str,
    values: tuple[Value, ...],
) -> None:
    """Observe arrays of shapes that do not fit, of which one is JAX's own."""
    own = tuple(value for value in values if isinstance(value, Array | Traced))
    if own:
        said = dict.fromkeys(forms.spelled(forms.axes_of(value) or ()) for value in values)
        seen = ShapesClash(*about(frame, at, *own), meeting, taker, tuple(said))
        array_misuse.note(engine, frame, seen)
