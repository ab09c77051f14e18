"""What this domain knows of values that are no tracers: what they were asked of, what made them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Traced, Value
from jaxlint.analysis.values.regions import Region

_STAYING = (Edge.CALL, Edge.TRACE_IN, Edge.PART, Edge.ELEMENT)


@dataclass(slots=True, frozen=True)
class Denial(Fact):
    """Said of what ``isinstance`` answers of ``tracer``: false of Python's and NumPy's types."""

    tracer: Traced


@dataclass(slots=True, frozen=True)
class AxisNames(Fact):
    """Said of a mesh of devices: how its axes are called."""

    names: frozenset[str]

    def sign(self) -> Hashable:
        """What a function does with a mesh depends on its axes."""
        return self.names


@dataclass(slots=True, frozen=True)
class Layout(Fact):
    """Said of what tells how an array lies on devices: over which axes of them it is split."""

    axes: frozenset[str]


@dataclass(slots=True, frozen=True)
class Whole(Fact):
    """Said of an argument of ``shard_map``, in its ``region``, of which each device has all.

    ``axes`` are those over which others are split, None where they are not known.
    """

    region: Region
    axes: frozenset[str] | None

    def cross(self, edge: Edge) -> Whole | None:
        """Each device has all of its parts, too."""
        return self if edge in _STAYING else None

    def sign(self) -> Hashable:
        """Gradients by it are summed."""
        return self.region


@dataclass(slots=True, frozen=True)
class Summed(Fact):
    """Said of gradients by what is ``whole``: ``shard_map`` has summed them over the devices."""

    whole: Whole

    def cross(self, edge: Edge) -> Summed | None:
        """So are its parts."""
        return self if edge in (*_STAYING, Edge.TRACE_OUT) else None

    def sign(self) -> Hashable:
        """To sum it again is a mistake."""
        return self.whole.region


@dataclass(slots=True, frozen=True)
class Filled(Fact):
    """Said of an array that a ``function`` has filled with one number, zero or one."""

    function: str


@dataclass(slots=True, frozen=True)
class Bounded(Fact):
    """Said of a slice of which a bound is the ``tracer``."""

    tracer: Traced

    def sign(self) -> Hashable:
        """Each such slice is asked for on its own."""
        return self.tracer


@dataclass(slots=True, frozen=True)
class Differentiated(Fact):
    """Said of the pair that a gradient function gives: a value and its gradients.

    ``again`` says that the value is a gradient itself, or may be.
    """

    made: Transformed
    again: bool = False

    def cross(self, edge: Edge) -> Differentiated | None:
        """The pair is the same one wherever it goes as a whole."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None


@dataclass(slots=True, frozen=True)
class Derivative(Fact):
    """Said of what a function gives that computes a derivative: gradient, Jacobian, Hessian.

    ``of`` is the name of what is differentiated, as long as it is known and the derivative has the
    sign that it had.
    """

    of: str = ""

    def join(self, other: Derivative | None) -> Derivative:
        """What is one on one path may be one where paths meet."""
        return self if other is None or other.of == self.of else Derivative()

    def cross(self, edge: Edge) -> Derivative:
        """So are its parts, and an array of many."""
        return self

    def sign(self) -> Hashable:
        """What a step along it climbs depends on what it is a derivative of."""
        return self.of or None


@dataclass(slots=True, frozen=True)
class Valued(Fact):
    """Said of the number that a ``transform`` gives with its gradients: an array without axes.

    ``token`` is its own, and known of its negative too, ``by`` those of what it is differentiated
    by, where it was asked for.
    """

    transform: str
    token: Value
    by: frozenset[Value] = frozenset()

    def cross(self, edge: Edge) -> Valued | None:
        """It is the same number wherever it goes, but for a batch of such."""
        return self if edge in (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT) else None
