"""What ``jax.vjp`` gives: a value, and a function that gives a cotangent for each primal."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import TransformResult, ValueCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Container, Unknown, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

VJP = "jax.vjp"


@dataclass(slots=True, frozen=True)
class Pullback(Fact):
    """Said of the function that gives a cotangent for each of so many ``primals``, in a tuple."""

    primals: int

    def cross(self, edge: Edge) -> Pullback | None:
        """The function is the same one wherever it goes as a whole."""
        whole = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT, Edge.NEXT_TURN)
        return self if edge in whole else None

    def sign(self) -> Hashable:
        """What a function gives that calls it depends on it."""
        return self.primals


def made(frame: Frame, call: TransformResult) -> Value:
    """What a call of ``jax.vjp`` gives, where it is known how many parts that has."""
    arguments = call.arguments
    has_aux = arguments.keywords.get("has_aux") or Const(False)
    if arguments.rest is not None or not isinstance(has_aux, Const):
        return Unknown()
    pullback = Unknown().with_fact(Pullback(max(len(arguments.positional) - 1, 0)))
    parts: list[Value] = [Unknown(), pullback, Unknown()]
    given = parts if has_aux.value else parts[:2]
    return Container("tuple", dict(enumerate(given)), None, frame.region)


@tracing.answer(ValueCalled)
def called(engine: Engine, frame: Frame, event: ValueCalled) -> Value | None:
    """The cotangents that such a function gives."""
    known = event.func.fact(Pullback)
    if known is None:
        return None
    items: dict[object, Value] = {n: Unknown() for n in range(known.primals)}
    return Container("tuple", items, None, frame.region)
