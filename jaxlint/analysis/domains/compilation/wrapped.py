"""Functions that a transformation gets from code that is not seen, which was handed others.

What such code makes of a function, as a decorator of another library does, runs that function as a
rule: where it is traced, so may be what it was made of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import UnknownCalled
from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.tracing.events import BodiesGiven, TransformMade
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Wraps(Fact):
    """Said of what code that is not seen gives: which functions it was handed."""

    functions: frozenset[ir.Function]


@dataclass(slots=True, eq=False)
class Wrapped:
    """The functions that a transformation may trace as parts of what it is given."""

    functions: set[ir.Function] = field(default_factory=set)


@compilation.deduce(UnknownCalled)
def given(event: UnknownCalled) -> Wraps | None:
    """What a call that is not seen was handed, if functions are among it."""
    functions = frozenset().union(*map(_functions, event.arguments.all))
    return Wraps(functions) if functions else None


def _functions(value: Value) -> frozenset[ir.Function]:
    """The functions that a value certainly calls or may call."""
    while isinstance(value, Partial | Transformed):
        value = value.func
    if isinstance(value, Function):
        return frozenset((value.definition,))
    known = value.fact(Wraps)
    return frozenset() if known is None else known.functions


@compilation.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note of a function that is transformed."""
    _note(engine, event.made.func)


@compilation.on(BodiesGiven)
def run(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Take note of functions that a transformation runs at once."""
    for value in event.arguments.all:
        _note(engine, value)


def _note(engine: Engine, value: Value) -> None:
    while isinstance(value, Partial):
        value = value.func
    known = value.fact(Wraps)
    if known is not None:
        engine.kept(Wrapped).functions |= known.functions


def outermost(engine: Engine, frame: Frame) -> ir.Scope:
    """The function, or the body of a module, that runs the code of a frame."""
    return (engine.path[0].frame if engine.path else frame).scope


def is_plain(engine: Engine, scope: ir.Scope) -> bool:
    """Whether no transformation is seen to trace a function, as a part of what it is given.

    That is known when everything has been seen.
    """
    return scope not in engine.kept(Wrapped).functions
