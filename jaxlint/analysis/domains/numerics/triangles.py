"""Triangular matrices, and solvers that read the other triangle of them, which is zero."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OutsideCalled
from jaxlint.analysis.core.events import AttributeResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.observations import TriangleEmpty
from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Container, Value
from jaxlint.knowledge.triangles import (
    KEEPING,
    MAKERS,
    PAIR_SOLVER,
    SOLVERS,
    TURNED,
    TURNING,
    Triangular,
)

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Triangle(Fact):
    """Said of a matrix: all is zero above its diagonal, or below it if it is not ``lower``."""

    lower: bool

    def cross(self, edge: Edge) -> Triangle | None:
        """It is so wherever the matrix goes as a whole."""
        return None if edge in (Edge.PART, Edge.ELEMENT, Edge.NEXT_TURN) else self

    def sign(self) -> Hashable:
        """Whether a solver reads the right one depends on it."""
        return self.lower

    @property
    def turned(self) -> Triangle:
        """The other triangle."""
        return Triangle(not self.lower)


@numerics.deduce(Call, about=MAKERS.__contains__)
def made(call: Call) -> Triangle | None:
    """What a function gives, if its arguments say which triangle."""
    lower = _lower(MAKERS[call.name], call.arguments)
    return None if lower is None else Triangle(lower)


@numerics.deduce(Call, about=TURNING.__contains__)
def transposed(call: Call) -> Triangle | None:
    """What a function makes of a triangular matrix that swaps its last two axes."""
    known = None if call.first is None else call.first.fact(Triangle)
    others = [*call.arguments.positional[1:], *call.arguments.keywords.values()]
    axes = [one.value for one in others if isinstance(one, Const)]
    last = not others or (len(others) == len(axes) and sorted(map(str, axes)) == ["-1", "-2"])
    return known.turned if known is not None and last else None


@numerics.deduce(Call, about=KEEPING.__contains__)
def kept(call: Call) -> Triangle | None:
    """What a function makes of a triangular matrix number by number."""
    return None if call.first is None else call.first.fact(Triangle)


@numerics.deduce(AttributeResult)
def turned(event: AttributeResult) -> Triangle | None:
    """What is the transpose of a triangular matrix?"""
    known = event.base.fact(Triangle)
    return None if known is None or event.attr not in TURNED else known.turned


@numerics.on(OutsideCalled, about=SOLVERS.__contains__)
def solved(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge which triangle of a matrix a solver reads."""
    matrix = event.arguments.get(0, "a")
    _judge(engine, frame, event, matrix, _lower(SOLVERS[event.name], event.arguments))


@numerics.on(OutsideCalled, about=PAIR_SOLVER.__eq__)
def solved_by_pair(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge which triangle of a matrix a solver is told to read."""
    pair = event.arguments.get(0, "c_and_lower")
    if isinstance(pair, Container) and pair.kind == "tuple" and len(pair.items) == 2:
        _judge(engine, frame, event, pair.items.get(0), _said(pair.items.get(1)))


def _judge(
    engine: Engine, frame: Frame, event: OutsideCalled, matrix: Value | None, lower: bool | None
) -> None:
    known = None if matrix is None else matrix.fact(Triangle)
    if known is not None and lower is not None and known.lower is not lower:
        solver = event.name.rpartition(".")[2]
        engine.observe(TriangleEmpty(*frame.at(event.node), solver, known.lower))


def _lower(function: Triangular, given: Arguments) -> bool | None:
    """Whether a function gives or reads the lower triangle; None where that is not known."""
    if given.rest is not None:
        return None
    told = given.get(function.place, function.name) if function.name else None
    if told is None:
        return function.lower
    said = _said(told)
    return said if said is None or function.name == "lower" else not said


def _said(value: Value | None) -> bool | None:
    known = value.value if isinstance(value, Const) else None
    return bool(known) if isinstance(known, int) else None
