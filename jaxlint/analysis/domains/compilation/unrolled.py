"""Python loops in traced code, of which each turn is traced and compiled by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import LoopEntered
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.compilation.observations import ByHand, LoopUnrolled, RowsTakenByHand
from jaxlint.analysis.values.kinds import Container, Traced, Value
from jaxlint.analysis.values.spans import Span
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

LONG = 32


@compilation.on(LoopEntered, traced=True)
def entered(engine: Engine, frame: Frame, event: LoopEntered) -> None:
    """Judge what a loop or comprehension of traced code runs over."""
    iterable, node, comprehension = event
    if not _is_traced(frame):
        return
    if not comprehension:
        _loop(engine, frame, iterable, node)
    elif isinstance(iterable, Traced):
        engine.observe(RowsTakenByHand(*frame.at(node), ByHand.MAPPED, iterable))


def _loop(engine: Engine, frame: Frame, iterable: Value, node: ir.Place) -> None:
    turns = _turns(iterable)
    if turns >= LONG:
        engine.observe(LoopUnrolled(*frame.at(node), turns))
    elif isinstance(iterable, Traced):
        engine.observe(LoopUnrolled(*frame.at(node), 0, iterable))


@compilation.on(OutsideCalled, traced=True, about="builtins.sum".__eq__)
def summed(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what the builtin ``sum`` adds up."""
    if not event.arguments.positional or not _is_traced(frame):
        return
    value, node = event.arguments.positional[0], event.node
    if isinstance(value, Traced):
        fix = None
        ways = spelling.spellings(frame, "jax.numpy.sum")
        if ways and isinstance(call := trees.node(node), cst.Call) and len(call.args) == 1:
            rows = trees.code(node, call.args[0].value)
            change = Replace(node, f"{ways[0]}({rows}, axis=0)")
            fix = PlannedFix("sum on the device", (change,))
        engine.observe(RowsTakenByHand(*frame.at(node), ByHand.SUMMED, value, fix))


def _is_traced(frame: Frame) -> bool:
    return frame.region is not None and frame.region.abstract


def _turns(iterable: Value) -> int:
    """How many turns a loop over a literal ``range`` has; 0 where that is not known."""
    if not isinstance(iterable, Container) or iterable.kind != "range":
        return 0
    span = None if iterable.rest is None else iterable.rest.fact(Span)
    return 0 if span is None else int(span.last) - span.first + 1
