"""Slips of kernels that nothing refuses: results that are never written, and blocks by elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.observations import BlockOffset, ReferenceRebound
from jaxlint.knowledge import kernels
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def judge_kernel(engine: Engine, frame: Frame, kernel: ir.Function, references: list[str]) -> None:
    """Observe the references that a kernel binds to something else, and does nothing else with."""
    for statement in ir.statements_in(*kernel.body):
        for target in statement.targets if isinstance(statement, ir.Assign) else ():
            named = isinstance(target, ir.Name) and target.id in references
            if isinstance(target, ir.Name) and named and not kernel.is_read(target.id):
                module = kernel.module or frame.module
                seen = ReferenceRebound(module, target.place, frame.why, target.id)
                engine.observe(seen)


@tracing.on(OutsideCalled, about=kernels.BLOCKS.__eq__)
def blocks_given(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe an index map that gives the numbers of elements, not those of blocks."""
    call = event.source
    if call is None or len(call.args) != 2 or call.keywords:
        return
    shape, mapped = call.args
    for length, index in zip(_parts(shape), _given(mapped), strict=False):
        if _is_multiple(index, length):
            engine.observe(BlockOffset(*frame.at(index.place), ir.spelled(length)))


def _given(mapped: ir.Expr) -> Iterator[ir.Expr]:
    """What a lambda gives for each axis."""
    body = mapped.function.body if isinstance(mapped, ir.Lambda) else ()
    last = body[-1] if body else None
    if isinstance(last, ir.Return) and last.value is not None:
        yield from _parts(last.value)


def _parts(value: ir.Expr) -> tuple[ir.Expr, ...]:
    return value.elements if isinstance(value, ir.Display) else ()


def _is_multiple(index: ir.Expr, length: ir.Expr) -> bool:
    """Whether an index is a number times the length of a block, which is not one."""
    if not isinstance(index, ir.BinaryOp) or index.op != "*":
        return False
    one = isinstance(length, ir.Constant) and length.value == 1
    return not one and ir.spelled(length) in (ir.spelled(index.left), ir.spelled(index.right))
