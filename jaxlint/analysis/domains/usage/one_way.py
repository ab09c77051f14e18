"""Loops of no known number of turns, through which no derivative is taken backwards."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import chain

from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.events import OperatorResult
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.numerics.facts import Slope
from jaxlint.analysis.domains.tracing.events import LoopLeft
from jaxlint.analysis.domains.usage import usage
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.analysis.values.regions import Region, differentiated
from jaxlint.knowledge import names, statics
from jaxlint.knowledge.arrays import TAKES_SEQUENCES
from jaxlint.knowledge.numerics import CHOOSING, METHODS, OPERATIONS, is_operation
from jaxlint.knowledge.transforms import Body

_WHOLE = ("bool", "int")


@dataclass(slots=True, frozen=True)
class Looped(Fact):
    """Said of a number: such a ``loop`` made it of what ``region``, and no other, derives by."""

    region: Region
    loop: str

    def cross(self, edge: Edge) -> Looped | None:
        """What is made of it in part is so as well, but for functions with rules of their own."""
        return None if edge is Edge.RULED else self

    def sign(self) -> Hashable:
        """Whether a function hands it on depends on what the function does."""
        return self.region


@usage.deduce(LoopLeft)
def left(event: LoopLeft) -> Looped | None:
    """What a loop makes of what is differentiated: the slope of a carry that each turn changes."""
    slope = event.result.fact(Slope)
    if not event.open or slope is None or not slope.taken:
        return None
    unchanged = event.result.token is event.carry.token
    if unchanged or forms.kind_of(event.result) in _WHOLE:
        return None
    region, name = _differentiated(event.region), event.transform.name
    counted = event.transform.body is Body.FORI
    loop = f"{name} with traced bounds" if counted else name
    return None if region is None else Looped(region, loop)


def _differentiated(inner: Region) -> Region | None:
    """The only code around that is differentiated, if that is done backwards."""
    region = differentiated(inner)
    if region is None or differentiated(region.parent) is not None:
        return None
    return region if region.transform.name in names.GRADIENTS else None


@usage.deduce(OperatorResult)
def through_operator(event: OperatorResult) -> Looped | None:
    """What an operator makes of such a number."""
    if event.op not in OPERATIONS and event.op != "-":
        return None
    return _any((event.left,) if event.right is None else (event.left, event.right))


@usage.deduce(MethodResult)
def through_method(event: MethodResult) -> Looped | None:
    """What a method of such an array computes."""
    return _any((event.base,)) if event.name in METHODS else None


@usage.deduce(Call, about=lambda name: is_operation(name) or name in TAKES_SEQUENCES)
def through_call(call: Call) -> Looped | None:
    """What a function computes of such a number, or joins it with."""
    if call.name in statics.SLOPELESS or call.name in statics.MASKS:
        return None
    return _any(call.arguments.positional[call.name in CHOOSING :])


def _any(values: tuple[Value, ...]) -> Looped | None:
    parts = (one.values if isinstance(one, Container) else (one,) for one in values)
    found = (_known(value) for value in chain.from_iterable(parts) if value.facts)
    return next((one for one in found if one is not None), None)


def _known(value: Value) -> Looped | None:
    """Whether such a loop made a number, and nothing has cut its slope off since."""
    slope = value.fact(Slope)
    return value.fact(Looped) if slope is not None and slope.taken else None


def reached(made: Transformed, result: Value) -> str:
    """The loop that made what a function gives where it is differentiated; "" if none did."""
    known, func = _known(result), made.func
    while isinstance(func, Transformed) and func.transform.compiles:
        func = func.func
    own = func.definition if isinstance(func, Function) else None
    return known.loop if known is not None and known.region.function is own else ""
